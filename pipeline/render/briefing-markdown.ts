import { decimalsOf } from '../analysis/display.ts'
import { counted } from '../calendar/counted.ts'
import type { BriefingDocument, CellValue, Regime, Section, SectionColumn } from '../documents/briefing.ts'
import type { Correlation } from '../documents/reading.ts'
import { dayInWords, shortDay, shortPeriod } from './day-words.ts'
import { escapeText } from './escape.ts'
import { formatChange, formatFigure, formatNumber, formatStatistic, plainNumber } from './format-number.ts'
import {
  flawInWords,
  needsInWords,
  recordInWords,
  releaseInWords,
  releasesToWatch,
  signalInWords,
  turnsByState,
} from './reading-words.ts'
import { table } from './table.ts'
import { footBlocks, sampleLines, sinceText, staleLines, unitNote, windowNames } from './wording.ts'

/** Changes and ways to another state that Markdown lists; the JSON has them all. */
const mostChanges = 5
const mostWays = 3

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
    // an opening that is the headline again would be read twice
    ...(summary.startsWith(headline) ? [] : [`**${escapeText(headline)}**`]),
    escapeText(summary),
    ...turnBlocks(document),
    ...readingBlocks(document),
    ...(regime ? ['## Regime', regimeLines(regime, document), regimeTable(regime, document)] : []),
    ...sections.flatMap((section) => sectionBlocks(section, document.as_of)),
    ...(correlations.length > 0 ? ['## Correlations', correlationTable(correlations, document)] : []),
    '## Since last week',
    changeLines(document.changes['7d']).join('\n'),
    ...(document.confidence === null ? [] : ['## How sure', escapeText(document.confidence.text)]),
    ...missingBlocks(document),
    ...(document.notes.length > 0 ? [document.notes.map((note) => `- ${escapeText(note)}`).join('\n')] : []),
    ...sourceBlocks(document),
    ...footBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

/** `2026-07-28 · state **mixed** since 17 July (was easing) · data good` */
function standingLine({ as_of, state, data_quality }: BriefingDocument): string {
  const parts = [as_of]
  if (state !== null) {
    const before = state.previous === null ? '' : ` (was ${escapeText(state.previous)})`
    parts.push(`state **${escapeText(state.label)}** ${sinceText(state, as_of)}${before}`)
  }
  return [...parts, `data ${data_quality.status}`].join(' · ')
}

function turnBlocks({ turns, readings, next_releases, as_of }: BriefingDocument): string[] {
  const sentences = turnsByState(turns).map(([to, ways]) => {
    const listed = ways.slice(0, mostWays).map((way) => needsInWords(way, readings))
    return `${to.charAt(0).toUpperCase()}${to.slice(1)} if ${listed.join('; or if ')}.`
  })
  const next = releasesToWatch(turns, next_releases).map((release) => releaseInWords(release, as_of))
  if (next.length > 0) sentences.push(`Next: ${next.join(', ')}.`)
  return sentences.length === 0 ? [] : [`**What would change it.** ${escapeText(sentences.join(' '))}`]
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
  const records = all.flatMap((reading) =>
    reading.record === null ? [] : [`${reading.title} ${recordInWords(reading.record, reading, as_of)}`],
  )
  const flaws = all.flatMap((reading) => {
    const flaw = flawInWords(reading, as_of)
    return flaw === null ? [] : [`- ${escapeText(reading.title)}: ${escapeText(flaw)}`]
  })
  return [
    '## Readings',
    table(heads, rows),
    ...(records.length > 0 ? [`Records: ${escapeText(records.join('; '))}.`] : []),
    ...(flaws.length > 0 ? [flaws.join('\n')] : []),
  ]
}

/** A section as a table. Addresses stand in the JSON and on the page: one is longer than the row it would end. */
function sectionBlocks({ title, note, columns, rows }: Section, beside: string): string[] {
  const isAddress = (value: CellValue | undefined) => typeof value === 'string' && /^https?:\/\//.test(value)
  const shown = columns.filter(({ key }) => !rows.some((row) => isAddress(row[key])))
  const heads = shown.map(({ label, unit }) => `${escapeText(label)}${unit === null ? '' : unitNote(unit)}`)
  const cells = rows.map((row) => shown.map((column) => cellText(row[column.key] ?? null, column, beside)))
  const body = rows.length === 0 ? 'No rows.' : table(heads, cells)
  return [`## ${escapeText(title)}`, ...(note === null ? [] : [escapeText(note)]), body]
}

function cellText(value: CellValue, { unit }: SectionColumn, beside: string): string {
  if (value === null) return ''
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? shortDay(value, beside) : escapeText(value)
  return unit === null ? plainNumber(value, decimalsOf(value, '1')) : formatNumber(value, decimalsOf(value, unit))
}

function regimeLines(
  { current_regime, probabilities, horizon_days, days, ...standing }: Regime,
  { as_of }: BriefingDocument,
): string {
  const listed = Object.entries(probabilities).map(([name, share]) => `${name} ${formatStatistic(share, 'share')}`)
  const when = horizon_days === undefined ? '' : `in ${counted(horizon_days, 'day')}: `
  return `**${current_regime}** ${sinceText(standing, as_of)}, ${counted(days, 'day')}; ${when}${listed.join(', ')}`
}

function regimeTable({ inputs }: Regime, { readings, as_of }: BriefingDocument): string {
  const rows = inputs.map(({ metric, measure, span, value, unit, period, score, weight, contribution }) => [
    escapeText(readings[metric]?.title ?? metric),
    span ? `${measure}, ${span}` : measure,
    formatFigure(value, escapeText(unit)),
    shortDay(period, as_of),
    formatStatistic(score, 'strength'),
    formatStatistic(weight, 'share'),
    formatStatistic(contribution ?? score * weight, 'share'),
  ])
  return table(['Input', 'Measure', 'Value', 'As of', 'Score', 'Weight', 'Contribution'], rows)
}

function correlationTable(correlations: readonly Correlation[], { readings, as_of }: BriefingDocument): string {
  const name = (metric: string) => escapeText(readings[metric]?.title ?? metric)
  const rows = correlations.map(({ a, b, value, low, high, n, independent, word, to }) => [
    `${name(a)} / ${name(b)}`,
    formatStatistic(value, 'correlation'),
    [low, high].map((end) => formatStatistic(end, 'correlation')).join(' to '),
    escapeText(word),
    String(n),
    formatNumber(independent, 0),
    shortDay(to, as_of),
  ])
  return table(['Pair', 'r', '95 % interval', 'Word', 'Changes', 'Independent', 'To'], rows)
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
