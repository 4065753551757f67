import type { HolidayCalendar } from './holidays.ts'

/**
 * When the value of a period is published, as the upstream's own calendar says. `calendar/` evaluates these rows.
 *
 * - `after-day`: `days` calendar days after the period, at `at` in `zone`.
 * - `business`: the nth business day (`days`) after the period, on the calendar `holidays`.
 * - `weekday`: the first `weekday` (1 Monday .. 7 Sunday) that comes at least `days` days after the period; moved to the next business
 *   day when it is a holiday.
 * - `month-day`: `days` calendar days after the end of the month or quarter the period closes, moved to a business day.
 *
 * A rule is an assumption: it names the latest day on which the release usually comes, so that nothing counts as known too early. Periods
 * `from` to `to` of `delayed` came only on the day `until`: those the closed government of October and November 2025 and of February 2026
 * held back (Bureau of Labor Statistics and Department of Labor, revised release dates). Until 2016 consumer prices came up to ten days
 * later than `cpi` says; with a FRED key the true day of each value is read from its vintages.
 *
 * `graceHours` after the due time a missing value is late; `staleDays` after the due time what we hold is stale.
 */
export interface ReleaseRule {
  readonly id: string
  readonly title: string
  readonly kind: 'after-day' | 'business' | 'weekday' | 'month-day'
  readonly days: number
  readonly weekday?: number
  readonly delayed?: readonly { readonly from: string; readonly to: string; readonly until: string }[]
  readonly at: string
  readonly zone: string
  readonly holidays: HolidayCalendar
  readonly graceHours: number
  readonly staleDays: number
}

