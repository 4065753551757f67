import { isoDay } from '../calendar/day.ts'
import { clean, type Formula, historyOf, indexOf, lastKnown, trailingMean } from './formula.ts'

const days = 200

/** Mean of the last 200 daily values. Its one part names the window instead of 200 rows. */
export const mean200d: Formula = ([of], metric) => {
  if (!of) return null
  const { column } = of
  const history = historyOf(
    metric.name,
    metric.unit,
    column,
    (i) => trailingMean(column, i, days),
    (i) => [[column, lastKnown(column, i, days)]],
  )
  return {
    column: history,
    words: `mean of the last ${days} daily values of ${column.series}`,
    rests: of.rests,
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      const from = column.period[at - days + 1]!
      return [
        {
          series: `mean of ${column.series}, ${days} daily values ${isoDay(from)} to ${isoDay(column.period[at]!)}`,
          period: column.period[at]!,
          value: clean(trailingMean(column, at, days)!),
          unit: column.unit,
          known: history.known[i]!,
          window: { series: column.series, from },
        },
      ]
    },
    notes: () => [],
  }
}
