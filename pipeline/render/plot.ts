import { scaleLinear, scaleUtc } from 'd3-scale'
import type { Tone } from '../../data/charts.ts'
import type { LabelRun } from '../documents/charts.ts'
import { dayMs, isoDay } from '../time/day.ts'
import { dayInWords } from '../values/amounts.ts'
import { decimalExponent, decimalsOf } from '../values/rounding.ts'
import { shortDay, tickDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { plainNumber } from './format-number.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import type { Places } from './places.ts'
import { toneHtml } from './shapes.ts'
import { laneRects, runsInWords } from './strip.ts'

export type ChartPoints = readonly (readonly [day: number, value: number])[]

/** A value at which something would turn, with what it turns to; `side` as a sign: `≤`. */
export interface PlotLevel {
  readonly value: number
  /** The value as it is printed everywhere. */
  readonly text: string
  readonly side: string
  readonly to: string
  readonly tone: Tone
}

/** Dated values of one quantity, oldest first, with the day as a day number; `beside` is drawn with them, in the same unit. */
export interface PlotLine {
  readonly title: string
  readonly unit: string
  readonly points: ChartPoints
  readonly beside: { readonly title: string; readonly points: ChartPoints } | null
}

/** What may stand below a line, labels of days, and whether it is drawn as bars from zero. */
interface Form {
  readonly bars?: boolean
  readonly runs?: readonly LabelRun[]
}

/** A drawing is a box of a thousand by a thousand that stretches to any shape. History ends here where levels are next to it. */
const size = 1_000
const historyWithLevels = 800
/** Least distance of two labels one above the other, in thousandths of the height: a line of text in the lowest plot. */
const leading = 72
const aboveLine = 34
/** Letters that the zone of levels has room for; a longer label takes the place of the tick next to it. */
const lettersOfZone = 14
/** A level that would leave the history less than this share of the height is listed and not drawn. */
const leastShare = 0.35

/**
 * A line over time that fits any width: the drawing stretches, its texts are HTML over it and do not. The newest value is marked and
 * labelled at its end; the levels are dashed in their own zone beyond it, and nowhere drawn over history. The same values give the
 * same bytes.
 *
 * @param zone what stands over the levels
 */
export function plotHtml(
  { title, unit, points, beside }: PlotLine,
  levels: readonly PlotLevel[],
  zone: string,
  places: Places,
  { bars = false, runs = [] }: Form = {},
): string {
  const values = [...points, ...(beside?.points ?? [])].map(([, value]) => value)
  const drawn = levels.filter(({ value }) => shareLeft(values, value) >= leastShare)
  const days = [...points, ...(beside?.points ?? [])].map(([day]) => day)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const end = drawn.length > 0 ? historyWithLevels : size
  // a bar stands before its day
  const start = bars ? whole(end / points.length) : 0
  const across = scaleUtc([new Date(first * dayMs), new Date(last * dayMs)], [start, end])
  const up = scaleLinear(spread([...values, ...drawn.map(({ value }) => value), ...(bars ? [0] : [])]), [size, 0]).nice(4)
  const ticks = up.ticks(4)
  const write = writerOf(ticks, unit)
  const x = (day: number) => across(new Date(day * dayMs))
  const [day, newest] = points.at(-1)!
  const newestLabel = (top: number) =>
    drawn.length === 0
      ? places.text('b', 'end', size, top, write.value(newest))
      : places.text(
          'b',
          'v',
          end + 18,
          top,
          `<span class="wide">${escapeHtml(pageFigure(newest, unit))}</span><span class="narrow">${write.value(newest)}</span>`,
        )

  // the newest value is next to its dot, a level above its line
  const named = [
    { value: newest, top: up(newest), letters: 0, text: (top: number) => newestLabel(top) },
    ...drawn.map(({ value, text: level, side, to, tone }) => {
      const figure = `${side} ${level} `
      return {
        value,
        top: up(value) - aboveLine,
        letters: figure.length + to.length,
        text: (top: number) => {
          const short = toneHtml(tone, level)
          const full = `${escapeHtml(figure)}${toneHtml(tone, to)}`
          return places.text('i', 'v', end + 18, top, `<span class="wide">${full}</span><span class="narrow">${short}</span>`)
        },
      }
    }),
  ].sort((a, b) => b.value - a.value)
  const tops = spreadLabels(
    named.map(({ top }) => top),
    leading,
  )
  const inGutter = drawn.length > 0 ? tops.filter((_, i) => named[i]!.letters > lettersOfZone) : [up(newest)]
  const free = (y: number) => inGutter.every((other) => Math.abs(y - other) >= leading)
  const dates = across.ticks(5).filter((date) => across(date) >= 50 && across(date) <= size - 60)
  const seen = drawn.map(({ text }) => text)
  const described = [
    `${title} from ${dayInWords(isoDay(first))} to ${dayInWords(isoDay(last))}; ${pageFigure(newest, unit)} at the end`,
    ...(beside ? [`${beside.title} ${pageFigure(beside.points.at(-1)![1], unit)}`] : []),
    ...(seen.length > 0 ? [`it would turn at ${seen.join(' and ')}`] : []),
  ]
  return [
    `<div class="plot" role="img" aria-label="${escapeHtml(described.join('; '))}"><div class="in">`,
    `<svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...ticks.map((value) => `<path class="gr" d="M0 ${whole(up(value))}h${size}"/>`),
    drawn.length > 0 ? `<rect class="tn" x="${end}" y="0" width="${size - end}" height="${size}"/>` : '',
    ...drawn.map(({ value }) => `<path class="lvl" d="M${end} ${whole(up(value))}h${size - end}"/>`),
    beside ? `<path class="ln2" d="${pathOf(beside.points, x, up)}"/>` : '',
    bars
      ? barsOf(points, x, up)
      : `<path class="ln" d="${pathOf(points, x, up)}"/><path class="dot" d="M${whole(x(day))} ${whole(up(newest))}h0"/>`,
    '</svg>',
    ...ticks.filter((value) => free(up(value))).map((value) => places.text('i', 'y', size, up(value), write.tick(value))),
    ...named.map((one, i) => one.text(tops[i]!)),
    drawn.length > 0 ? `<i class="zone ${places.at(end / 10, 0)}">${escapeHtml(zone)}</i>` : '',
    ...dates.map((date, i) =>
      places.text('i', i % 2 === 1 ? 'x wide' : 'x', across(date), size, tickDay(date.toISOString().slice(0, 10))),
    ),
    '</div></div>',
    runs.length > 0 ? under(runs, (day) => Math.min(end, Math.max(0, x(day)))) : '',
  ].join('')
}

/** Labels of days below the line they belong to. */
function under(runs: readonly LabelRun[], x: (day: number) => number): string {
  return `<div class="plot under" role="img" aria-label="${escapeHtml(`The signal on each day: ${runsInWords(runs)}`)}"><div class="in">${laneRects(runs, x)}</div></div>`
}

/** The same without axes and words, for one glance next to a sentence. `level` is dashed over it. */
export function sparkline({ title, points }: Pick<PlotLine, 'title' | 'points'>, level: number | null): string {
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const across = scaleLinear([first, last], [0, size])
  const up = scaleLinear(spread(points.map(([, value]) => value)), [930, 70])
  const [day, newest] = points.at(-1)!
  const label = `${title}, ${shortDay(isoDay(first))} to ${shortDay(isoDay(last))}`
  return [
    `<div class="tiny" role="img" aria-label="${escapeHtml(label)}"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    level === null ? '' : `<path class="lvl" d="M0 ${whole(up(level))}h${size}"/>`,
    `<path class="ln" d="${pathOf(points, across, up)}"/><path class="dot" d="M${whole(across(day))} ${whole(up(newest))}h0"/></svg></div>`,
  ].join('')
}

/** Share of the least distance between two values that a bar takes. */
const barShare = 0.7

/** Bars from zero, those above it and those below it in two tones: their place repeats the colour. */
function barsOf(points: ChartPoints, x: (day: number) => number, y: (value: number) => number): string {
  const steps = points.slice(1).map(([day], at) => x(day) - x(points[at]![0]))
  const wide = Math.max(1, whole(barShare * Math.min(...steps)))
  const path = (of: ChartPoints) =>
    of.map(([day, value]) => `M${whole(x(day) - wide)} ${whole(y(0))}h${wide}V${whole(y(value))}h-${wide}z`).join('')
  const [above, below] = [points.filter(([, value]) => value >= 0), points.filter(([, value]) => value < 0)]
  return `<path class="fu" d="${path(above)}"/><path class="fd" d="${path(below)}"/><path class="ax" d="M0 ${whole(y(0))}h${size}"/>`
}

/** Steps between whole places: three years of days in two or three kilobytes. */
function pathOf(points: ChartPoints, x: (day: number) => number, y: (value: number) => number): string {
  let [fromX, fromY] = points[0]!.map((_, i) => whole(i === 0 ? x(points[0]![0]) : y(points[0]![1]))) as [number, number]
  const steps = points.slice(1).map(([day, value]) => {
    const [toX, toY] = [whole(x(day)), whole(y(value))]
    const step = `${toX - fromX} ${toY - fromY}`
    ;[fromX, fromY] = [toX, toY]
    return step
  })
  return `M${whole(x(points[0]![0]))} ${whole(y(points[0]![1]))}l${steps.join(' ').replaceAll(' -', '-')}`
}

const whole = (value: number): number => Math.round(value) + 0

/** Least and largest value; a line that does not vary gets room above and below. */
function spread(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = low === high ? Math.abs(low) * 0.05 || 1 : 0
  return [low - room, high + room]
}

/** The share of the height that history keeps where `level` is drawn too. */
function shareLeft(values: readonly number[], level: number): number {
  const [low, high] = spread(values)
  return (high - low) / (Math.max(high, level) - Math.min(low, level))
}

/** Tops, falling down the page in their order, moved apart so that no two labels lie on each other, and kept inside. */
export function spreadLabels(tops: readonly number[], leading: number): number[] {
  const moved = [...tops]
  for (let i = 0; i < moved.length; i++) moved[i] = Math.max(moved[i]!, i === 0 ? 30 : moved[i - 1]! + leading)
  for (let i = moved.length - 1; i >= 0; i--)
    moved[i] = Math.min(moved[i]!, i === moved.length - 1 ? size - 30 : moved[i + 1]! - leading)
  return moved
}

const sizes = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'mn'],
  [1e4, 'k'],
] as const

