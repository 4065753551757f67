import { scaleLinear } from 'd3-scale'
import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../time/day.ts'
import type { Block } from '../blocks.ts'
import { captioned } from './captioned.ts'
import { dayInWords, shortDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import { pageNumber } from './page-figures.ts'
import type { Places } from './places.ts'

const size = 1_000
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
  return captioned(block, drawing.join(''), asOf)
}
