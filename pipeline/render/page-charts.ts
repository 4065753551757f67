import { scaleLinear, scaleUtc } from 'd3-scale'
import { barChartMetrics } from '../../data/charts.ts'
import type { Block, Text } from '../documents/blocks.ts'
import type { Turn } from '../documents/reading.ts'
import { capitalised, toneOfSignal, toneOfState } from '../documents/tones.ts'
import { dayMs, isoDay } from '../time/day.ts'
import { dayInWords, turnLevelText } from '../values/amounts.ts'
import { rounded } from '../values/rounding.ts'
import { shortDay, tickDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import { textHtml } from './page-spans.ts'
import type { Places } from './places.ts'
import { type PlotLevel, plotHtml, spreadLabels } from './plot.ts'
import { toneHtml } from './shapes.ts'
import { laneRects, runsInWords } from './strip.ts'

/** Levels that a chart has room for. */
const mostLevels = 3

const zones = { next_release: 'At the next release', week: 'If it stays for a week' } as const

/** The history of a metric with the levels of its signal, the newest value of the second line, and notes below. */
export function chartFigure(
  { line, turns, runs, notes }: Extract<Block, { kind: 'chart' }>,
  asOf: string,
  places: Places,
): string {
  const { title, unit, points, beside } = line
  const shown = turns.slice(0, mostLevels)
  const levels = shown.map((turn) => levelOf(turn, line.metric, unit))
  const days = [points[0]!, points.at(-1)!].map(([day]) => shortDay(isoDay(day))).join(' to ')
  const units = unit === '1' || unit === 'index' ? '' : `${capitalised(unit)}, `
  const second =
    beside === null ? '' : `<p class="second">${escapeHtml(`${beside.title}: ${pageFigure(beside.points.at(-1)![1], unit)}`)}</p>`
  const drawing = plotHtml(line, levels, zoneOf(shown), places, {
    runs,
    bars: barChartMetrics.some((name) => name === line.metric),
  })
  return captionedFigure({ title, remark: `${units}${days}`, note: notes.join(' ') }, `${second}${drawing}`, asOf)
}

function levelOf(turn: Turn, metric: string, unit: string): PlotLevel {
  const { to, side, value } = turn
  return {
    value,
    text: pageNumber(turnLevelText(metric, turn, unit)),
    side: side === 'above' ? '≥' : '≤',
    to,
    tone: toneOfSignal(to),
  }
}

/** When these levels count. */
function zoneOf(turns: readonly Turn[]): string {
  const first = turns[0]?.held
  return first !== undefined && turns.every((turn) => turn.held === first) ? zones[first] : 'Where it would turn'
}

interface Captioned {
  readonly title: string
  readonly remark: Text
  readonly note: Text
}

/** A drawing under its title, with a note below it. */
export function captionedFigure({ title, remark, note }: Captioned, drawing: string, asOf: string): string {
  const caption = `<div class="cap"><b>${escapeHtml(title)}</b> <span>${textHtml(remark, asOf)}</span></div>`
  return `<figure>${caption}${drawing}<figcaption>${textHtml(note, asOf)}</figcaption></figure>`
}

const size = 1_000

/** The first share from above, the last from below, the rest between them; under it the label of each day. */
export function areasFigure(block: Extract<Block, { kind: 'areas' }>, asOf: string, places: Places): string {
  const { title, path, ends } = block
  const { points, runs } = path
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const across = scaleUtc([new Date(first * dayMs), new Date(last * dayMs)], [0, size])
  const x = (day: number) => Math.round(Math.min(size, Math.max(0, across(new Date(day * dayMs)))))
  const area = (kind: string, from: 0 | 1_000, share: 1 | 2) => {
    const tops = points.map((point) => `L${x(point[0])} ${Math.round(Math.abs(from - point[share] * size))}`)
    return `<path class="${kind}" d="M0 ${from}${tops.join('')}L${size} ${from}z"/>`
  }
  const dates = across.ticks(6).filter((date) => across(date) >= 50 && across(date) <= size - 60)
  const middles = ends.map(({ share }, at) => size * (ends.slice(0, at).reduce((sum, end) => sum + end.share, 0) + share / 2))
  const tops = spreadLabels(middles, 75)
  const described = ends.map(({ name, share }) => `${name} ${percent(share)}`).join(', ')
  const drawing = [
    `<p class="key sm">${ends.map(({ name }) => toneHtml(toneOfState(name), capitalised(name))).join(' ')}</p>`,
    `<div class="plot area" role="img" aria-label="${escapeHtml(`${title}; at the end ${described}`)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true"><path class="tn" d="M0 0h${size}v${size}H0z"/>`,
    area('fu', 0, 1),
    area('fd', 1_000, 2),
    ...dates.map((date) => `<path class="gr" d="M${Math.round(across(date))} 0v${size}"/>`),
    '</svg>',
    ...ends.map(({ name, share }, i) => places.text('b', `end ${toneOfState(name)}`, size, tops[i]!, escapeHtml(percent(share)))),
    ...dates.map((date, i) =>
      places.text('i', i % 2 === 1 ? 'x wide' : 'x', across(date), size, tickDay(date.toISOString().slice(0, 10))),
    ),
    `</div></div><div class="plot under" role="img" aria-label="${escapeHtml(runsInWords(runs))}"><div class="in">${laneRects(runs, x)}</div></div>`,
  ]
  return captionedFigure(block, drawing.join(''), asOf)
}

const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1%' : `${formatNumber(share * 100, 0)}%`)

/** Room at both sides, so that no label of a maturity leaves the drawing. */
const edge = 50
const kinds = ['ln', 'ln2', 'ln2 old'] as const

const nameOf = (years: number): string => (years < 1 ? `${rounded(years * 12, 1)}m` : `${years}y`)

/** A curve today and at earlier days. Maturities stand at equal distances: on a true scale the short end would be one point. */
export function curveFigure(block: Extract<Block, { kind: 'curves' }>, asOf: string, places: Places): string {
  const { title, remark, curves } = block
  const newest = curves[0]!
  const maturities = newest.points.map(([years]) => years)
  const all = curves.flatMap(({ points }) => points.map(([, value]) => value))
  const up = scaleLinear([Math.min(...all), Math.max(...all)], [size, 0]).nice(4)
  const ticks = up.ticks(4)
  const x = (years: number) => Math.round(edge + ((size - 2 * edge) * maturities.indexOf(years)) / (maturities.length - 1))
  const lines = curves.map(({ points }, at) => {
    const shared = points.filter(([years]) => maturities.includes(years))
    return `<path class="${kinds[at]}" d="M${shared.map(([years, value]) => `${x(years)} ${Math.round(up(value))}`).join('L')}"/>`
  })
  const days = curves.map(({ day }) => isoDay(day))
  const legend = days.map((day, at) => `<span class="lg l${at}">${at === 0 ? dayInWords(day) : shortDay(day)}</span>`)
  const described = newest.points.map(([years, value]) => `${nameOf(years)} ${formatNumber(value, 2)}%`).join(', ')
  const drawing = [
    `<p class="key sm soft">${legend.join(' ')}</p>`,
    `<div class="plot curve" role="img" aria-label="${escapeHtml(`${title}, ${remark}, ${dayInWords(days[0]!)}: ${described}`)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...ticks.map((value) => `<path class="gr" d="M0 ${Math.round(up(value))}h${size}"/>`),
    ...lines.toReversed(),
    ...newest.points.map(([years, value]) => `<path class="dot" d="M${x(years)} ${Math.round(up(value))}h0"/>`),
    '</svg>',
    ...ticks.map((value) => places.text('i', 'y', size, up(value), `${pageNumber(formatNumber(value, 2))}%`)),
    ...maturities.map((years, i) => places.text('i', i % 2 === 1 ? 'x wide' : 'x', x(years), size, nameOf(years))),
    '</div></div>',
  ]
  return captionedFigure(block, drawing.join(''), asOf)
}
