import type { Series } from '../../data/series.ts'
import { dayOf, isoDay, monthOf } from '../time/day.ts'
import { isBusinessDay } from '../time/holiday.ts'
import { releaseRule, releaseTime } from '../time/release.ts'
import type { FeedState } from './feed.ts'
import { calendarDay } from './scheduled-release.ts'

/** Whether the newest session whose figure is due by its rule is not on record: a file of a fund is asked for until it has that session. */
export function isSessionMissing({ id, rule }: Pick<Series, 'id' | 'rule'>, { now, newestPeriod }: FeedState): boolean {
  const due = releaseRule(rule)
  let day = dayOf(now)
  while (!isBusinessDay(day, 'us-market') || releaseTime(due, day) > now) day--
  return (newestPeriod.get(id) ?? 0) < day
}

/** The day of `May 06, 2026`, or null. */
export function parseMonthNameDay(text: string): string | null {
  const [, name = '', date, year] = /^([A-Z][a-z]{2}) (\d\d), (\d{4})$/.exec(text) ?? []
  const day = calendarDay(Number(year), monthOf(name), Number(date))
  return day === null ? null : isoDay(day)
}

/** A figure without the commas that part its thousands; one they part elsewhere has lost or gained a digit, and stays as no figure. */
export const withoutCommas = (text: string): string =>
  /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
