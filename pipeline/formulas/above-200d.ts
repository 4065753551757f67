import { memoized } from '../values/memoized.ts'
import { twelveDigits } from '../values/rounding.ts'
import {
  buildColumn,
  type Calculated,
  type Formula,
  inputPartAt,
  lastKnownIndex,
  periodIndexOf,
  trailingMean,
} from './formula.ts'
import { splitAdjusted } from './split-adjusted.ts'

/** Sessions of the mean each close is compared with. */
const sessions = 200
/** Share of the listed closes that must have a mean on a session for the count to say something. */
const fewest = 2 / 3

/** A close that counts on a session: its index there, and the mean of the sessions up to it. */
interface Member {
  readonly close: Pick<Calculated, 'column'>
  readonly at: number
  readonly mean: number
}

/**
 * Percent of closes that are above the mean of their last 200, on the sessions of the first: of those that have a close on that session
 * and 200 in all. Closes are adjusted for splits.
 */
export const above200d: Formula = (of, metric) => {
  const { name, unit } = metric
  const closes = of.flatMap((each) => (each === null ? [] : [splitAdjusted([each], { name, unit })!]))
  const [lead] = closes
  if (!lead) return null
  const members = new Map<number, readonly Member[]>()
  const counted = (period: number): readonly Member[] =>
    memoized(members, period, () =>
      closes.flatMap((close) => {
        const at = periodIndexOf(close.column, period)
        const mean = at < 0 ? null : trailingMean(close.column, at, sessions)
        return mean === null ? [] : [{ close, at, mean }]
      }),
    )
  const history = buildColumn(
    metric,
    lead.column,
    (i) => {
      const all = counted(lead.column.period[i]!)
      if (all.length < fewest * of.length) return null
      const above = all.filter(({ close, at, mean }) => close.column.value[at]! > mean)
      return (100 * above.length) / all.length
    },
    (i) =>
      counted(lead.column.period[i]!).map(({ close, at }) => [close.column, lastKnownIndex(close.column, at, sessions)] as const),
  )
  return {
    column: history,
    dependsOn: [...new Set(closes.flatMap(({ dependsOn }) => dependsOn))],
    parts: (i) =>
      counted(history.period[i]!).flatMap(({ close, at, mean }) => [
        inputPartAt(close.column, at),
        {
          ...inputPartAt(close.column, at),
          series: `mean of the last ${sessions} of ${close.column.series}`,
          value: twelveDigits(mean),
          window: { series: close.column.series, from: close.column.period[at - sessions + 1]! },
        },
      ]),
    notes: (i) => {
      const { length } = counted(history.period[i]!)
      return length < of.length ? [`${length} of ${of.length} closes`] : []
    },
  }
}
