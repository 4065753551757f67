import { shortNames } from '../../data/charts.ts'
import { type Block, type Form, heading, joined, number, type Span, sentence, spansOf, type Text, table } from './blocks.ts'
import type { BriefingDocument, Section, SectionColumn } from './briefing.ts'
import type { Charts } from './charts.ts'
import type { Correlation, Reading } from './reading.ts'
import { flawText, type Readings, recordText, signalText, titleOf } from './reading-text.ts'
import { capitalised, toneOfSignal } from './tones.ts'

const windowHeads = { '7d': '1 wk', '30d': '1 mo', '90d': '3 mo' } as const
const windowNames = ['7d', '30d', '90d'] as const

/** Robust standard deviations at the ends of a strength bar, and those from which a move is unusual. */
const most = 3
const unusual = 0.5

/** The readings of a briefing, then their defects. */
export function readingsBlocks({ readings }: BriefingDocument, form: Form): Block[] {
  const all = Object.values(readings)
  if (all.length === 0) return []
  const flaws = new Map<string, { flaw: Text; titles: string[] }>()
  for (const reading of all) {
    const flaw = flawText(reading)
    const key = JSON.stringify(flaw)
    if (flaw !== null) flaws.set(key, { flaw, titles: [...(flaws.get(key)?.titles ?? []), reading.title] })
  }
  const items = [...flaws.values()].map(({ flaw, titles }): Text => [...joined(titles, '; '), ': ', ...spansOf(flaw)])
  return [...(form === 'markdown' ? readingsInMarkdown(all) : readingsOnPage(all)), { kind: 'list', look: 'aside', items }]
}

function readingsInMarkdown(all: readonly Reading[]): Block[] {
  const windows = windowNames.filter((name) => all.some(({ trend }) => trend[name] !== null))
  const ranked = all.some(({ percentile_90d }) => percentile_90d !== null)
  const heads = [
    'Reading',
    'Value',
    'As of',
    ...windows.map((name) => windowHeads[name]),
    'Signal',
    ...(ranked ? ['90-day rank'] : []),
  ]
  const rows = all.map(({ title, value, unit, period, freshness, trend, signal, percentile_90d: rank }): Text[] => [
    title,
    { figure: value, unit },
    { period, cadence: freshness.cadence },
    ...windows.map((name) => changeOf(trend[name], unit)),
    signal === null ? '' : signalText(signal),
    ...(ranked ? [rank === null ? '' : number(rank.value, 'percent', 0)] : []),
  ])
  return [heading('Readings'), table(heads, rows)]
}

const changeOf = (change: Reading['trend']['7d'], unit: string): Text =>
  change === null ? '' : { change, unit: change.change_unit === 'unit' && unit !== 'percent' ? '1' : unit }

/** Name with its record, value with its day, two windows, the strength of the longer as a bar, signal. */
function readingsOnPage(all: readonly Reading[]): Block[] {
  const rows = all.map((reading): Text[] => {
    const { metric, title, value, unit, period, freshness, trend, signal, record } = reading
    const { '7d': week, '30d': month, '90d': quarter } = trend
    const strength = (month ?? quarter ?? week)?.strength ?? null
    const [first, ...rest] = record === null ? [] : recordText(record, reading)
    return [
      [metricLink(metric, title), ...(first === undefined ? [] : [' ', { mark: [capitalised(String(first)), ...rest] }])],
      [{ strong: { figure: value, unit } }, { small: { period, cadence: freshness.cadence } }],
      week === null ? { soft: freshness.cadence } : { change: week, unit },
      month === null && quarter === null ? '' : { change: (month ?? quarter)!, unit },
      strength === null ? '' : [strengthBar(strength, signal), { small: number(strength, '1', 2) }],
      { tone: toneOfSignal(signal?.direction), word: signal === null ? 'none' : signalText(signal) },
    ]
  })
  return [
    heading(
      'Readings',
      'Strength is how unusual the last month’s move is, in robust standard deviations of three years of such moves.',
    ),
    {
      kind: 'table',
      look: 'readings',
      columns: ['Reading', 'Value', windowHeads['7d'], windowHeads['30d'], `Strength, −${most} to +${most}`, 'Signal'],
      rows,
    },
  ]
}

export const metricLink = (metric: string, title: string): Span => ({
  name: title,
  url: `/api/metrics/${encodeURIComponent(metric)}?format=html`,
})

/** The colour of what such a move is good for; grey where it is usual or disputed. */
function strengthBar(strength: number, signal: Reading['signal']): Span {
  const polarity = signal?.polarity ?? 'none'
  const good = polarity === 'higher_is_bullish' ? strength > 0 : strength < 0
  const plain = polarity === 'none' || Math.abs(strength) < unusual
  const bar = Math.max(-1, Math.min(1, strength / most))
  return { bar, fill: plain ? 'flat' : good ? 'up' : 'down', sides: true }
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}(T|$)/.test(value)
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value)

/**
 * A section as a table. In Markdown a day that all rows share stands once above them, a single row is a line, and addresses are left out: one
 * is longer than the row it would end.
 */
