import { isoDay } from '../calendar/day.ts'
import { clean, type Formula, historyOf, indexOf, lastKnown, partAt, trailingMean } from './formula.ts'

/** Values of the mean: days of what has one every day, sessions of what is traded on business days. */
const values = 200

/** Percent that a daily value is above the mean of the last 200, itself among them; none where that mean is zero or below. */
export const meanGap200d: Formula = ([of], metric) => {
  if (!of) return null
  const { column } = of
  const history = historyOf(
    metric.name,
    metric.unit,
    column,
    (i) => {
      const mean = trailingMean(column, i, values)
      return mean === null || mean <= 0 ? null : 100 * (column.value[i]! / mean - 1)
    },
    (i) => [[column, lastKnown(column, i, values)]],
  )
  return {
    column: history,
    words: `100 x (${column.series} / mean of its last ${values} values - 1)`,
    rests: of.rests,
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      const from = column.period[at - values + 1]!
      return [
        partAt(column, at),
        {
          series: `mean of ${column.series}, ${values} values ${isoDay(from)} to ${isoDay(column.period[at]!)}`,
          period: column.period[at]!,
          value: clean(trailingMean(column, at, values)!),
          unit: column.unit,
          known: history.known[i]!,
          window: { series: column.series, from },
        },
      ]
    },
    notes: (i) => of.notes(indexOf(column, history.period[i]!)),
  }
}
