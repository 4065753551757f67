import type { HolidayCalendar } from './holidays.ts'

/**
 * When the value of a period is published, as the upstream's own calendar says. `calendar/` evaluates these rows.
 *
 * - `after-day`: `days` calendar days after the period, at `at` in `zone`.
 * - `business`: the nth business day (`days`) after the period, on the calendar `holidays`; `weekday` is that of the periods of a weekly
 *   series, Friday where it is left out.
 * - `weekday`: the first `weekday` (1 Monday .. 7 Sunday) that comes at least `days` days after the period; moved to the next business
 *   day when it is a holiday.
 * - `month-day`: `days` calendar days after the end of the month or quarter the period closes, moved to a business day.
 *
 * A rule is an assumption: it names the latest day on which the release usually comes, so that nothing counts as known too early. Until 2016
 * consumer prices came up to ten days later than `cpi` says; with a FRED key the true day of each value is read from its vintages.
 *
 * Periods `from` to `to` of `delayed` came only on the day `until`: those that a closed government held back. Where no source says when the
 * release was made up for, `until` is the later of the days it may have been, and the row says `unconfirmed`. The closures and what they
 * moved here:
 *
 * - 1995-11-14 to 11-19 and 1995-12-16 to 1996-01-06 (Congressional Research Service, 95-906), the blizzard of 1996-01-08 after it: Bureau
 *   of Labor Statistics (the Commissioner's statement of 1996-01-19; consumer prices of December, USDL 96-28, on 1996-02-01; those of October
 *   came on 1995-11-15 in spite of it), weekly claims, energy prices.
 * - 2013-10-01 to 10-16: Bureau of Labor Statistics (its revised schedule; USDL 13-2193 and 13-2390); the Energy Information
 *   Administration from 10-11 13:00 on (its notice of that day). Weekly claims and the Daily Treasury Statement came out all the while.
 * - 2018-12-22 to 2019-01-25: nothing of these; the Labor Department and the Energy Information Administration had their money.
 * - 2025-10-01 to 11-12 and February 2026: Bureau of Labor Statistics and weekly claims (revised release dates).
 *
 * Positions of traders: the Commodity Futures Trading Commission made up for the reports of the last two closures one by one, by the
 * schedules it announced (press release of 2019-01-29, one each Tuesday and Friday from 2019-02-01; that of 2025-11-18, with its dates).
 *
 * The Federal Reserve, which no appropriation pays, was open through all of them.
 *
 * `graceHours` after the due time a missing value is late; `staleDays` after the due time what we hold is stale.
 */
