import type { HolidayCalendar } from '../holidays.ts'
import type { ExceptionSource } from './sources.ts'

/**
 * When the value of a period is published, as the upstream's own calendar says. `calendar/` evaluates these rows.
 *
 * - `after-day`: `days` calendar days after the period, at `at` in `zone`.
 * - `business`: the nth business day (`days`) after the period, on the calendar `holidays`; `weekday` is that of the periods of a weekly
 *   series, Friday where it is left out.
 * - `weekday`: the first `weekday` (1 Monday .. 7 Sunday) that comes at least `days` days after the period; moved to the next business
 *   day when it is a holiday. With `countedFrom`, each holiday of that week from that weekday on puts it off by a business day.
 * - `month-day`: `days` calendar days after the end of the month or quarter the period closes, moved to a business day.
 *
 * A rule is an assumption: it names the latest day on which the release usually comes, so that nothing counts as known too early. What came
 * later than its rule is in `exceptions` (`data/release-rules/exceptions.ts`), each with its source; the first that covers a period counts.
 * Days that were closed once are in `data/holidays.ts`. A slip that is in neither is not known here.
 *
 * The Federal Reserve, which no appropriation pays, was open while the government was closed; its Board keeps days closed by order.
 *
 * `movedAt` is the time of day of a release that a holiday has put off. `graceHours` after the due time a missing value is late;
 * `staleDays` after the due time what we hold is stale.
 */
export interface ReleaseRule {
  readonly id: string
  readonly title: string
  readonly kind: 'after-day' | 'business' | 'weekday' | 'month-day'
  readonly days: number
  readonly weekday?: number
  readonly countedFrom?: number
  readonly exceptions?: readonly ReleaseException[]
  readonly at: string
  readonly movedAt?: string
  readonly zone: string
  readonly holidays: HolidayCalendar
  readonly graceHours: number
  readonly staleDays: number
  /** Its values are printed again each day and change only when something is decided: nobody waits for the next one. */
  readonly reprints?: true
}

/** Periods `from` to `to`, both included, that came on the day `until`, or by `days` or `at` instead of those of the rule. */
export interface ReleaseException {
  readonly from: string
  readonly to: string
  readonly until?: string
  readonly days?: number
  readonly at?: string
  /** No source gives the day: it is the latest it may have been. */
  readonly unconfirmed?: true
  readonly source: ExceptionSource
}
