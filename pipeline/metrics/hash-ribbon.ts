import { isoDay } from '../calendar/day.ts'
import { clean, type Formula, historyOf, indexOf, lastKnown, trailingMean } from './formula.ts'

const short = 30
const long = 60

/** Mean hash rate of 30 days over that of 60 days, both ending on the day; no value where a day of the 60 is missing. */
export const hashRibbon: Formula = ([of], metric) => {
  if (!of) return null
  const { column } = of
  const whole = (i: number) => i >= long - 1 && column.period[i]! - column.period[i - long + 1]! === long - 1
  const history = historyOf(
    metric.name,
    metric.unit,
    column,
    (i) => (whole(i) ? trailingMean(column, i, short)! / trailingMean(column, i, long)! : null),
    (i) => [[column, lastKnown(column, i, long)]],
  )
  const mean = (at: number, days: number, known: number) => ({
    series: `mean of ${column.series}, ${days} days ${isoDay(column.period[at]! - days + 1)} to ${isoDay(column.period[at]!)}`,
    period: column.period[at]!,
    value: clean(trailingMean(column, at, days)!),
    unit: column.unit,
    known,
    window: { series: column.series, from: column.period[at]! - days + 1 },
  })
  return {
    column: history,
    words: `mean of ${column.series} over ${short} days / mean over ${long} days`,
    rests: of.rests,
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      return [mean(at, short, history.known[i]!), mean(at, long, history.known[i]!)]
    },
    notes: (i) => of.notes(indexOf(column, history.period[i]!)),
  }
}
