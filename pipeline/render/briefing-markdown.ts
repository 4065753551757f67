import { counted } from '../calendar/counted.ts'
import type { BriefingDocument, CellValue, Regime, Section, SectionColumn } from '../documents/briefing.ts'
import type { Correlation } from '../documents/reading.ts'
import { dayInWords, shortDay, shortPeriod } from './day-words.ts'
import { escapeText } from './escape.ts'
import { formatChange, formatFigure, formatNumber, formatStatistic, sectionNumber } from './format-number.ts'
import { flawInWords, signalInWords, turnSentences } from './reading-words.ts'
import { table } from './table.ts'
import { noticeBlocks, sampleLines, sinceText, staleLines, timeOf, unitNote, windowNames } from './wording.ts'

/** Changes that Markdown lists, most unusual first; the JSON has them all. */
const mostChanges = 5

/**
 * A briefing as Markdown: what is stale first, state, headline, summary, what would change the state, readings, what this briefing alone
 * has, what changed in a week, how sure it is, sources and notices. What repeats on every document is explained at the address of the method.
 */
export function briefingMarkdown(document: BriefingDocument): string {
  const { readings, sections, regime, correlations = [], headline, summary } = document
  return [
    `# ${escapeText(document.title)}`,
    ...sampleLines(document),
    ...staleLines(readings),
    standingLine(document),
    // a headline that is in the summary again would be read twice
    ...(summary.includes(headline) ? [] : [`**${escapeText(headline)}**`]),
    escapeText(summary),
    ...turnBlocks(document),
    ...readingBlocks(document),
    ...(regime ? ['## Regime', regimeLines(regime, document)] : []),
    ...sections.flatMap((section) => sectionBlocks(section, document.as_of)),
    ...(correlations.length > 0 ? ['## Correlations', correlationTable(correlations, document)] : []),
    '## Since last week',
    changeLines(document.changes['7d']).join('\n'),
    ...confidenceBlocks(document),
    ...missingBlocks(document),
    ...(document.notes.length > 0 ? [document.notes.map(escapeText).join(' ')] : []),
    ...sourceBlocks(document),
    ...noticeBlocks(document),
    `Computed ${timeOf(document.computed_at)}, ${document.fingerprint}`,
  ]
    .join('\n\n')
    .concat('\n')
}

/** `2026-07-28 · state **mixed** since 17 July (was easing) · data good · **late: Money stock M2**` */
function standingLine({ as_of, state, data_quality, readings }: BriefingDocument): string {
  const parts = [as_of]
  if (state !== null) {
    const before = state.previous === null ? '' : ` (was ${escapeText(state.previous)})`
    parts.push(`state **${escapeText(state.label)}** ${sinceText(state, as_of)}${before}`)
  }
  const late = Object.values(readings).filter(({ freshness }) => freshness.status === 'late')
  const named = late.slice(0, 2).map(({ title }) => escapeText(title))
  const flaw =
    late.length === 0 ? [] : [`**late: ${[...named, ...(late.length > 2 ? [`${late.length - 2} more`] : [])].join(', ')}**`]
  return [...parts, `data ${data_quality.status}`, ...flaw].join(' · ')
}

function turnBlocks(document: BriefingDocument): string[] {
  const sentences = turnSentences(document, document.readings, { states: 2, ways: 2, releases: 2 })
  if (sentences.length === 0) return []
  return [`${document.turns.length > 0 ? '**What would change it.** ' : ''}${escapeText(sentences.join(' '))}`]
}

const windowHeads = { '7d': '1 wk', '30d': '1 mo', '90d': '3 mo' } as const

function readingBlocks({ readings, as_of }: BriefingDocument): string[] {
  const all = Object.values(readings)
  if (all.length === 0) return []
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
  const rows = all.map(({ title, value, unit, period, freshness, trend, signal, percentile_90d }) => [
    escapeText(title),
    formatFigure(value, escapeText(unit)),
    shortPeriod(period, freshness.cadence, as_of),
    ...windows.map((name) => {
      const window = trend[name]
      return window === null ? '' : formatChange(window, window.change_unit === 'unit' && unit !== 'percent' ? '1' : unit)
    }),
    signal === null ? '' : escapeText(signalInWords(signal)),
    ...(ranked ? [percentile_90d === null ? '' : `${formatNumber(percentile_90d.value, 0)}%`] : []),
  ])
  const flaws = new Map<string, string[]>()
  for (const reading of all) {
    const flaw = flawInWords(reading, as_of)
    if (flaw !== null) flaws.set(flaw, [...(flaws.get(flaw) ?? []), escapeText(reading.title)])
  }
  const flawLines = [...flaws].map(([flaw, titles]) => `- ${titles.join('; ')}: ${escapeText(flaw)}`)
  return ['## Readings', table(heads, rows), ...(flawLines.length > 0 ? [flawLines.join('\n')] : [])]
}

/**
 * A section as a table. Addresses are in the JSON and on the page: one is longer than the row it would end. A day that all rows share
 * stands once above them.
 */
