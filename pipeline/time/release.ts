import type { HolidayCalendar } from '../../data/holidays.ts'
import type { ReleaseException } from '../../data/release-rules/row.ts'
import { type ReleaseRule, type ReleaseRuleId, releaseRules } from '../../data/release-rules.ts'
import type { Series } from '../../data/series.ts'
import { dayMs, dayNumber, weekday, weekdays } from './day.ts'
import { businessDayFrom, isBusinessDay } from './holiday.ts'
import { localToUtc } from './zone.ts'

const rules = new Map<string, ReleaseRule>(releaseRules.map((rule) => [rule.id, rule]))

export function releaseRule(id: ReleaseRuleId): ReleaseRule {
  return rules.get(id)!
}

/** How the release of a period (day number) differed from its rule, if it did. */
export function exceptionOf(rule: ReleaseRule, period: number): ReleaseException | undefined {
  return rule.exceptions?.find(({ from, to }) => period >= dayNumber(from)! && period <= dayNumber(to)!)
}

/** The nth business day after a day. */
function businessDaysAfter(day: number, count: number, holidays: HolidayCalendar): number {
  let at = day
  for (let n = 0; n < count; n++) at = businessDayFrom(at + 1, holidays)
  return at
}

/** The local day (number) on which the value of a period is due. */
export function releaseDay(rule: ReleaseRule, period: number): number {
  const exception = exceptionOf(rule, period)
  if (exception?.until !== undefined) return dayNumber(exception.until)!
  const days = exception?.days ?? rule.days
  if (rule.kind === 'after-day') return period + days
  if (rule.kind === 'business') return businessDaysAfter(period, days, rule.holidays)
  if (rule.kind === 'month-day') return businessDayFrom(period + days, rule.holidays)
  const on = rule.weekday ?? 1
  const from = rule.countedFrom ?? on
  const at = period + days + ((on - weekday(period + days) + 7) % 7)
  return businessDaysAfter(at - (on - from) - 1, on - from + 1, rule.holidays)
}

/** The local time of day (`HH:MM`) at which the value of `period` (day number) is due, in the zone of the rule. */
export function releaseClock(rule: ReleaseRule, period: number): string {
  const exception = exceptionOf(rule, period)
  if (exception?.at !== undefined) return exception.at
  if (exception?.until !== undefined || rule.movedAt === undefined) return rule.at
  const isMoved = weekdays(period + 1, releaseDay(rule, period)).some((day) => !isBusinessDay(day, rule.holidays))
  return isMoved ? rule.movedAt : rule.at
}

const timesByRule = new WeakMap<ReleaseRule, Map<number, number>>()

/**
 * When the value of `period` (day number) is due, in milliseconds UTC, by the release rule (`data/release-rules.ts`): remembered, for a load
 * and a look back ask for the same few thousand days again and again.
 */
export function releaseTime(rule: ReleaseRule, period: number): number {
  let times = timesByRule.get(rule)
  if (!times) {
    times = new Map()
    timesByRule.set(rule, times)
  }
  let time = times.get(period)
  if (time === undefined) {
    time = localToUtc(releaseDay(rule, period), releaseClock(rule, period), rule.zone)
    times.set(period, time)
  }
  return time
}

/** Frequency and calendars of a series: which periods it should have, and when. `as filed` and `on change` have none that are due. */
export interface ReleaseRhythm {
  readonly frequency: Series['frequency'] | 'as filed'
  /** For `business`: the calendar of days that have a value; that of the US markets when left out. */
  readonly holidays?: HolidayCalendar | undefined
  readonly rule: ReleaseRule
  /** Periods (day numbers) that were never published: nobody waits for them. */
  readonly unpublished?: ReadonlySet<number> | undefined
}

/** Whether there are periods that should have a value, and not only days on which something happens. */
export function hasPeriods({ frequency }: ReleaseRhythm): boolean {
  return frequency !== 'as filed' && frequency !== 'on change'
}

/** Whether something new is due on days that are known beforehand: a value that is only printed again is nothing new. */
export function isRegular(rhythm: ReleaseRhythm): boolean {
  return hasPeriods(rhythm) && rhythm.rule.reprints !== true
}

/** Months of one period, of those that end with a month. */
const months: Partial<Record<ReleaseRhythm['frequency'], number>> = { monthly: 1, quarterly: 3 }

/** Whether periods are months or quarters. */
export const hasMonthPeriods = (frequency: ReleaseRhythm['frequency']): boolean => months[frequency] !== undefined

/** First and last day (day numbers) of the period that `day` lies in; all but months and quarters are one day long. */
export function periodAround(
  frequency: ReleaseRhythm['frequency'],
  day: number,
): { readonly first: number; readonly last: number } {
  const length = months[frequency]
  if (length === undefined) return { first: day, last: day }
  const date = new Date(day * dayMs)
  const month = Math.floor(date.getUTCMonth() / length) * length
  const year = date.getUTCFullYear()
  return { first: Date.UTC(year, month, 1) / dayMs, last: Date.UTC(year, month + length, 0) / dayMs }
}

/** The period after `period` that the series should have. Weekly series keep the weekday; months and quarters are named by their last day. */
export function nextPeriod(rhythm: ReleaseRhythm, period: number): number {
  const next = periodAfter(rhythm, period)
  return rhythm.unpublished?.has(next) ? nextPeriod(rhythm, next) : next
}

function periodAfter(rhythm: ReleaseRhythm, period: number): number {
  if (rhythm.frequency === 'weekly') return period + 7
  if (rhythm.frequency === 'business') return businessDayFrom(period + 1, rhythm.holidays ?? 'us-market')
  return periodAround(rhythm.frequency, period + 1).last
}

/**
 * Periods from `from` to `to` (day numbers, both included) that should have a value released by `moment` (milliseconds), ascending.
 * Empty for series without a rhythm. `anchor` is a period the series is known to have; it fixes the weekday of weekly series.
 */
export function expectedPeriods(rhythm: ReleaseRhythm, anchor: number, from: number, to: number, moment: number): number[] {
  if (!hasPeriods(rhythm)) return []
  const periods: number[] = []
  for (let at = from; at <= to; at++) {
    if (rhythm.frequency === 'weekly' && (((at - anchor) % 7) + 7) % 7 !== 0) continue
    if (at !== periodAround(rhythm.frequency, at).last) continue
    if (rhythm.frequency === 'business' && !isBusinessDay(at, rhythm.holidays ?? 'us-market')) continue
    if (rhythm.unpublished?.has(at)) continue
    if (releaseTime(rhythm.rule, at) <= moment) periods.push(at)
  }
  return periods
}

/** When the value after `period` is due: milliseconds, or null for series that are published when something happens. */
export function nextDue(rhythm: ReleaseRhythm, period: number): number | null {
  return hasPeriods(rhythm) ? releaseTime(rhythm.rule, nextPeriod(rhythm, period)) : null
}

/** Grace before a missing value is late and age at which what we hold is stale, in milliseconds after the due time. */
export function releaseTolerance(rule: ReleaseRule): { graceMs: number; staleMs: number } {
  return { graceMs: rule.graceHours * 3_600_000, staleMs: rule.staleDays * dayMs }
}
