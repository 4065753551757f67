import type { Series } from '../../../data/series.ts'
import { dayOf, weekday } from '../../calendar/day.ts'
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

/** Weekday (1 Monday to 7 Sunday) a weekly series is about, from the rule by which it is released. */
function weekdayOf(row: Series): number {
  const rule = releaseRule(row.rule)
  return (((((rule.weekday ?? 3) - rule.days - 1) % 7) + 7) % 7) + 1
}

/** Whether the series has a period that ends on `day`; holidays of a business-daily series count, as a missing value. */
export function isPeriod(row: Series, day: number): boolean {
  if (row.frequency === 'weekly') return weekday(day) === weekdayOf(row)
  return row.frequency === 'daily' || weekday(day) < 6
}

/** The newest period released by `now` and not after the history's end; `first - 1` when there is none. */
export function lastReleased(row: Series, now: number): number {
  const { first, last } = historyAt(now)
  const rule = releaseRule(row.rule)
  let at = last
  while (at >= first && (!isPeriod(row, at) || releaseTime(rule, at) > now)) at--
  return at
}
