import type { CalibrationDocument, CalibrationReport, Sampled } from '../documents/calibration.ts'
import { escapeText } from './escape.ts'
import { formatNumber, formatStatistic } from './format-number.ts'
import { table } from './table.ts'

/** The record of past scores as Markdown: all metrics together, the ten bins, then a row a metric. */
export function calibrationMarkdown({ as_of, sample, pooled, metrics }: CalibrationDocument): string {
  return [
    '# Calibration',
    ...(sample ? ['**SAMPLE DATA**'] : []),
    `As of ${as_of}. What past scores said, each from the outcomes known by its day, and what happened. Values are as known now.`,
    ...(pooled === null ? ['No score has come to its end yet.'] : pooledBlocks(pooled)),
    '## Metrics',
    table(['Metric', 'Score', 'Days', 'n', 'Held', 'Base rate', 'Brier', 'Skill', 'From', 'To'], metrics.map(metricRow)),
  ]
    .join('\n\n')
    .concat('\n')
}

function pooledBlocks(pooled: CalibrationReport): string[] {
  const { forecasts, n, hit_rate, brier, base_brier, skill, calibration_error, reliability } = pooled
  return [
    [
      `- ${formatNumber(forecasts, 0)} scores over ${formatNumber(n, 0)} windows that do not overlap; held ${formatStatistic(hit_rate, 'share')}`,
      `- Calibration error ${interval(calibration_error)}`,
      `- Brier ${interval(brier)}, of the base rate ${interval(base_brier)}, skill ${interval(skill)}`,
    ].join('\n'),
    table(
      ['Probability', 'Scores', 'Said', 'Held'],
      reliability
        .filter(({ forecasts: count }) => count > 0)
        .map((bin) => [
          `${bin.from} to ${bin.to}`,
          formatNumber(bin.forecasts, 0),
          ...[bin.probability, bin.hit_rate].map((share) => (share === null ? '' : formatStatistic(share, 'share'))),
        ]),
    ),
    picture(reliability),
  ]
}

/** Places from 0 to 100 % in the picture. */
const places = 51

/** Said against held, a line for each bin: `s` where scores said, `h` where signals held, `*` where both are. */
function picture(reliability: CalibrationReport['reliability']): string {
  const lines = reliability.flatMap(({ from, to, probability, hit_rate }) => {
    if (probability === null || hit_rate === null) return []
    const [expected, reached] = [probability, hit_rate].map((share) => Math.round(share * (places - 1)))
    const track = Array.from({ length: places }, (_, at) =>
      at === expected ? (at === reached ? '*' : 's') : at === reached ? 'h' : '-',
    )
    return [`${from.toFixed(1)} to ${to.toFixed(1)} |${track.join('')}|`]
  })
  return ['```text', 's said, h held, * both; left 0, right 1', ...lines, '```'].join('\n')
}

/** A figure with the middle 95 % of its samples, where there are any. */
function interval({ value, low, high }: Sampled): string {
  const [at, from, to] = [value, low, high].map((share) => (share === null ? null : formatNumber(share, 4)))
  return from === null || to === null ? `${at}` : `${at} (${from} to ${to})`
}

function metricRow(row: CalibrationDocument['metrics'][number]): string[] {
  const { metric, score, why, horizon_days, calibration, brier, skill } = row
  return [
    escapeText(metric),
    score === null ? escapeText(why ?? '') : formatStatistic(score, 'score'),
    String(horizon_days),
    ...(calibration === null
      ? ['', '', '']
      : [String(calibration.n), formatStatistic(calibration.hit_rate, 'share'), formatStatistic(calibration.base_rate, 'share')]),
    ...[brier, skill].map((figure) => (figure === null ? '' : interval(figure))),
    calibration?.from ?? '',
    calibration?.to ?? '',
  ]
}