export interface ReleaseRule {
  readonly id: string
  readonly title: string
  readonly kind: 'after-day' | 'business' | 'weekday' | 'month-day'
  readonly days: number
  readonly weekday?: number
  readonly delayed?: readonly {
    readonly from: string
    readonly to: string
    readonly until: string
    readonly unconfirmed?: true
  }[]
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
    // each made up for by the first regular Wednesday after the closure at the latest
    delayed: [
      { from: '1995-11-06', to: '1995-11-12', until: '1995-11-22', unconfirmed: true },
      { from: '1995-12-11', to: '1996-01-07', until: '1996-01-17', unconfirmed: true },
      { from: '2013-10-07', to: '2013-10-13', until: '2013-10-23', unconfirmed: true },
    ],
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
    delayed: [
      { from: '1995-11-11', to: '1995-11-11', until: '1995-11-24', unconfirmed: true },
      { from: '1995-12-16', to: '1996-01-06', until: '1996-01-18', unconfirmed: true },
      { from: '2025-09-27', to: '2025-11-08', until: '2025-11-20' },
    ],
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
    delayed: [
      { from: '1995-11-04', to: '1995-11-04', until: '1995-11-24', unconfirmed: true },
      { from: '1995-12-09', to: '1995-12-30', until: '1996-01-18', unconfirmed: true },
      { from: '2025-09-20', to: '2025-11-01', until: '2025-11-20' },
    ],
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
      { from: '1995-12-31', to: '1995-12-31', until: '1996-01-19' },
      { from: '2013-09-30', to: '2013-09-30', until: '2013-10-22' },
      // by the rule it would be the Tuesday after the holiday of 11-11, but it came before: 10 days are the latest, not the day
      { from: '2013-10-31', to: '2013-10-31', until: '2013-11-08' },
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
      { from: '1995-11-30', to: '1995-11-30', until: '1996-01-19', unconfirmed: true },
      { from: '1995-12-31', to: '1995-12-31', until: '1996-02-01' },
      { from: '1996-01-31', to: '1996-01-31', until: '1996-02-29', unconfirmed: true },
      { from: '2013-09-30', to: '2013-09-30', until: '2013-10-30' },
      { from: '2013-10-31', to: '2013-10-31', until: '2013-11-20' },
      { from: '2013-11-30', to: '2013-11-30', until: '2013-12-17' },
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
    id: 'cot',
    title: 'third business day after the Tuesday, 15:30 New York',
    kind: 'business',
    days: 3,
    weekday: 2,
    delayed: [
      // closed until 2013-10-16; current again, at the latest, with the report of 2013-11-05
      { from: '2013-10-01', to: '2013-10-29', until: '2013-11-08', unconfirmed: true },
      { from: '2018-12-24', to: '2018-12-25', until: '2019-02-01' },
      { from: '2018-12-31', to: '2019-01-01', until: '2019-02-05' },
      { from: '2019-01-08', to: '2019-01-08', until: '2019-02-08' },
      { from: '2019-01-15', to: '2019-01-15', until: '2019-02-12' },
      { from: '2019-01-22', to: '2019-01-22', until: '2019-02-15' },
      { from: '2019-01-29', to: '2019-01-29', until: '2019-02-19' },
      { from: '2019-02-05', to: '2019-02-05', until: '2019-02-22' },
      { from: '2019-02-12', to: '2019-02-12', until: '2019-02-26' },
      { from: '2019-02-19', to: '2019-02-19', until: '2019-03-01' },
      { from: '2019-02-26', to: '2019-02-26', until: '2019-03-05' },
      { from: '2025-09-30', to: '2025-09-30', until: '2025-11-19' },
      { from: '2025-10-07', to: '2025-10-07', until: '2025-11-21' },
      { from: '2025-10-14', to: '2025-10-14', until: '2025-11-25' },
      { from: '2025-10-21', to: '2025-10-21', until: '2025-12-02' },
      { from: '2025-10-28', to: '2025-10-28', until: '2025-12-05' },
      { from: '2025-11-04', to: '2025-11-04', until: '2025-12-09' },
      { from: '2025-11-10', to: '2025-11-11', until: '2025-12-12' },
      { from: '2025-11-18', to: '2025-11-18', until: '2025-12-16' },
      { from: '2025-11-25', to: '2025-11-25', until: '2025-12-19' },
      { from: '2025-12-02', to: '2025-12-02', until: '2025-12-23' },
      { from: '2025-12-09', to: '2025-12-09', until: '2025-12-30' },
      { from: '2025-12-16', to: '2025-12-16', until: '2026-01-06' },
      { from: '2025-12-23', to: '2025-12-23', until: '2026-01-09' },
      { from: '2025-12-30', to: '2025-12-30', until: '2026-01-13' },
      { from: '2026-01-06', to: '2026-01-06', until: '2026-01-16' },
      { from: '2026-01-13', to: '2026-01-13', until: '2026-01-20' },
    ],
    at: '15:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 48,
    staleDays: 7,
  },
  {
    id: 'primary-dealers',
    title: 'Thursday of the week after the Wednesday, 16:15 New York',
    kind: 'weekday',
    days: 8,
    weekday: 4,
    at: '16:15',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'eia-petroleum',
    title: 'third business day after the Friday, 10:30 New York',
    kind: 'business',
    days: 3,
    delayed: [
      { from: '1995-11-10', to: '1995-11-10', until: '1995-11-22', unconfirmed: true },
      { from: '1995-12-15', to: '1996-01-05', until: '1996-01-17', unconfirmed: true },
      { from: '2013-10-11', to: '2013-10-11', until: '2013-10-23', unconfirmed: true },
    ],
    at: '10:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'eia-gas',
    title: 'Thursday after the Friday, 10:30 New York',
    kind: 'weekday',
    days: 6,
    weekday: 4,
    delayed: [{ from: '2013-10-11', to: '2013-10-11', until: '2013-10-23', unconfirmed: true }],
    at: '10:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'eia-grid',
    title: 'three days after, 00:00 UTC',
    kind: 'after-day',
    days: 3,
    at: '00:00',
    zone: 'UTC',
    holidays: 'none',
    graceHours: 24,
    staleDays: 4,
  },
  {
    // on the 16th to 18th of the month after next; 49 days are the latest of them after a short month too
    id: 'tic',
    title: '49 days after the month, 16:00 New York',
    kind: 'month-day',
    days: 49,
    delayed: [
      { from: '2025-08-31', to: '2025-08-31', until: '2025-11-18', unconfirmed: true },
      { from: '2025-09-30', to: '2025-09-30', until: '2025-12-18', unconfirmed: true },
    ],
    at: '16:00',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 48,
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
    id: 'debt-to-penny',
    title: 'next business day, 15:00 New York',
    kind: 'business',
    days: 1,
    at: '15:00',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 5,
  },
  {
    id: 'lido',
    title: 'the same day, 13:00 UTC',
    kind: 'after-day',
    days: 0,
    at: '13:00',
    zone: 'UTC',
    holidays: 'none',
    graceHours: 24,
    staleDays: 3,
  },
  {
    // the service works out a day when it is over, and some hours later
    id: 'beaconchain',
    title: 'the day after, 12:00 UTC',
    kind: 'after-day',
    days: 1,
    at: '12:00',
    zone: 'UTC',
    holidays: 'none',
    graceHours: 24,
    staleDays: 3,
  },
  {
    // funds report during the evening and the night in New York
    id: 'fund-flows',
    title: 'next session, 12:00 UTC',
    kind: 'business',
    days: 1,
    at: '12:00',
    zone: 'UTC',
    holidays: 'us-market',
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
