import { feedOf } from './sightings.ts'
import { treasuryCurve } from './treasury-curve.ts'

/**
 * The Treasury's daily par real yield curve, of inflation-indexed securities: percent, 5 to 30 years as `TC_...`, in the CSV `10 YR` in
 * capitals where the nominal curve has `10 Yr`. Older values come with six decimals, which the H.15 release rounds to two.
 */
export const treasuryRealCurve = feedOf(
  ...treasuryCurve({
    id: 'treasury-real-curve',
    title: 'Daily Treasury par real yield curve',
    curve: 'daily_treasury_real_yield_curve',
    firstYear: 2003,
    prefix: 'TC_',
    tenor: /^(\d+) YR$/,
  }),
)
