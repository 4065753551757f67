import { scaleLinear } from 'd3-scale'
import { rounded } from '../analysis/rounding.ts'
import { isoDay } from '../calendar/day.ts'
import type { Curve } from '../documents/charts.ts'
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

/** The yield curve today, a month and a year ago. Maturities stand at equal distances: on a true scale the short end would be one point. */
export function curveFigure(curves: readonly Curve[] | undefined, places: Places): string {
  const newest = curves?.[0]
  if (newest === undefined) return ''
  const maturities = newest.points.map(([years]) => years)
  const all = curves!.flatMap(({ points }) => points.map(([, value]) => value))
  const up = scaleLinear([Math.min(...all), Math.max(...all)], [size, 0]).nice(4)
  const ticks = up.ticks(4)
  const x = (years: number) => Math.round(edge + ((size - 2 * edge) * maturities.indexOf(years)) / (maturities.length - 1))
  const lines = curves!.map(({ points }, at) => {
    const shared = points.filter(([years]) => maturities.includes(years))
    return `<path class="${kinds[at]}" d="M${shared.map(([years, value]) => `${x(years)} ${Math.round(up(value))}`).join('L')}"/>`
  })
  const text = (kind: string, left: number, top: number, content: string) =>
    `<i class="${kind} ${places.at(left / 10, top / 10)}">${content}</i>`
  const days = curves!.map(({ day }) => isoDay(day))
  const legend = days.map((day, at) => `<span class="lg l${at}">${at === 0 ? dayInWords(day) : shortDay(day)}</span>`)
  const described = newest.points.map(([years, value]) => `${nameOf(years)} ${formatNumber(value, 2)}%`).join(', ')
  return [
    `<section class="sec"><figure><div class="cap"><b>Treasury yield curve</b> <span>Par yields, percent</span></div><p class="key sm soft">${legend.join(' ')}</p>`,
    `<div class="plot curve" role="img" aria-label="${escapeHtml(`Treasury par yields on ${dayInWords(days[0]!)}: ${described}`)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...ticks.map((value) => `<path class="gr" d="M0 ${Math.round(up(value))}h${size}"/>`),
    ...lines.toReversed(),
    ...newest.points.map(([years, value]) => `<path class="dot" d="M${x(years)} ${Math.round(up(value))}h0"/>`),
    '</svg>',
    ...ticks.map((value) => text('y', size, up(value), `${pageNumber(formatNumber(value, 2))}%`)),
    ...maturities.map((years, i) => text(i % 2 === 1 ? 'x wide' : 'x', x(years), size, nameOf(years))),
    '</div></div><figcaption>Maturities at equal distances. Source: U.S. Treasury.</figcaption></figure></section>',
  ].join('')
}
