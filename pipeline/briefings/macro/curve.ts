import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { YieldCurve } from '../../documents/charts.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords } from '../../values/amounts.ts'
import { indexAtOrBefore, valueOn } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import { basisPointsOf } from '../readings.ts'
import { listing } from '../table.ts'

/** Maturities of the par curve in years, by the series of the Treasury. */
const maturities: readonly (readonly [series: string, years: number, name: string])[] = [
  ['treasury.BC_1MONTH', 1 / 12, '1 month'],
  ['treasury.BC_1_5MONTH', 1.5 / 12, '6 weeks'],
  ['treasury.BC_2MONTH', 2 / 12, '2 months'],
  ['treasury.BC_3MONTH', 0.25, '3 months'],
  ['treasury.BC_4MONTH', 4 / 12, '4 months'],
  ['treasury.BC_6MONTH', 0.5, '6 months'],
  ['treasury.BC_1YEAR', 1, '1 year'],
  ['treasury.BC_2YEAR', 2, '2 years'],
  ['treasury.BC_3YEAR', 3, '3 years'],
  ['treasury.BC_5YEAR', 5, '5 years'],
  ['treasury.BC_7YEAR', 7, '7 years'],
  ['treasury.BC_10YEAR', 10, '10 years'],
  ['treasury.BC_20YEAR', 20, '20 years'],
  ['treasury.BC_30YEAR', 30, '30 years'],
]
/** Fewer maturities than these make no curve; one older than this many days is out of date. */
const leastMaturities = 5
const oldestCurve = 10

/** The newest curve, and those of the same day a month and a year before, or of the last day with one before it. */
export function curvesOf(day: Day): YieldCurve[] {
  const ten = day.series('treasury.BC_10YEAR')
  if (ten === null) return []
  const newest = ten.period.at(-1)!
  if (day.asOf - newest > oldestCurve) return []
  return [0, 30, 365].flatMap((back) => {
    const at = indexAtOrBefore(ten, newest - back)
    if (at < 0 || newest - back - ten.period[at]! > oldestCurve) return []
    const on = ten.period[at]!
    const points = maturities.flatMap(([id, years]) => {
      const percent = valueOn(day.series(id), on)
      return percent === null ? [] : [[years, percent] as const]
    })
    return points.length < leastMaturities ? [] : [{ day: on, points }]
  })
}

/** All maturities on the newest day of the Treasury's curve, and what each has done in a month and a year. */
export function curveSection(day: Day): Section[] {
  const [newest, ...earlier] = curvesOf(day)
  if (newest === undefined) return []
  const yieldOn = (curve: YieldCurve | undefined, years: number) => curve?.points.find(([each]) => each === years)?.[1] ?? null
  const change = (now: number, then: number | null) => (then === null ? null : basisPointsOf(now - then))
  // a curve that is missing a month back is not a reason to take that of a year back for it
  const month = earlier.find((curve) => newest.day - curve.day < 100)
  const year = earlier.find((curve) => newest.day - curve.day > 300)
  const written = (curve: YieldCurve) => dayInWords(isoDay(curve.day), isoDay(day.asOf))
  const against = [month, year].flatMap((curve) => curve ?? []).map(written)
  return listing('curve', 'The Treasury curve', {
    note: `Par yields of ${written(newest)}${against.length === 0 ? '' : `, against ${against.join(' and ')}`}. The 4-month has been on the curve since October 2022, the 6-week since February 2025.`,
    things: maturities.flatMap(([, years, maturity]) => {
      const value = yieldOn(newest, years)
      return value === null ? [] : [{ maturity, years, value, monthAgo: yieldOn(month, years), yearAgo: yieldOn(year, years) }]
    }),
    columns: {
      maturity: ['Maturity', ({ maturity }) => maturity],
      years: [null, ({ years }) => rounded(years, 4)],
      value: ['Yield | percent', ({ value }) => value],
      period: [null, () => isoDay(newest.day)],
      month_ago: ['A month ago | percent', ({ monthAgo }) => monthAgo],
      month_change: ['Over the month | bp', ({ value, monthAgo }) => change(value, monthAgo)],
      year_ago: ['A year ago | percent', ({ yearAgo }) => yearAgo],
      year_change: ['Over the year | bp', ({ value, yearAgo }) => change(value, yearAgo)],
    },
  })
}
