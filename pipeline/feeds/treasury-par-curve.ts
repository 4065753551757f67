import { feedOf } from './sightings.ts'
import { treasuryCurve } from './treasury-curve.ts'

/**
 * The Treasury's daily par yield curve, percent, tenors `BC_...`; the CSV calls `BC_1_5MONTH` `1.5 Month` and `BC_10YEAR` `10 Yr`.
 * `BC_30YEARDISPLAY` repeats the 30 years and is not a series.
 */
export const treasuryParCurve = feedOf(
  ...treasuryCurve({
    id: 'treasury-par-curve',
    title: 'Daily Treasury par yield curve',
    curve: 'daily_treasury_yield_curve',
    firstYear: 1990,
    prefix: 'BC_',
    tenor: /^(\d+(?:\.\d)?) (?:(Mo|Month)|Yr)$/,
  }),
)
