import { decimalsOf } from '../analysis/display.ts'
import { counted } from '../calendar/counted.ts'
import type { BriefingDocument, CellValue, Regime, Section, SectionColumn } from '../documents/briefing.ts'
import type { Correlation, Reading } from '../documents/reading.ts'
import { addressOrText, escapeText } from './escape.ts'
import { formatFigure, formatNumber, formatStatistic, plainNumber } from './format-number.ts'
import { table } from './table.ts'
import {
  basisOf,
  changeCell,
  confidenceText,
  footBlocks,
  freshnessText,
  headingOf,
  qualityText,
  sampleLines,
  sinceText,
  staleLines,
  timeOf,
  unitNote,
  windowNames,
  withAddress,
} from './wording.ts'

/**
 * A briefing as Markdown: what is stale first, head, one table of readings, sections, correlations, changes, next releases, what is stale or missing, sources,
 * notices.
 */
export function briefingMarkdown(document: BriefingDocument): string {
  const { readings, sections, regime, correlations = [], notes } = document
  return [
    `# ${escapeText(document.title)}`,
    ...sampleLines(document),
    ...staleLines(document.readings),
    escapeText(document.summary),
    headLines(document).join('\n'),
    ...readingBlocks(Object.values(readings)),
    ...(regime ? ['## Regime', regimeLines(regime), regimeTable(regime, readings)] : []),
    ...sections.flatMap(sectionBlocks),
    ...(correlations.length > 0 ? ['## Correlations', correlationTable(correlations, readings)] : []),
    '## Changes',
    changeLines(document.changes).join('\n'),
    ...(document.next_releases.length > 0 ? ['## Next releases', releaseLines(document).join('\n')] : []),
    ...missingBlocks(document),
    ...(notes.length > 0 ? ['## Notes', notes.map((note) => `- ${escapeText(note)}`).join('\n')] : []),
    ...(document.sources.length > 0 ? ['## Sources', sourceLines(document).join('\n')] : []),
    ...footBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

function headLines(document: BriefingDocument): string[] {
  const { state, signal, confidence, lead, readings, data_quality } = document
  const lines: string[] = []
  if (state !== null) {
    const before = state.previous === null ? '' : `, before: ${escapeText(state.previous)}`
    lines.push(`- State: **${escapeText(state.label)}** ${sinceText(state)}${before}`)
  }
  if (signal !== null) {
    const subject = lead === null ? '' : `${escapeText(readings[lead]?.title ?? lead)}, `
    lines.push(`- Signal: **${signal.direction}** (${subject}${basisOf(signal)})`)
  }
  if (confidence !== null) lines.push(`- Confidence: ${confidenceText(confidence)}`)
  lines.push(`- Data: ${data_quality.status}; tier ${escapeText(document.tier)}; ${escapeText(document.briefing)}`)
  return lines
}

function readingBlocks(readings: readonly Reading[]): string[] {
  if (readings.length === 0) return []
  const heads = ['Reading', 'Value', 'Period', 'Known', ...windowNames, 'Signal z', 'Momentum', 'Pct 90d']
  const blocks = ['## Readings', table(heads, readings.map(readingRow))]
  const flawed = readings.filter(
    ({ freshness, data_quality: { status, notes, disagreement } }) =>
      freshness.status !== 'fresh' || status !== 'good' || notes.length > 0 || disagreement !== null,
  )
  if (flawed.length > 0) blocks.push(flawed.map(dataLine).join('\n'))
  return blocks
}

function readingRow(reading: Reading): string[] {
  const { title, value, unit, period, known_at, known_basis, trend, signal, momentum, percentile_90d } = reading
  const strength = signal === null ? null : (trend[signal.window]?.strength ?? null)
  return [
    headingOf(title, signal),
    formatFigure(value, escapeText(unit)),
    period,
    `${known_at.slice(0, 10)} ${known_basis}`,
    ...windowNames.map((name) => changeCell(name, trend[name], unit)),
    signal === null || strength === null ? 'none' : `${formatStatistic(strength, 'strength')} ${signal.window}`,
    momentum?.state ?? 'none',
    percentile_90d === null ? 'none' : `${formatStatistic(percentile_90d.value, 'percentile')} of ${percentile_90d.n}`,
  ]
}

function dataLine(reading: Reading): string {
  return `- ${escapeText(reading.title)}: ${freshnessText(reading.freshness)}; data ${qualityText(reading.data_quality)}`
}

function sectionBlocks(section: Section): string[] {
  const { title, note, columns, rows } = section
  const heads = columns.map(({ label, unit }) => {
    return `${escapeText(label)}${unit === null ? '' : unitNote(unit)}`
  })
  const cells = rows.map((row) => columns.map((column) => cellText(row[column.key] ?? null, column)))
  const body = rows.length === 0 ? 'No rows.' : table(heads, cells)
  return [`## ${escapeText(title)}`, ...(note === null ? [] : [escapeText(note)]), body]
}

function cellText(value: CellValue, { unit }: SectionColumn): string {
  if (value === null) return ''
  if (typeof value === 'string') return addressOrText(value)
  return unit === null ? plainNumber(value, decimalsOf(value, '1')) : formatNumber(value, decimalsOf(value, unit))
}

function regimeLines({ current_regime, probabilities, horizon_days, days, ...standing }: Regime): string {
  const listed = Object.entries(probabilities).map(([name, share]) => `${name} ${formatStatistic(share, 'share')}`)
  const when = horizon_days === undefined ? '' : `in ${counted(horizon_days, 'day')}: `
  return `**${current_regime}** ${sinceText(standing)}, ${counted(days, 'day')}; ${when}${listed.join(', ')}`
}

function regimeTable({ inputs }: Regime, readings: BriefingDocument['readings']): string {
  const rows = inputs.map(({ metric, measure, span, value, unit, period, score, weight, contribution }) => [
    escapeText(readings[metric]?.title ?? metric),
    span ? `${measure}, ${span}` : measure,
    formatFigure(value, escapeText(unit)),
    period,
    formatStatistic(score, 'strength'),
    formatStatistic(weight, 'share'),
    formatStatistic(contribution ?? score * weight, 'share'),
  ])
  return table(['Input', 'Measure', 'Value', 'Period', 'Score', 'Weight', 'Contribution'], rows)
}

function correlationTable(correlations: readonly Correlation[], readings: BriefingDocument['readings']): string {
  const name = (metric: string) => escapeText(readings[metric]?.title ?? metric)
  const rows = correlations.map(({ a, b, value, n, word, from, to }) => [
    `${name(a)} / ${name(b)}`,
    formatStatistic(value, 'correlation'),
    escapeText(word),
    String(n),
    from,
    to,
  ])
  return table(['Pair', 'r', 'Word', 'Changes', 'From', 'To'], rows)
}

function changeLines(changes: BriefingDocument['changes']): string[] {
  return (['1d', '7d'] as const).flatMap((span) =>
    changes[span].length === 0 ? [`- ${span}: none`] : changes[span].map(({ text }) => `- ${span}: ${escapeText(text)}`),
  )
}

function releaseLines({ next_releases }: BriefingDocument): string[] {
  return next_releases.map(({ series, title, due_at }) => `- ${timeOf(due_at)} ${escapeText(title)} (${escapeText(series)})`)
}

function missingBlocks({ data_quality: { stale, missing } }: BriefingDocument): string[] {
  if (stale.length === 0 && missing.length === 0) return []
  const lines = [
    ...stale.map((what) => `- ${escapeText(what)}: stale`),
    ...missing.map(({ what, why }) => `- ${escapeText(what)}: missing, ${escapeText(why)}`),
  ]
  return ['## Stale and missing', lines.join('\n')]
}

function sourceLines({ sources }: BriefingDocument): string[] {
  return sources.map(({ name, url, as_of }) => `- ${withAddress(`${escapeText(name)}, as of ${as_of}`, url)}`)
}
