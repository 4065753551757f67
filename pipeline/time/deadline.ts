import { reportDeadlines } from '../../data/companies/deadlines.ts'
import { dayMs, dayNumber, endOfMonth, isoDay, weekday } from './day.ts'

/** The last day (YYYY-MM-DD) on which a report in words such as `annual report` was due, by the last day of its period; null without a rule. */
export function deadlineOf(market: string, form: string, periodEnd: string): string | null {
  const end = dayNumber(periodEnd)
  const row = reportDeadlines.find((each) => each.market === market && form.startsWith(each.form))
  if (end === null || row === undefined) return null
  const due = 'days' in row.after ? end + row.after.days : monthsLater(end, row.after.months)
  return isoDay(due + Math.max(0, 8 - weekday(due)) * Number(weekday(due) > 5))
}

/** The same day so many months later: from the last day of a month the last day of a month. */
export function monthsLater(day: number, months: number): number {
  const last = endOfMonth(day, -months)
  const date = new Date(day * dayMs)
  const same = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()) / dayMs
  return day === endOfMonth(day) ? last : Math.min(last, same)
}
