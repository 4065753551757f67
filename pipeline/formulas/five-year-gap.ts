import { dayMs, weekday } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import { type Formula, inputPartAt, periodIndexOf, unaryFormula } from './formula.ts'

const years = 5

/** Day number of the Monday of ISO week 1: the week that contains 4 January. */
function firstMonday(year: number): number {
  const day = Date.UTC(year, 0, 4) / dayMs
  return day - weekday(day) + 1
}

/** The ISO 8601 week of a day number. */
export function isoWeekOf(day: number): { readonly year: number; readonly week: number } {
  // the week belongs to the year of its Thursday
  const year = new Date((day - weekday(day) + 4) * dayMs).getUTCFullYear()
  return { year, week: 1 + Math.floor((day - firstMonday(year)) / 7) }
}

/** The day of the same weekday and ISO week `back` years earlier; a 53rd week is compared with the 52nd. */
export function sameWeek(day: number, back: number): number {
  const { year, week } = isoWeekOf(day)
  return firstMonday(year - back) + 7 * (Math.min(week, 52) - 1) + weekday(day) - 1
}

/** The days of the same week of the five years before one, newest first. */
export const sameWeeksBefore = (day: number): number[] => Array.from({ length: years }, (_, at) => sameWeek(day, at + 1))

/** Indices of the values of the same week of the five years before, newest first; null unless all five exist. */
export function sameWeeksOf(column: Column, i: number): number[] | null {
  const indices = sameWeeksBefore(column.period[i]!).map((day) => periodIndexOf(column, day))
  return indices.includes(-1) ? null : indices
}

/**
 * Percent that a weekly value is above or below the mean of the same ISO week of the five years before. Week 53 is compared with week 52
 * of those years; without all five there is no value.
 */
export const fiveYearGap: Formula = unaryFormula(({ column }) => {
  const before = new Map<number, number[] | null>()
  const weeksBefore = (i: number) => memoized(before, i, () => sameWeeksOf(column, i))
  return {
    value: (i) => {
      const weeks = weeksBefore(i)
      if (weeks === null) return null
      const mean = weeks.reduce((sum, at) => sum + column.value[at]!, 0) / years
      return mean > 0 ? 100 * (column.value[i]! / mean - 1) : null
    },
    others: (i) => weeksBefore(i)!.map((at) => [column, at] as const),
    parts: (i) => [i, ...weeksBefore(i)!].map((at) => inputPartAt(column, at)),
  }
})
