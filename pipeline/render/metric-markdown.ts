import { decimalsOf } from '../analysis/display.ts'
import { counted } from '../calendar/counted.ts'
import { joined } from '../documents/blocks.ts'
import type { MetricData, MetricLatestReading } from '../documents/metric.ts'
import type { InputPoint, Reading } from '../documents/reading.ts'
import { recordText, signalText, staleText, turnText } from '../documents/reading-text.ts'
import { inLine } from './blocks-markdown.ts'
import { dayInWords, shortDay, timeInWords } from './day-words.ts'
import { addressOrText, escapeText } from './escape.ts'
import { formatChange, formatFigure, formatNumber, formatStatistic } from './format-number.ts'
import { table } from './table.ts'
import { footBlocks, sampleLines, timeOf, unitNote, windowNames } from './wording.ts'

/**
 * A metric as Markdown: value, dates and source; of a full read also its record, its windows, the signal with the values at which it would
 * turn, how sure it is; then what the value was made of.
 */
export function metricMarkdown(document: MetricData | MetricLatestReading): string {
  const full = 'trend' in document ? document : null
  return [
    `# ${escapeText(document.title)}`,
    ...sampleLines(document),
    ...[staleText({ [document.metric]: document })].flatMap((text) =>
      text === null ? [] : [`**${inLine(text, document.as_of)}**`],
    ),
    valueLine(document, full),
    ...(full === null ? [] : analysisBlocks(full, document.as_of)),
    originLines(document).join('\n'),
    ...(document.inputs.length > 0 ? ['## Inputs', inputTable(document.inputs, document.as_of)] : []),
    ...footBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

/** `**4.31%** on 27 July 2026, highest since October 2023.` */
function valueLine({ value, unit, period, as_of }: MetricData | MetricLatestReading, full: MetricData | null): string {
  const record = full?.record ? `, ${inLine(recordText(full.record, full), as_of)}` : ''
  return `**${formatFigure(value, escapeText(unit))}** on ${dayInWords(period)}${record}.`
}

function analysisBlocks(reading: Reading, beside: string): string[] {
  return [trendTable(reading, beside), analysisLines(reading, beside).join('\n')]
}

function trendTable({ trend, unit }: Reading, beside: string): string {
  const rows = windowNames.flatMap((name) => {
    const window = trend[name]
    if (window === null) return []
    const change =
      window.note === undefined ? formatChange(window, escapeText(unit)) : `${window.direction}: ${escapeText(window.note)}`
    const strength = window.strength === null ? '' : formatStatistic(window.strength, 'strength')
    const from = formatNumber(window.from.value, decimalsOf(window.from.value, unit))
    return [[escapeText(window.span), change, strength, from, shortDay(window.from.period, beside)]]
  })
  return rows.length === 0
    ? 'No window is long enough for a change.'
    : table(['Over', 'Change', 'Strength', `From${unitNote(unit)}`, 'On'], rows)
}

function analysisLines(reading: Reading, beside: string): string[] {
  const { signal, percentile_90d, confidence, data_quality } = reading
  const lines = [signal === null ? '- Signal: none.' : signalLine(reading, signal, beside)]
  if (percentile_90d !== null)
    lines.push(`- 90-day rank: ${formatNumber(percentile_90d.value, 0)}%, among ${percentile_90d.n} others.`)
  lines.push(`- How sure: ${escapeText(confidence.text)}`)
  const { status, gaps, disagreement, notes } = data_quality
  const facts = [`${status}${gaps > 0 ? `, ${counted(gaps, 'gap')} in 90 days` : ''}.`]
  if (disagreement !== null) facts.push(`Sources disagree: ${escapeText(disagreement)}`)
  lines.push(`- Data: ${[...facts, ...notes.map(escapeText)].join(' ')}`)
  return lines
}

/** `- Signal: **bearish for bonds** since 14 July. It turns neutral at or below 2.27% at the next release.` */
function signalLine({ metric, unit }: Reading, signal: NonNullable<Reading['signal']>, beside: string): string {
  const ways = signal.turns.map((turn) => [`${turn.to} `, ...turnText(metric, turn, unit)])
  const turns = ways.length === 0 ? '' : ` It turns ${inLine(joined(ways, ', or '), beside)}.`
  return `- Signal: **${escapeText(signalText(signal))}** since ${dayInWords(signal.since, beside)}.${turns}`
}

/** Where the value comes from, when it became known and when the next is due. */
function originLines(document: MetricData | MetricLatestReading): string[] {
  const { metric, category, known_at, known_basis, source, freshness, access, as_of } = document
  const made = source.id === 'calculated' ? `calculated: ${source.series}` : `${source.name}, ${source.series}`
  const { status, cadence, next_due_at } = freshness
  const due = next_due_at === null ? '' : `, ${status === 'fresh' ? 'next' : 'was'} due ${timeInWords(next_due_at, as_of)}`
  const method = 'method' in document ? `; method ${escapeText(document.method.version)}, ${escapeText(document.method.url)}` : ''
  const lines = [
    `- ${escapeText(metric)} (${escapeText(category)}): ${escapeText(made)}${source.url === null ? '' : `, ${addressOrText(source.url)}`}${method}`,
    `- Known ${timeOf(known_at)} (${known_basis}); ${status}, ${escapeText(cadence)}${due}.`,
  ]
  if (access.served !== 'full') {
    const why = access.why === null ? '' : ` ${escapeText(access.why)}`
    const needs = access.full_needs === null ? '' : ` Full read: ${escapeText(access.full_needs)}.`
    lines.push(`- Served: ${access.served.replace('_', ' ')}.${why}${needs}`)
  }
  return lines
}

function inputTable(inputs: readonly InputPoint[], beside: string): string {
  const rows = inputs.map(({ series, value, unit, period, known_at, url }) => [
    escapeText(series),
    formatFigure(value, escapeText(unit)),
    shortDay(period, beside),
    timeOf(known_at),
    url === null ? '' : addressOrText(url),
  ])
  return table(['Series', 'Value', 'As of', 'Known', 'Page'], rows)
}
