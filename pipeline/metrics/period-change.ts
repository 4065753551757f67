import { dayMs, endOfMonth } from '../calendar/day.ts'
import type { Column } from '../column.ts'
import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** Least days between two periods of a series of months or quarters. */
const leastMonth = 28
const weeksOfYear = 52
const daysOf13Weeks = 91

/** The last day of the month `count` months before that of `period`: how months and quarters are named. */
function monthsBefore(period: number, count: number): number {
  const date = new Date(period * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1 - count, 0) / dayMs
}

const isMonthly = ({ period }: Column, i: number): boolean =>
  period[i] === endOfMonth(period[i]!) && i > 0 && period[i]! - period[i - 1]! >= leastMonth

/**
 * What a value is against an earlier one of the same series.
 *
 * @param earlier the period (day number) it is compared with; without a value for exactly that one there is no change
 * @param words the formula in words, of the name of what it reads
 */
const against =
  (
    earlier: (column: Column, i: number) => number,
    change: (now: number, then: number) => number,
    words: (name: string) => string,
  ): Formula =>
  ([of], metric) => {
    if (!of) return null
    const { column } = of
    const before = (i: number) => indexOf(column, earlier(column, i))
    const history = historyOf(
      metric.name,
      metric.unit,
      column,
      (i) => {
        const then = before(i)
        return then < 0 ? null : change(column.value[i]!, column.value[then]!)
      },
      (i) => [[column, before(i)]],
    )
    const ends = (i: number): [number, number] => {
      const now = indexOf(column, history.period[i]!)
      return [now, before(now)]
    }
    return {
      column: history,
      words: words(column.series),
      rests: of.rests,
      parts: (i) => ends(i).map((at) => partAt(column, at)),
      notes: (i) => of.notes(ends(i)[0]),
    }
  }

const percent = (now: number, then: number): number => (then > 0 ? 100 * (now / then - 1) : Number.NaN)
const difference = (now: number, then: number): number => now - then

/** Percent against the same month or quarter of the year before; of a weekly series against the week 52 weeks before. */
export const yearChange = against(
  (column, i) => (isMonthly(column, i) ? monthsBefore(column.period[i]!, 12) : column.period[i]! - 7 * weeksOfYear),
  percent,
  (name) => `100 x (${name} / ${name} a year before - 1)`,
)

/** Percent against the month before. */
export const monthChange = against(
  (column, i) => monthsBefore(column.period[i]!, 1),
  percent,
  (name) => `100 x (${name} / ${name} of the previous month - 1)`,
)

/** The difference from the month before, in the unit of the series. */
export const monthStep = against(
  (column, i) => monthsBefore(column.period[i]!, 1),
  difference,
  (name) => `${name} - ${name} of the previous month`,
)

/** Percent a year, if the pace of the last three months went on for twelve. */
export const annualised3m = against(
  (column, i) => monthsBefore(column.period[i]!, 3),
  (now, then) => (then > 0 && now > 0 ? 100 * ((now / then) ** 4 - 1) : Number.NaN),
  (name) => `100 x ((${name} / ${name} three months before)^4 - 1)`,
)

/** The difference from the value of the same weekday 13 weeks before, in the unit of the series. */
export const change13w = against(
  (column, i) => column.period[i]! - daysOf13Weeks,
  difference,
  (name) => `${name} - ${name} of 13 weeks before`,
)
