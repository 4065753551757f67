/**
 * When the value of a period is published, as the upstream's own calendar says. `calendar/` evaluates these rows.
 *
 * - `after-day`: `days` calendar days after the period, at `at` in `zone`.
 * - `business`: the nth business day (`days`) after the period, on the calendar `holidays`.
 * - `weekday`: the first `weekday` (1 Monday .. 7 Sunday) that comes at least `days` days after the period; moved to the next business
 *   day when it is a holiday.
 * - `month-day`: `days` calendar days after the end of the month or quarter the period closes, moved to a business day.
 *
 * `graceHours` after the due time a missing value is late; `staleDays` after the due time what we hold is stale.
 */
export interface ReleaseRule {
  readonly id: string
  readonly title: string
  readonly kind: 'after-day' | 'business' | 'weekday' | 'month-day'
  readonly days: number
  readonly weekday?: number
  readonly at: string
  readonly zone: string
  readonly holidays: 'none' | 'us-federal' | 'us-money-market' | 'us-market'
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
    at: '08:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 12,
    staleDays: 7,
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
