import { splitsOf } from '../../data/splits.ts'
import { dayNumber } from '../time/day.ts'
import { buildColumn, type Formula, inputPartAt, periodIndexOf } from './formula.ts'

/**
 * Closes of a listed share in the shares of its newest close: each is divided by the splits between the two. Dividends stay in the price.
 * A split counts from its session on, so that the history of an earlier day knows none of the later ones.
 */
export const splitAdjusted: Formula = ([of], metric) => {
  if (!of) return null
  const { column } = of
  const newest = column.period.at(-1)!
  const oldest = column.period[0]!
  const splits = splitsOf({ id: column.series }).flatMap(({ session, ratio }) => {
    const day = dayNumber(session)!
    return oldest < day && day <= newest && ratio !== 1 ? [{ day, ratio }] : []
  })
  const sharesSince = (period: number) => splits.reduce((shares, { day, ratio }) => (period < day ? shares * ratio : shares), 1)
  const history =
    splits.length === 0
      ? column
      : buildColumn(
          metric,
          column,
          (i) => column.value[i]! / sharesSince(column.period[i]!),
          () => [],
        )
  return {
    column: history,
    dependsOn: of.dependsOn,
    parts: (i) => [inputPartAt(column, periodIndexOf(column, history.period[i]!))],
    notes: () => [],
  }
}