/**
 * How the values of one axis are written, all in thousands, millions and so on where they are large: a tick with the decimals that tell it
 * from the next, a value with four digits, but no more decimals than are seen on the axis or shown of its unit anywhere.
 */
function writerOf(ticks: readonly number[], unit: string): { tick(value: number): string; value(value: number): string } {
  const most = Math.max(...ticks.map(Math.abs))
  if (most >= 1e15 || most < 1e-3) return { tick: byPower, value: byPower }
  const [least, name] = sizes.find(([from]) => most >= from) ?? [1, '']
  const divisor = name === 'k' ? 1_000 : least
  const decimals = Math.max(0, -decimalExponent(Number(((ticks[1]! - ticks[0]!) / divisor).toPrecision(6))))
  const percent = unit === 'percent' ? '%' : ''
  const grouped = (text: string) => text.replace(/\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','))
  return {
    tick: (value) => (value === 0 ? '0' : pageNumber(`${grouped((value / divisor).toFixed(decimals))}${name}`)),
    value: (value) => {
      const fourDigits = Math.max(0, 3 - decimalExponent(Math.abs(value / divisor)))
      const inUnit = divisor === 1 ? decimalsOf(value, unit) : fourDigits
      const number = grouped(plainNumber(value / divisor, Math.min(fourDigits, inUnit, decimals + 2)))
      return pageNumber(`${number}${name}${percent}`)
    },
  }
}

const byPower = (value: number): string => pageNumber(value.toExponential(1))
