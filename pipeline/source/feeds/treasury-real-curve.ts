import { treasuryRealSeries } from '../../../data/series/treasury.ts'
import { defineFeed } from './feed.ts'
import { treasuryCurveIn } from './treasury-curve.ts'

const id = 'treasury-real-curve'

/** `10 YR`, in capitals where the nominal curve has `10 Yr`, -> `TC_10YEAR`; null for another header. */
function keyOf(header: string): string | null {
  const match = /^(\d+) YR$/.exec(header)
  return match && `TC_${match[1]}YEAR`
}

/**
 * The Treasury's daily par real yield curve, of inflation-indexed securities: percent, 5 to 30 years as `TC_...`. Older values come with six
 * decimals, which the H.15 release rounds to two.
 */
export const treasuryRealCurve = defineFeed({
  id,
  upstream: 'treasury',
  title: 'Daily Treasury par real yield curve',
  needs: null,
  ...treasuryCurveIn({
    id,
    curve: 'daily_treasury_real_yield_curve',
    firstYear: 2003,
    rows: treasuryRealSeries,
    keyOf,
    benchmark: 'TC_10YEAR',
  }),
})
