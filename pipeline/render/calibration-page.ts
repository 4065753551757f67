import { framed } from '../../data/page-frame.ts'
import type { CalibrationDocument, CalibrationReport, Sampled } from '../documents/calibration.ts'
import { dayInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber, formatStatistic } from './format-number.ts'
import { pageNumber } from './page-figures.ts'
import { crumb, crumbs, onDay, warnings } from './page-head.ts'
import { block, columnsOf, pageTable } from './page-table.ts'
import { Places } from './places.ts'

const size = 1_000
const percent = (share: number): string => `${formatNumber(100 * share, 0)}%`
const withEnds = ({ value, low, high }: Sampled): string => {
  const [at, from, to] = [value, low, high].map((each) => (each === null ? null : formatNumber(each, 3)))
  return pageNumber(from === null || to === null ? at! : `${at} (${from} to ${to})`)
}

/** How past scores compare with outcomes: a picture of both, then each metric. */
export function calibrationPage({ as_of, sample, pooled, metrics }: CalibrationDocument): string {
  const places = new Places()
  const rows = metrics.map(({ metric, title, score, horizon_days, calibration, skill }) => [
    `<a href="/api/metrics/${escapeHtml(encodeURIComponent(metric))}?format=html">${escapeHtml(title)}</a>`,
    score === null ? '' : formatStatistic(score, 'score'),
    `${horizon_days} days`,
    ...(calibration === null
      ? ['', '', '']
      : [String(calibration.n), percent(calibration.hit_rate), percent(calibration.base_rate)]),
    skill === null ? '' : withEnds(skill),
  ])
  const heads = columnsOf(
    ['Metric', 'Score now', 'Looks ahead', 'Windows', 'Came true', 'Base rate', 'Skill, 95%'],
    [1, 2, 3, 4, 5, 6],
  )
  const body = [
    '<main id="main">',
    crumbs([crumb('/', 'Today'), crumb('/docs/methodology', 'Methodology')], onDay(as_of)),
    warnings({ sample }),
    `<p class="kicker">Calibration</p><h1>${pooled === null ? 'No score has come to its end yet' : headline(pooled)}</h1>`,
    '<p class="stand">Every signal has a score: the probability that it comes true over its window. Here each past score, made from the outcomes known by its day, stands against what happened.</p>',
    pooled === null ? '' : pooledBlock(pooled, places),
    block('Metrics', 'Skill is measured against the base rate of the metric itself; zero is no better.', pageTable(heads, rows)),
    '</main>',
  ].join('')
  const foot = `<span>Outcomes as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  return framed({ title: `Calibration, ${dayInWords(as_of)}`, body, style: places.style(), foot })
}

/** The error of the scores in a sentence, in points. */
function headline({ calibration_error: { value } }: CalibrationReport): string {
  return `Scores were off by ${formatNumber(100 * value, 1)} points on average`
}

function pooledBlock(
  { forecasts, n, hit_rate, brier, base_brier, skill, calibration_error, reliability }: CalibrationReport,
  places: Places,
): string {
  const bins = reliability.filter(({ probability, hit_rate: share }) => probability !== null && share !== null)
  const most = Math.max(...bins.map(({ forecasts: count }) => count), 1)
  const text = (kind: string, left: number, top: number, content: string) =>
    `<i class="${kind} ${places.at(left / 10, top / 10)}">${content}</i>`
  const described = bins.map((bin) => `said ${percent(bin.probability!)}, came true ${percent(bin.hit_rate!)}`).join('; ')
  const shares = [0, 0.25, 0.5, 0.75, 1]
  const plot = [
    `<div class="plot square" role="img" aria-label="${escapeHtml(described)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...shares.map((share) => `<path class="gr" d="M0 ${size - share * size}h${size}"/>`),
    `<path class="lvl" d="M0 ${size}L${size} 0"/>`,
    ...bins.map(({ probability, hit_rate: share, forecasts: count }) => {
      const kind = count >= most / 20 ? 'dot' : 'dot o'
      return `<path class="${kind}" d="M${Math.round(probability! * size)} ${Math.round(size - share! * size)}h0"/>`
    }),
    '</svg>',
    ...shares.map((share) => text('y', size, size - share * size, percent(share))),
    ...shares.slice(1, -1).map((share) => text('x', share * size, size, percent(share))),
    '</div></div>',
  ].join('')
  const table = pageTable(
    columnsOf(['Score', 'Scores', 'Said', 'Came true'], [1, 2, 3]),
    bins.map(({ from, to, forecasts: count, probability, hit_rate: share }) => [
      `${formatNumber(100 * from, 0)} to ${formatNumber(100 * to, 0)}`,
      formatNumber(count, 0),
      percent(probability!),
      percent(share!),
    ]),
  )
  const facts = [
    [
      'Scores',
      `${formatNumber(forecasts, 0)}, over ${formatNumber(n, 0)} windows that do not overlap; ${percent(hit_rate)} came true`,
    ],
    ['Calibration error', withEnds(calibration_error)],
    ['Brier score', `${withEnds(brier)}; of the base rate ${withEnds(base_brier)}`],
    ['Skill', withEnds(skill)],
  ].map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
  const figure = `<figure><div class="cap"><b>Said and came true</b> <span>By score; on the dashed line both are equal</span></div>${plot}<figcaption>Across: the probability that was said. Up: the share that came true. Hollow: few scores.</figcaption></figure>`
  return `<section class="sec"><div class="two"><div>${figure}</div><div><h2>The record</h2><dl class="src top">${facts.join('')}</dl>${table}</div></div></section>`
}
