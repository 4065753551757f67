import { decimalsOf } from '../analysis/display.ts'
import type { MetricData, MetricLatestReading } from '../documents/metric.ts'
import type { InputPoint, Reading } from '../documents/reading.ts'
import { addressOrText, escapeText } from './escape.ts'
import { formatChange, formatFigure, formatNumber, formatPace, formatStatistic } from './format-number.ts'
import { table } from './table.ts'
import {
  basisOf,
  confidenceText,
  footBlocks,
  freshnessText,
  headingOf,
  qualityText,
  sampleLines,
  staleLines,
  timeOf,
  unitNote,
  windowNames,
  withAddress,
} from './wording.ts'

/** A metric as Markdown: the head with value, dates, source and inputs; of a full read also the analysis. */
export function metricMarkdown(document: MetricData | MetricLatestReading): string {
  const full = 'trend' in document ? document : null
  return [
    `# ${headingOf(document.title, full?.signal ?? null)}`,
    ...sampleLines(document),
    ...staleLines({ [document.metric]: document }),
    headLines(document).join('\n'),
    ...(document.inputs.length > 0 ? ['## Inputs', inputTable(document.inputs)] : []),
    ...(full === null ? [] : analysisBlocks(full)),
    ...footBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

function headLines(document: MetricData | MetricLatestReading): string[] {
  const { metric, category, value, unit, period, known_at, known_basis, source, freshness, access } = document
  const lines = [
    `- **${formatFigure(value, escapeText(unit))}** on ${period}, known ${timeOf(known_at)} (${known_basis})`,
    `- ${escapeText(metric)}, ${escapeText(category)}; ${freshnessText(freshness)}`,
    `- Source: ${withAddress(`${escapeText(source.name)}, ${escapeText(source.series)}`, source.url)}`,
  ]
  if (access.served !== 'full') {
    const why = access.why === null ? '' : ` ${escapeText(access.why)}`
    const needs = access.full_needs === null ? '' : ` Full read: ${escapeText(access.full_needs)}.`
    lines.push(`- Served: ${access.served.replace('_', ' ')}.${why}${needs}`)
  }
  return lines
}

function inputTable(inputs: readonly InputPoint[]): string {
  const rows = inputs.map(({ series, value, unit, period, known_at, url }) => [
    escapeText(series),
    formatFigure(value, escapeText(unit)),
    period,
    timeOf(known_at),
    url === null ? '' : addressOrText(url),
  ])
  return table(['Series', 'Value', 'Period', 'Known', 'Page'], rows)
}

function analysisBlocks(reading: Reading): string[] {
  return [trendTable(reading), analysisLines(reading).join('\n')]
}

function trendTable({ trend, unit }: Reading): string {
  const rows = windowNames.map((name) => {
    const window = trend[name]
    if (window === null) return [name, 'none', '', '', '']
    const change =
      window.note === undefined ? formatChange(window, escapeText(unit)) : `${window.direction}: ${escapeText(window.note)}`
    const strength = window.strength === null ? 'none' : formatStatistic(window.strength, 'strength')
    return [name, change, strength, formatNumber(window.from.value, decimalsOf(window.from.value, unit)), window.from.period]
  })
  return table(['Window', 'Change', 'Strength z', `From${unitNote(unit)}`, 'On'], rows)
}

function analysisLines(reading: Reading): string[] {
  const { signal, momentum, percentile_90d, confidence, data_quality, method } = reading
  const lines = [
    signal === null ? '- Signal: none' : `- Signal: **${signal.direction}** (${basisOf(signal)})`,
    momentum === null ? '- Momentum: none' : `- Momentum: ${momentum.state}${paceText(reading)}`,
    percentile_90d === null
      ? '- Percentile 90d: none'
      : `- Percentile 90d: ${formatStatistic(percentile_90d.value, 'percentile')} of ${percentile_90d.n}`,
  ]
  lines.push(
    `- Confidence: ${confidenceText(confidence)}`,
    `- Data: ${qualityText(data_quality)}`,
    `- Method ${escapeText(method.version)}: ${escapeText(method.url)}`,
  )
  return lines
}

function paceText({ momentum, trend, unit }: Reading): string {
  const window = windowNames.map((name) => trend[name]).find((found) => found !== null)
  if (momentum === null || !window) return ''
  return `, ${formatPace(momentum.short, window, escapeText(unit))} a day against ${formatPace(momentum.long, window, escapeText(unit))}`
}
