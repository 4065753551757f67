import { metricShortNames } from '../../data/charts.ts'
import {
  asideBlock,
  type Block,
  heading,
  joined,
  list,
  number,
  type OutputMedium,
  phrase,
  type Span,
  sentence,
  type TableColumnHead,
  type Text,
  tableOf,
} from './blocks.ts'
import type { BriefingDocument, Section, SectionColumn } from './briefing.ts'
import type { Charts } from './charts.ts'
import type { Correlation, Reading } from './reading.ts'
import { decidingReadings, metricTitle, readingDefectText, recordText, signalText } from './reading-text.ts'
import { toneOfSignal } from './tones.ts'

const windows = [
  ['7d', '1 wk'],
  ['30d', '1 mo'],
  ['90d', '3 mo'],
] as const

/** Robust standard deviations at the ends of a strength bar, and those from which a move is unusual. */
const most = 3
const unusual = 0.5

type ReadingColumn = readonly [TableColumnHead, (reading: Reading) => Text]

/** Days between two values, by cadence; a cadence without one has no period. */
const periodDays: Readonly<Record<string, number>> = { daily: 1, 'business daily': 1.4, weekly: 7, monthly: 31, quarterly: 92 }
const mostPeriods = 3
const dayMs = 86_400_000

/** Whether a stale reading is more than three periods old: its value would be read as one of today, so that its day alone is said. */
const isTooOld = ({ period, freshness: { status, cadence } }: Reading, asOf: string): boolean =>
  status === 'stale' &&
  Date.parse(asOf) - Date.parse(period) > mostPeriods * dayMs * (periodDays[cadence] ?? Number.POSITIVE_INFINITY)

/** The readings of a briefing that are not too old to print, then the defects of all that the warning above does not name. */
export function readingsBlocks(document: BriefingDocument): Block[] {
  const { readings, as_of } = document
  const all = Object.values(readings).filter((reading) => !isTooOld(reading, as_of))
  if (all.length === 0) return []
  const deciding = decidingReadings(document)
  const flaws = new Map<string, { flaw: Text; titles: string[] }>()
  for (const reading of Object.values(readings)) {
    const isAside = reading.freshness.status === 'stale' && !(reading.metric in deciding)
    const flaw = isAside ? phrase`stale, newest value of ${{ day: reading.period, year: true }}.` : readingDefectText(reading)
    const key = JSON.stringify(flaw)
    if (flaw !== null) flaws.set(key, { flaw, titles: [...(flaws.get(key)?.titles ?? []), reading.title] })
  }
  const columns: ReadingColumn[] = [
    ['Reading', nameOf],
    [['Value'], ({ value, unit }) => ({ figure: value, unit })],
    ['As of', ({ period, freshness }) => ({ period, cadence: freshness.cadence })],
    ...windows.filter(([name]) => all.some(({ trend }) => trend[name] !== null)).map(changeColumn),
    [`Strength, −${most} to +${most}`, strengthOf],
    ['Signal', ({ signal }) => (signal === null ? '' : { tone: toneOfSignal(signal.direction), word: signalText(signal) })],
    ...(all.some(({ percentile_90d }) => percentile_90d !== null) ? [rankColumn] : []),
  ]
  const remark = 'Strength is how unusual the last month’s move is, in robust standard deviations of three years of such moves.'
  return [
    heading('Readings', { onPage: remark }),
    tableOf(all, columns),
    list(
      [...flaws.values()].map(({ flaw, titles }) => phrase`${joined(titles, '; ')}: ${flaw}`),
      'aside',
    ),
  ]
}

const nameOf = (reading: Reading): Text => {
  const { metric, title, record } = reading
  return [metricLink(metric, title), ...(record === null ? [] : [{ onPage: ' ' }, { mark: recordText(record, reading) }])]
}

export const metricLink = (metric: string, title: string): Span => ({
  name: title,
  page: `/api/metrics/${encodeURIComponent(metric)}?format=html`,
})

const changeColumn = ([name, head]: (typeof windows)[number]): ReadingColumn => [
  [head],
  ({ trend, unit }) => {
    const change = trend[name]
    return change === null ? '' : { change, unit: change.change_unit === 'unit' && unit !== 'percent' ? '1' : unit }
  },
]

const rankColumn: ReadingColumn = [
  ['90-day rank'],
  ({ percentile_90d: rank }) => (rank === null ? '' : number(rank.value, 'percent', 0)),
]

