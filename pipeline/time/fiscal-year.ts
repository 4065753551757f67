import { dayMs } from './day.ts'

/** A year that ends in the first days of January is that of the December before. */
const firstDays = 10

/** The calendar year by which a fiscal year that ends on a day (number) is named, and the place of that day in it. */
export function fiscalYearOf(to: number): { year: number; day: number } {
  const date = new Date((to - firstDays) * dayMs)
  return { year: date.getUTCFullYear(), day: (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs }
}
