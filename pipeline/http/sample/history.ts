import type { Series } from '../../../data/series.ts'
import { dayOf, endOfMonth, isoDay, weekday } from '../../calendar/day.ts'
import { isBusinessDay } from '../../calendar/holiday.ts'
import { releaseRule, releaseTime } from '../../calendar/release.ts'
import { epoch } from './path.ts'

/** Ten years, three of them leap years. */
const historyDays = 3_653

/** What a run sees of the invented past: day numbers, both included. It ends on the day before the run. */
export interface History {
  readonly first: number
  readonly last: number
}

/** `now` in milliseconds UTC. */
export function historyAt(now: number): History {
  const last = dayOf(now) - 1
  return { first: Math.max(epoch, last - historyDays), last }
}

/** Weekday (1 Monday to 7 Sunday) a weekly series is about, from the rule by which it is released; one due in business days is about a Friday. */
function weekdayOf(row: Series): number {
  const rule = releaseRule(row.rule)
  if (rule.kind === 'business') return 5
  return (((((rule.weekday ?? 3) - rule.days - 1) % 7) + 7) % 7) + 1
}

/** Whether the series has a period that ends on `day`; holidays of a business-daily series count, as a missing value. */
function isPeriod(row: Series, day: number): boolean {
  if (row.frequency === 'weekly') return weekday(day) === weekdayOf(row)
  if (row.frequency === 'monthly') return day === endOfMonth(day)
  return row.frequency === 'daily' || weekday(day) < 6
}

/** The date FRED prints for a period: itself, but for a month its first day. */
export function dateOf(row: Series, period: number): string {
  return row.frequency === 'monthly' ? `${isoDay(period).slice(0, 8)}01` : isoDay(period)
}

/** The newest period released by `now` and not after the history's end; `first - 1` when there is none. */
function lastReleased(row: Series, now: number): number {
  const { first, last } = historyAt(now)
  const rule = releaseRule(row.rule)
  let at = last
  while (at >= first && (!isPeriod(row, at) || releaseTime(rule, at) > now)) at--
  return at
}

/** Whether a business-daily series has no value on a day it could have one. */
export function isHoliday(row: Series, day: number): boolean {
  return row.frequency === 'business' && !isBusinessDay(day, row.holidays ?? 'us-market')
}

/** Periods of the series that `now` (ms) can see, ascending; holidays of a business-daily series among them. */
export function periodsOf(row: Series, now: number): number[] {
  const last = lastReleased(row, now)
  const periods: number[] = []
  for (let at = historyAt(now).first; at <= last; at++) if (isPeriod(row, at)) periods.push(at)
  return periods
}
