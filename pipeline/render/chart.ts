import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { decimalsOf } from '../analysis/display.ts'
import { exponentOf } from '../analysis/rounding.ts'
import { dayMs, isoDay } from '../calendar/day.ts'
import { escapeHtml } from './escape-html.ts'
import { formatFigure, plainNumber } from './format-number.ts'

export type Points = readonly (readonly [day: number, value: number])[]

/** Dated values of one quantity, oldest first, with the day as a day number; `beside` is drawn with them, in the same unit. */
export interface Line {
  readonly title: string
  readonly unit: string
  readonly points: Points
  readonly beside: { readonly title: string; readonly points: Points } | null
}

/** Of the drawing, in its own units: on a phone about one to a pixel. */
const width = 360
const height = 200
const box = { left: 8, right: width - 58, top: 14, bottom: height - 26 }
/** Between the middles of two texts that stand one above the other. */
const leading = 13
/** Half of what a date below the drawing takes. */
const halfDate = 26

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * A line over time as an SVG text: a few ticks, the newest value marked and labelled, in words for who cannot see it. Colours are classes of
 * the page's style (`line`, `beside`, `grid`, `tick`, `mark`, `value`). The same points give the same bytes.
 */
export function chart({ title, unit, points, beside }: Line): string {
  const all = [...points, ...(beside?.points ?? [])]
  const values = all.map(([, value]) => value)
  const [first, last] = [Math.min(...all.map(([day]) => day)), Math.max(...all.map(([day]) => day))]
  const across = scaleUtc([new Date(first * dayMs), new Date(last * dayMs)], [box.left, box.right])
  const up = scaleLinear(spread(values), [box.bottom, box.top]).nice(4)
  const ticks = up.ticks(4)
  const write = writerOf(ticks, unit)
  const x = (day: number) => across(new Date(day * dayMs))
  const path = line<readonly [number, number]>(
    ([day]) => x(day),
    ([, value]) => up(value),
  ).digits(1)

  const [day, newest] = points.at(-1)!
  const labels = [{ kind: 'value', value: newest, y: up(newest) }]
  const described = [`${isoDay(first)} to ${isoDay(last)}; ${formatFigure(newest, unit)} at the end`]
  if (beside) {
    const [, value] = beside.points.at(-1)!
    labels.push({ kind: 'value quiet', value, y: asideOf(up(value), up(newest)) })
    described.push(`${beside.title} ${formatFigure(value, unit)}`)
  }
  const margin = (kind: string, y: number, text: string) =>
    `<text class="${kind}" x="${box.right + 6}" y="${at(y + 4)}">${text}</text>`
  const grid = ticks.map((value) => {
    const y = up(value)
    const free = labels.every((label) => Math.abs(y - label.y) >= leading)
    return `<line class="grid" x1="${box.left}" x2="${box.right}" y1="${at(y)}" y2="${at(y)}"/>${free ? margin('tick', y, write.tick(value)) : ''}`
  })
  const dates = across.ticks(4).filter((date) => across(date) >= halfDate && across(date) <= width - halfDate)
  const gap = Math.min(width, ...dates.slice(1).map((date, i) => across(date) - across(dates[i]!)))
  const dated = dates
    .filter((_, i) => i % Math.ceil((2 * halfDate) / gap) === 0)
    .map((date) => `<text class="tick" x="${at(across(date))}" y="${height - 8}" text-anchor="middle">${dateOf(date)}</text>`)

  return [
    `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img"><title>${escapeHtml(title)}</title><desc>${escapeHtml(described.join('; '))}</desc>`,
    ...grid,
    ...dated,
    beside ? `<path class="beside" d="${path(beside.points)}"/>` : '',
    `<path class="line" d="${path(points)}"/>`,
    `<circle class="mark" cx="${at(x(day))}" cy="${at(up(newest))}" r="3.5"/>`,
    ...labels.map(({ kind, value, y }) => margin(kind, y, write.value(value))),
    '</svg>',
  ].join('')
}

/** Least and largest value; a line that does not vary gets room above and below. */
function spread(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = low === high ? Math.abs(low) * 0.05 || 1 : 0
  return [low - room, high + room]
}

/** The place of a label so that it stands clear of the one at `other`, within the drawing. */
function asideOf(y: number, other: number): number {
  if (Math.abs(y - other) >= leading) return y
  const below = y > other || other - leading < box.top
  return below && other + leading <= box.bottom ? other + leading : other - leading
}

function dateOf(date: Date): string {
  const month = months[date.getUTCMonth()]!
  return `${month} ${date.getUTCDate() === 1 ? date.getUTCFullYear() : date.getUTCDate()}`
}

const sizes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
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
  const size = name === 'k' ? 1_000 : least
  const decimals = Math.max(0, -exponentOf((ticks[1]! - ticks[0]!) / size))
  return {
    tick: (value) => (value === 0 ? '0' : `${(value / size).toFixed(decimals)}${name}`),
    value: (value) => {
      const fourDigits = Math.max(0, 3 - exponentOf(Math.abs(value / size)))
      const inUnit = size === 1 ? decimalsOf(value, unit) : fourDigits
      return `${plainNumber(value / size, Math.min(fourDigits, inUnit, decimals + 2))}${name}`
    },
  }
}

const byPower = (value: number): string => value.toExponential(1)
const at = (value: number): string => String(Number(value.toFixed(1)))