export const releaseRules = [
  {
    id: 'crypto-daily',
    title: 'the day after, 00:00 UTC',
    kind: 'after-day',
    days: 1,
    at: '00:00',
    zone: 'UTC',
    holidays: 'none',
    graceHours: 12,
    staleDays: 2,
  },
  {
    id: 'vix-fred',
    title: 'next business day, 13:00 UTC',
    kind: 'business',
    days: 1,
    at: '13:00',
    zone: 'UTC',
    holidays: 'us-federal',
    graceHours: 12,
    staleDays: 4,
  },
  {
    id: 'eia-spot',
    title: 'Wednesday of the following week, 13:00 New York',
    kind: 'weekday',
    days: 3,
    weekday: 3,
    at: '13:00',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'h41',
    title: 'Thursday after the Wednesday, 16:30 New York',
    kind: 'weekday',
    days: 1,
    weekday: 4,
    at: '16:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 12,
    staleDays: 7,
  },
  {
    id: 'nyfed-rrp',
    title: 'next business day, 09:00 New York',
    kind: 'business',
    days: 1,
    at: '09:00',
    zone: 'America/New_York',
    holidays: 'us-money-market',
    graceHours: 12,
    staleDays: 4,
  },
  {
    id: 'claims-initial',
    title: 'Thursday after the week, 08:30 New York',
    kind: 'weekday',
    days: 5,
    weekday: 4,
    delayed: [{ from: '2025-09-27', to: '2025-11-08', until: '2025-11-20' }],
    at: '08:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 12,
    staleDays: 7,
  },
  {
    id: 'claims-continued',
    title: 'Thursday of the week after next, 08:30 New York',
    kind: 'weekday',
    days: 12,
    weekday: 4,
    delayed: [{ from: '2025-09-20', to: '2025-11-01', until: '2025-11-20' }],
    at: '08:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 12,
    staleDays: 7,
  },
  {
    id: 'h15',
    title: 'next business day, 17:00 New York',
    kind: 'business',
    days: 1,
    at: '17:00',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 12,
    staleDays: 4,
  },
  {
    id: 'h10',
    title: 'Monday after the week, 16:30 New York',
    kind: 'weekday',
    days: 3,
    weekday: 1,
    at: '16:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'nyfed-rates',
    title: 'next business day, 09:00 New York',
    kind: 'business',
    days: 1,
    at: '09:00',
    zone: 'America/New_York',
    holidays: 'us-money-market',
    graceHours: 12,
    staleDays: 4,
  },
  {
    id: 'fed-target',
    title: 'the day after, 09:00 New York',
    kind: 'after-day',
    days: 1,
    at: '09:00',
    zone: 'America/New_York',
    holidays: 'none',
    graceHours: 48,
    staleDays: 5,
  },
  {
    id: 'nfci',
    title: 'third business day after the Friday, 08:30 Chicago',
    kind: 'business',
    days: 3,
    at: '08:30',
    zone: 'America/Chicago',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'h6',
    title: '28 days after the month, 13:00 New York',
    kind: 'month-day',
    days: 28,
    at: '13:00',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 14,
  },
  {
    id: 'employment',
    title: '10 days after the month, 08:30 New York',
    kind: 'month-day',
    days: 10,
    delayed: [
      { from: '2025-09-30', to: '2025-09-30', until: '2025-11-20' },
      { from: '2025-10-31', to: '2025-11-30', until: '2025-12-16' },
      { from: '2026-01-31', to: '2026-01-31', until: '2026-02-11' },
    ],
    at: '08:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 14,
  },
  {
    id: 'cpi',
    title: '16 days after the month, 08:30 New York',
    kind: 'month-day',
    days: 16,
    delayed: [
      { from: '2025-09-30', to: '2025-09-30', until: '2025-10-24' },
      { from: '2025-10-31', to: '2025-11-30', until: '2025-12-18' },
    ],
    at: '08:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 14,
  },
  {
    id: 'par-curve',
    title: 'the same day, 18:00 New York',
    kind: 'after-day',
    days: 0,
    at: '18:00',
    zone: 'America/New_York',
    holidays: 'none',
    graceHours: 24,
    staleDays: 4,
  },
  {
    id: 'dts',
    title: 'next business day, 16:00 New York',
    kind: 'business',
    days: 1,
    at: '16:00',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 5,
  },
  {
    id: 'ecb-reference',
    title: 'the same day, 16:00 Frankfurt',
    kind: 'after-day',
    days: 0,
    at: '16:00',
    zone: 'Europe/Berlin',
    holidays: 'none',
    graceHours: 24,
    staleDays: 5,
  },
  {
    // 02:00 is midnight UTC in summer: a rate never counts as that of the day before it takes effect. A rate may hold for years.
    id: 'ecb-key-rates',
    title: 'the day it takes effect, 02:00 Frankfurt',
    kind: 'after-day',
    days: 0,
    at: '02:00',
    zone: 'Europe/Berlin',
    holidays: 'none',
    graceHours: 24,
    staleDays: 3_650,
  },
  {
    id: 'snapshot',
    title: 'at any time of the day itself',
    kind: 'after-day',
    days: 1,
    at: '00:00',
    zone: 'UTC',
    holidays: 'none',
    graceHours: 24,
    staleDays: 3,
  },
  {
    // A third party that lists a company no longer owes nothing: no absence is late.
    id: 'third-party',
    title: 'at any time of the day itself, where listed',
    kind: 'after-day',
    days: 1,
    at: '00:00',
    zone: 'UTC',
    holidays: 'none',
    graceHours: 87_600,
    staleDays: 3_650,
  },
  {
    id: 'us-close',
    title: 'the same day, 18:00 New York',
    kind: 'after-day',
    days: 0,
    at: '18:00',
    zone: 'America/New_York',
    holidays: 'none',
    graceHours: 24,
    staleDays: 7,
  },
  {
    // The longest closure of the Tokyo exchange, at the turn of the year or in May, keeps a week of days.
    id: 'tokyo-close',
    title: 'the same day, 18:00 Tokyo',
    kind: 'after-day',
    days: 0,
    at: '18:00',
    zone: 'Asia/Tokyo',
    holidays: 'none',
    graceHours: 192,
    staleDays: 14,
  },
  {
    id: 'filing',
    title: 'when filed',
    kind: 'after-day',
    days: 1,
    at: '00:00',
    zone: 'America/New_York',
    holidays: 'none',
    graceHours: 336,
    staleDays: 100,
  },
] as const satisfies readonly ReleaseRule[]

export type ReleaseRuleId = (typeof releaseRules)[number]['id']
