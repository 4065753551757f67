import type { HolidayCalendar } from '../holidays.ts'

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
