import { treasurySeries } from '../../../data/series/treasury.ts'
import { defineFeed } from './feed.ts'
import { treasuryCurveIn } from './treasury-curve.ts'

const id = 'treasury-par-curve'
const tenorHeader = /^(\d+(?:\.\d)?) (?:(Mo|Month)|Yr)$/

/** `1.5 Month` -> `BC_1_5MONTH`, `10 Yr` -> `BC_10YEAR`; null for another header. */
function keyOf(header: string): string | null {
  const match = tenorHeader.exec(header)
  return match && `BC_${match[1]!.replace('.', '_')}${match[2] ? 'MONTH' : 'YEAR'}`
}

/** The Treasury's daily par yield curve, percent, tenors `BC_...`. `BC_30YEARDISPLAY` repeats the 30 years and is not a series. */
export const treasuryParCurve = defineFeed({
  id,
  upstream: 'treasury',
  title: 'Daily Treasury par yield curve',
  needs: null,
  ...treasuryCurveIn({
    id,
    curve: 'daily_treasury_yield_curve',
    firstYear: 1990,
    rows: treasurySeries,
    keyOf,
    benchmark: 'BC_10YEAR',
  }),
})
