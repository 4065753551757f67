import type { Split } from '../../data/companies.ts'
import { dayNumber } from '../calendar/day.ts'
import type { CountedShares } from '../companies/statement.ts'

/** A class of shares as counted on a day. */
type Counted = Pick<CountedShares, 'shares' | 'asOf'>

/**
 * Shares of all classes on the basis of the close of a session, with the oldest day any was counted on and the splits that were `applied`.
 *
 * A close already shows a split from its `session` on, a count from its `day` on: a split that one of the two shows and the other does not
 * is put into the count, or taken out of it. The price stays as it was.
 *
 * @param splits of the company
 * @param session day number of the close
 */
export function onBasisOf(
  splits: readonly Split[],
  counted: readonly Counted[],
  session: number,
): { total: number; asOf: string; applied: Split[] } {
  const between = ({ asOf }: Counted, split: Split): boolean => asOf >= split.day !== shows(split)
  const shows = (split: Split): boolean => session >= dayNumber(split.session)!
  const onBasis = (count: Counted): number =>
    splits
      .filter((split) => between(count, split))
      .reduce((sum, split) => (shows(split) ? sum * split.ratio : sum / split.ratio), count.shares)
  const [first = ''] = counted.map(({ asOf }) => asOf).sort()
  return {
    total: Math.round(counted.reduce((sum, each) => sum + onBasis(each), 0)),
    asOf: first,
    applied: splits.filter((split) => counted.some((count) => between(count, split))),
  }
}
