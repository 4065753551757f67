import type { HolidayCalendar } from '../holidays.ts'
import type { ExceptionSource } from './sources.ts'

/**
 * When the value of a period is published, as the upstream's own calendar says. `pipeline/time/` evaluates these rows.
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
  /** What the release is called where neither a calendar nor `weeklyReleases` of `../releases.ts` names it; left out of what comes daily. */
  readonly releaseName?: string
  /** Its values are printed again each day and change only when something is decided: nobody waits for the next one. */
  readonly reprints?: true
}

/** A rule as a file states it: New York, its federal holidays (none for `after-day`), 24 hours and 7 days where left out. */
export type RuleRow = Omit<ReleaseRule, 'id' | 'exceptions' | keyof Usual> & Partial<Usual>
type Usual = Pick<ReleaseRule, 'zone' | 'holidays' | 'graceHours' | 'staleDays'>

/** Rules by their names. */
export type RuleRows = Readonly<Record<string, RuleRow>>

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

const zones = {
  'New York': 'America/New_York',
  Chicago: 'America/Chicago',
  Frankfurt: 'Europe/Berlin',
  Tokyo: 'Asia/Tokyo',
  UTC: 'UTC',
} as const
type Differing = Partial<
  Omit<Usual, 'zone'> & Pick<ReleaseRule, 'weekday' | 'countedFrom' | 'movedAt' | 'reprints' | 'releaseName'>
> & {
  readonly place?: keyof typeof zones
}

const at = (when: string, clock: string, { place = 'New York', ...more }: Differing) => ({
  title: `${when}, ${clock} ${place}`,
  at: clock,
  zone: zones[place],
  ...more,
})

/** So many days after the end of the month or the quarter: the latest on which the release usually comes. */
export const afterMonth = (days: number, clock: string, differing: Differing = {}) =>
  ({ ...at(`${days} days after the month`, clock, { staleDays: 14, ...differing }), kind: 'month-day', days }) as const
export const afterQuarter = (days: number, clock: string, differing: Differing & Pick<Usual, 'staleDays'>) =>
  ({ ...at(`${days} days after the quarter`, clock, differing), kind: 'month-day', days }) as const
/** What comes on a weekday, a business day or a calendar day so many days after the period, in words `when`. */
export const onWeekday = (days: number, weekday: number, when: string, clock: string, differing: Differing = {}) =>
  ({ ...at(when, clock, differing), kind: 'weekday', days, weekday }) as const
export const onBusinessDay = (days: number, when: string, clock: string, differing: Differing = {}) =>
  ({ ...at(when, clock, differing), kind: 'business', days }) as const
export const onDay = (days: number, when: string, clock: string, differing: Differing = {}) =>
  ({ ...at(when, clock, differing), kind: 'after-day', days }) as const
export const nextBusinessDay = (clock: string, differing: Differing) => onBusinessDay(1, 'next business day', clock, differing)
export const sameDay = (clock: string, differing: Differing = {}) => onDay(0, 'the same day', clock, differing)
