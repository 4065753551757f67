import { isoDay } from '../calendar/day.ts'
import { clean, type Formula, historyOf, indexOf, lastKnown, trailingMean } from './formula.ts'

/** What a mean is of: so many values in a row, what they are called, and the days that may be between the first and the last of them. */
interface Window {
  readonly count: number
  readonly values: string
  readonly mostDays: number
}

/** Mean of the last values of a series. Its one part names the window instead of every row. */
const meanOf =
  ({ count, values, mostDays }: Window): Formula =>
  ([of], metric) => {
    if (!of) return null
    const { column } = of
    const meanAt = (i: number) =>
      column.period[i]! - (column.period[i - count + 1] ?? column.period[i]!) > mostDays ? null : trailingMean(column, i, count)
    const history = historyOf(metric.name, metric.unit, column, meanAt, (i) => [[column, lastKnown(column, i, count)]])
    return {
      column: history,
      words: `mean of the last ${count} ${values} of ${column.series}`,
      rests: of.rests,
      parts: (i) => {
        const at = indexOf(column, history.period[i]!)
        const from = column.period[at - count + 1]!
        return [
          {
            series: `mean of ${column.series}, ${count} ${values} ${isoDay(from)} to ${isoDay(column.period[at]!)}`,
            period: column.period[at]!,
            value: clean(trailingMean(column, at, count)!),
            unit: column.unit,
            known: history.known[i]!,
            window: { series: column.series, from },
          },
        ]
      },
      notes: () => [],
    }
  }

export const mean4w = meanOf({ count: 4, values: 'weekly values', mostDays: 21 })
export const mean3m = meanOf({ count: 3, values: 'monthly values', mostDays: 62 })