export function sectionBlocks({ title, note, columns, rows }: Section, form: Form, { filings = {} }: Charts): Block[] {
  const same = (key: string) => rows.length > 1 && new Set(rows.map((row) => row[key])).size === 1
  const inMarkdown = form === 'markdown'
  const asOf = columns.find(({ key, label }) => inMarkdown && label === 'As of' && same(key) && typeof rows[0]![key] === 'string')
  const shown = columns.filter((column) => column !== asOf && !(inMarkdown && rows.some((row) => isAddress(row[column.key]))))
  const cells = rows.map((row) => shown.map((column) => cellOf(row, column, filings)))
  const heads = shown.map(headOf)
  const numeric = (at: number) => rows.some((row) => typeof row[shown[at]!.key] === 'number')
  const above: Text[] = [
    ...(note === null ? [] : [note]),
    ...(asOf === undefined ? [] : [['As of ', ...spansOf(cellOf(rows[0]!, asOf, filings)), '.']]),
  ]
  const body =
    rows.length === 0
      ? sentence('No rows.')
      : inMarkdown && rows.length === 1
        ? sentence(...inOneLine(heads, cells[0]!))
        : table(
            heads.map((head, at) => (numeric(at) ? [head] : head)),
            cells,
          )
  return [above.length === 0 ? heading(title) : heading(title, joined(above, ' ')), body]
}

/** `Price (USD)`, `Change (%)` */
function headOf({ label, unit }: SectionColumn): string {
  return unit === null || unit === '1' ? label : `${label} (${unit === 'percent' ? '%' : unit})`
}

/** A single row without the lines of a table: `Day: 22 Jul; Price (USD): 70,000`; a row with a name begins with it: `Gold; Change (%): 2.1`. */
function inOneLine(heads: readonly string[], cells: readonly Text[]): readonly Span[] {
  const isName = (cell: Text, at: number) => at === 0 && typeof cell === 'string' && /^\p{L}/u.test(cell)
  const texts = cells.map((cell, at): readonly Span[] =>
    isName(cell, at) ? spansOf(cell) : [`${heads[at]}: `, ...spansOf(cell)],
  )
  return joined(
    texts.filter((_, at) => cells[at] !== ''),
    '; ',
  )
}

/** Where a column has no unit, the row may name one: `change_unit` for its column `change`, `unit` for all. */
function cellOf(row: Section['rows'][number], { key, unit }: SectionColumn, filings: NonNullable<Charts['filings']>): Text {
  const value = row[key] ?? null
  if (value === null) return ''
  if (typeof value === 'number') {
    const own = unit === null ? (row[`${key}_unit`] ?? row['unit']) : null
    return typeof own === 'string' ? { figure: value, unit: own } : { figure: value, unit, headed: true }
  }
  if (isDay(value)) return { day: value, short: true }
  return isAddress(value) && URL.canParse(value) ? { name: filings[value] ?? new URL(value).hostname, url: value } : value
}

/** Pairs with their intervals; on a page the strongest first, each on one track, and every pair of the metrics where they are known. */
export function correlationBlocks(document: BriefingDocument, form: Form, { pairs = [] }: Charts): Block[] {
  const { correlations = [], readings } = document
  if (correlations.length === 0) return []
  return form === 'markdown'
    ? correlationsInMarkdown(correlations, readings)
    : [...correlationsOnPage(correlations, readings), ...matrixBlocks(pairs, readings)]
}

const pairName = ({ a, b }: Correlation, readings: Readings): string => `${titleOf(a, readings)} / ${titleOf(b, readings)}`
const intervalText = ({ low, high }: Correlation): Span[] => [number(low, '1', 2), ' to ', number(high, '1', 2)]

function correlationsInMarkdown(correlations: readonly Correlation[], readings: Readings): Block[] {
  const heads = ['Pair', 'r', '95 % interval', 'In words', 'Independent changes', 'To']
  const rows = correlations.map((pair): Text[] => [
    pairName(pair, readings),
    number(pair.value, '1', 2),
    intervalText(pair),
    pair.word,
    number(pair.independent, '1', 0),
    { day: pair.to, short: true },
  ])
  return [heading('Correlations'), rows.length === 1 ? sentence(...inOneLine(heads, rows[0]!)) : table(heads, rows)]
}

function correlationsOnPage(correlations: readonly Correlation[], readings: Readings): Block[] {
  const rows = correlations
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map((pair): Text[] => {
      const detail: Text = [
        `${pair.word}; ${pair.n} changes, `,
        number(pair.independent, '1', 0),
        ' independent, to ',
        { day: pair.to, short: true },
      ]
      return [[pairName(pair, readings), { small: detail }], { interval: pair }, number(pair.value, '1', 2), intervalText(pair)]
    })
  return [
    heading('Correlations', 'A filled dot: zero lies outside the 95 % interval.'),
    { kind: 'table', look: 'intervals', columns: ['Pair', '−1 to +1', 'r', '95 % interval'], rows },
  ]
}

/** Whether zero lies outside the interval. */
export const isDistinct = ({ low, high }: Pick<Correlation, 'low' | 'high'>): boolean => low > 0 || high < 0

function matrixBlocks(pairs: readonly Correlation[], readings: Readings): Block[] {
  const metrics = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  if (metrics.length < 3) return []
  const names = metrics.map((metric) => ({ metric, title: titleOf(metric, readings), short: shortNames[metric] ?? metric }))
  const chance = Math.max(1, Math.round(pairs.length / 20))
  const note = `${pairs.filter(isDistinct).length} of ${pairs.length} pairs differ from zero; about ${chance} would by chance alone. Outlined: differs from zero.`
  return [
    heading('Every pair', 'Over the last common changes of each pair.'),
    { kind: 'matrix', title: 'Correlation of every pair', names, pairs },
    { kind: 'sentence', aside: true, text: note },
  ]
}