function sectionBlocks({ title, note, columns, rows }: Section, beside: string): string[] {
  const isAddress = (value: CellValue | undefined) => typeof value === 'string' && /^https?:\/\//.test(value)
  const commonDay = (key: string) => (rows.length > 1 && new Set(rows.map((row) => row[key])).size === 1 ? rows[0]![key] : null)
  const asOf = columns.find(({ key, label }) => label === 'As of' && typeof commonDay(key) === 'string')
  const shown = columns.filter((column) => column !== asOf && !rows.some((row) => isAddress(row[column.key])))
  const heads = shown.map(({ label, unit }) => `${escapeText(label)}${unit === null ? '' : unitNote(unit)}`)
  const cells = rows.map((row) => shown.map((column) => cellText(row, column, beside)))
  const body = rows.length === 0 ? 'No rows.' : rows.length === 1 ? inOneLine(heads, cells[0]!) : table(heads, cells)
  const above = [note, asOf && `As of ${cellText(rows[0]!, asOf, beside)}.`].flatMap((text) => (text ? [escapeText(text)] : []))
  return [`## ${escapeText(title)}`, ...(above.length > 0 ? [above.join(' ')] : []), body]
}

/** A single row without the lines of a table: `Day: 22 Jul; Price (USD): 70,000`; a row with a name begins with it: `Gold; Change (%): 2.1`. */
function inOneLine(heads: readonly string[], cells: readonly string[]): string {
  const isName = (at: number) => at === 0 && /^\p{L}/u.test(cells[0]!)
  return heads.flatMap((head, at) => (cells[at] === '' ? [] : [isName(at) ? cells[at] : `${head}: ${cells[at]}`])).join('; ')
}

function cellText(row: Section['rows'][number], column: SectionColumn, beside: string): string {
  const value = row[column.key] ?? null
  if (value === null) return ''
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? shortDay(value, beside) : inCell(value)
  return sectionNumber(value, column, row)
}

/** Text in a cell, where a sign begins no list. */
function inCell(text: string): string {
  return escapeText(text).replace(/^\\(?=[-+]\d)/, '')
}

/** What comes next, and what each input adds to the score, largest first; values and days stand among the readings. */
function regimeLines({ probabilities, horizon_days, inputs }: Regime, { readings }: BriefingDocument): string {
  const listed = Object.entries(probabilities).map(([name, share]) => `${name} ${formatNumber(share, 2)}`)
  const when = horizon_days === undefined ? 'Probabilities' : `In ${counted(horizon_days, 'day')}`
  const parts = inputs
    .map(({ metric, score, weight, contribution = score * weight }) => ({ metric, contribution }))
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(({ metric, contribution }) => `${escapeText(readings[metric]?.title ?? metric)} ${formatNumber(contribution, 2)}`)
  return `${when}: ${listed.join(', ')}.\n\nScore by input: ${parts.join(', ')}.`
}

function correlationTable(correlations: readonly Correlation[], { readings, as_of }: BriefingDocument): string {
  const name = (metric: string) => escapeText(readings[metric]?.title ?? metric)
  const rows = correlations.map(({ a, b, value, low, high, independent, word, to }) => [
    `${name(a)} / ${name(b)}`,
    formatStatistic(value, 'correlation'),
    [low, high].map((end) => formatStatistic(end, 'correlation')).join(' to '),
    escapeText(word),
    formatNumber(independent, 0),
    shortDay(to, as_of),
  ])
  const heads = ['Pair', 'r', '95 % interval', 'In words', 'Independent changes', 'To']
  return rows.length === 1 ? inOneLine(heads, rows[0]!) : table(heads, rows)
}

function changeLines(changes: BriefingDocument['changes']['7d']): string[] {
  if (changes.length === 0) return ['No label, record or release changed.']
  const lines = changes
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostChanges)
    .map(({ text }, at) => `${at + 1}. ${escapeText(text)}`)
  const more = changes.length - lines.length
  return more > 0 ? [...lines, '', `And ${more} smaller ${more === 1 ? 'one' : 'ones'}.`] : lines
}

/** What followed such days, and of which reading: `Net liquidity. On 133 such weeks ...`. */
function confidenceBlocks({ confidence, lead, readings }: BriefingDocument): string[] {
  if (confidence === null) return []
  const title = lead === null ? undefined : readings[lead]?.title
  return ['## How sure', escapeText(title === undefined ? confidence.text : `${title}. ${confidence.text}`)]
}

function missingBlocks({ data_quality: { missing } }: BriefingDocument): string[] {
  if (missing.length === 0) return []
  return [missing.map(({ what, why }) => `- Missing: ${escapeText(what)}, ${escapeText(why)}`).join('\n')]
}

function sourceBlocks({ sources, as_of: today, readings }: BriefingDocument): string[] {
  const method = Object.values(readings)[0]?.method.url
  const listed = sources.map(({ name, as_of }) => `${escapeText(name)} to ${dayInWords(as_of, today)}`)
  const parts = [
    ...(listed.length > 0 ? [`Sources: ${listed.join('; ')}.`] : []),
    ...(method === undefined ? [] : [`Method: ${escapeText(method)}`]),
  ]
  return parts.length > 0 ? [parts.join(' ')] : []
}
