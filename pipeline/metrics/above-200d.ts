import { type Calculated, clean, type Formula, historyOf, indexOf, lastKnown, partAt, trailingMean } from './formula.ts'
import { splitAdjusted } from './split-adjusted.ts'

/** Sessions of the mean each close is compared with. */
const sessions = 200
/** Share of the listed closes that must have a mean on a session for the count to say something. */
const fewest = 2 / 3

/**
 * Percent of closes that are above the mean of their own last 200, on the sessions of the first: of those that have a close on that session
 * and 200 in all. Closes are adjusted for splits.
 */
export const above200d: Formula = (of, metric) => {
  const closes = of.flatMap((each) => (each === null ? [] : [splitAdjusted([each], metric)!]))
  const [lead] = closes
  if (!lead) return null
  const counted = (period: number) =>
    closes.flatMap((close): { readonly close: Calculated; readonly at: number; readonly mean: number }[] => {
      const at = indexOf(close.column, period)
      const mean = at < 0 ? null : trailingMean(close.column, at, sessions)
      return mean === null ? [] : [{ close, at, mean }]
    })
  const history = historyOf(
    metric.name,
    metric.unit,
    lead.column,
    (i) => {
      const members = counted(lead.column.period[i]!)
      if (members.length < fewest * of.length) return null
      const above = members.filter(({ close, at, mean }) => close.column.value[at]! > mean)
      return (100 * above.length) / members.length
    },
    (i) => counted(lead.column.period[i]!).map(({ close, at }) => [close.column, lastKnown(close.column, at, sessions)] as const),
  )
  return {
    column: history,
    words: `share of ${of.length} closes that are above the mean of their own last ${sessions}, each adjusted for splits`,
    rests: [...new Set(closes.flatMap(({ rests }) => rests))],
    parts: (i) =>
      counted(history.period[i]!).flatMap(({ close, at, mean }) => [
        partAt(close.column, at),
        {
          ...partAt(close.column, at),
          series: `mean of the last ${sessions} of ${close.column.series}`,
          value: clean(mean),
          window: { series: close.column.series, from: close.column.period[at - sessions + 1]! },
        },
      ]),
    notes: (i) => {
      const members = counted(history.period[i]!).length
      return members < of.length ? [`${members} of ${of.length} closes`] : []
    },
  }
}
