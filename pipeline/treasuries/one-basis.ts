import type { Split } from '../../data/splits.ts'
import { dayNumber } from '../calendar/day.ts'

/** A class of shares as a cover counts it on a day (YYYY-MM-DD). */
export interface CountedShares {
  readonly shares: number
  readonly asOf: string
}

/**
 * Shares of all classes on the basis of the close of a session, with the oldest day any was counted on.
 *
 * A close already shows a split from its `session` on, a count from its `day` on: a split that one of the two shows and the other does not
 * is put into the count, or taken out of it. The price stays as it was.
 *
 * @param session day number of the close
 */
export function onBasisOf(
  splits: readonly Split[],
  ticker: string,
  counted: readonly CountedShares[],
  session: number,
): { total: number; asOf: string } {
  const own = splits.filter((split) => split.ticker === ticker)
  const onBasis = ({ shares, asOf }: CountedShares): number =>
    own.reduce((sum, split) => {
      const inCount = asOf >= split.day
      const inClose = session >= dayNumber(split.session)!
      if (inCount === inClose) return sum
      return inClose ? sum * split.ratio : sum / split.ratio
    }, shares)
  const [first = ''] = counted.map(({ asOf }) => asOf).sort()
  return { total: counted.reduce((sum, each) => sum + onBasis(each), 0), asOf: first }
}