/** A bar in the colour of what such a move is good for; grey where it is usual or disputed. */
function strengthOf({ trend, signal }: Reading): Text {
  const strength = (trend['30d'] ?? trend['90d'] ?? trend['7d'])?.strength ?? null
  if (strength === null) return { onPage: '' }
  const polarity = signal?.polarity ?? 'none'
  const good = polarity === 'higher_is_bullish' ? strength > 0 : strength < 0
  const plain = polarity === 'none' || Math.abs(strength) < unusual
  const bar = Math.max(-1, Math.min(1, strength / most))
  return [{ bar, fill: plain ? 'flat' : good ? 'up' : 'down', sides: true }, { onPage: { small: number(strength, '1', 2) } }]
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value)

/** A section as a table; a day that all its rows share stands once above them. Addresses are for a page: one is longer than its row. */
export function sectionBlocks({ title, note, columns, rows }: Section, { filings = {} }: Charts): Block[] {
  const isShared = (key: string) => rows.length > 1 && isDay(rows[0]![key]) && new Set(rows.map((row) => row[key])).size === 1
  const asOf = columns.find(({ key, label }) => label === 'As of' && isShared(key))
  const shown = columns.filter((column) => column !== asOf)
  const above = [
    ...(note === null ? [] : [note]),
    ...(asOf === undefined ? [] : [phrase`As of ${{ day: String(rows[0]![asOf.key]), short: true }}.`]),
  ]
  const body = tableOf(
    rows,
    shown.map((column) => [headOf(column, rows), (row) => cellOf(row, column, filings)] as const),
  )
  return [
    above.length === 0 ? heading(title) : heading(title, joined(above, ' ')),
    rows.length === 0 ? sentence('No rows.') : { ...body, inLine: true },
  ]
}

/** `Price (USD)`, `Change (%)` */
function headOf({ key, label, unit }: SectionColumn, rows: Section['rows']): TableColumnHead {
  const head = unit === null || unit === '1' ? label : `${label} (${unit === 'percent' ? '%' : unit})`
  return rows.some((row) => typeof row[key] === 'number') ? [head] : head
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
  if (!/^https?:\/\//.test(value)) return value
  return { onPage: URL.canParse(value) ? { name: filings[value] ?? new URL(value).hostname, url: value } : value }
}

/** Pairs with their intervals; on a page the strongest first, and every pair of the metrics where they are known. */
export function correlationBlocks(
  { correlations = [], readings }: BriefingDocument,
  form: OutputMedium,
  { pairs = [] }: Charts,
): Block[] {
  if (correlations.length === 0) return []
  const titled = (metric: string) => metricTitle(metric, readings)
  const shown = form === 'page' ? correlations.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)) : correlations
  const body = tableOf(shown, [
    ['Pair', ({ a, b }) => `${titled(a)} / ${titled(b)}`],
    ['−1 to +1', (pair) => ({ interval: pair })],
    [['r'], ({ value }) => number(value, '1', 2)],
    [['95% interval'], ({ low, high }) => phrase`${number(low, '1', 2)} to ${number(high, '1', 2)}`],
    ['In words', ({ word }) => word],
    [['Independent changes'], ({ independent, n }) => [number(independent, '1', 0), { onPage: ` of ${n}` }]],
    ['To', ({ to }) => ({ period: to, cadence: 'daily' })],
  ])
  return [
    heading('Correlations', { onPage: 'A filled dot: zero lies outside the 95% interval.' }),
    { ...body, inLine: true },
    ...matrixBlocks(pairs, titled),
  ]
}

/** Whether zero lies outside the interval. */
export const excludesZero = ({ low, high }: Pick<Correlation, 'low' | 'high'>): boolean => low > 0 || high < 0

function matrixBlocks(pairs: readonly Correlation[], titled: (metric: string) => string): Block[] {
  const metrics = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  if (metrics.length < 3) return []
  const names = metrics.map((metric) => ({ metric, title: titled(metric), short: metricShortNames[metric] ?? metric }))
  const chance = Math.max(1, Math.round(pairs.length / 20))
  const distinct = pairs.filter(excludesZero).length
  return [
    heading('Every pair', 'Over the last common changes of each pair.'),
    { kind: 'matrix', title: 'Correlation of every pair', names, pairs },
    asideBlock(
      `${distinct} of ${pairs.length} pairs differ from zero; about ${chance} would by chance alone. Outlined: differs from zero.`,
    ),
  ]
}
