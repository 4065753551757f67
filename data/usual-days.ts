/**
 * On which day a release usually comes, where its publisher's calendar was not read. `pipeline/time/` evaluates these rows; how often each hit the
 * real day is counted by `test/time/usual-days.recorded.ts`. A rule that misses more than one day in ten names a week, Monday to Friday.
 *
 * - `third-friday`: the third Friday after the week (Sunday to Saturday) with the 12th of the month before, as the BLS has it; a week later
 *   where that is one of the first three days of a year, a business day earlier where it is a holiday.
 * - `end-of-month`: the last business day of the month, where that is a Monday the Friday.
 * - `week-of-12th`: the week (Sunday to Saturday) with the 12th of the month.
 * - `week-of-jobs`: the week of the `third-friday`.
 * - `week-of-last-thursday`: the week of the last Thursday of the month, in December of the last one before Christmas.
 */
export interface UsualDay {
  readonly kind: 'third-friday' | 'end-of-month' | 'week-of-12th' | 'week-of-jobs' | 'week-of-last-thursday'
  /** Local time in New York, HH:MM. */
  readonly clock: string
  /** Months of the year in which it comes, 1 to 12; all of them where left out. */
  readonly months?: readonly number[]
  /** Of how many recorded releases how many came on that day, or in that week. */
  readonly hit: readonly [hits: number, releases: number]
}

/** Days after a meeting of the Federal Open Market Committee on which its minutes come, by the page of its calendar. */
export const fomcMinutesDelayDays = 21

/** Where the Federal Reserve publishes the days of its meetings, a year and more ahead. */
export const fomcPage = 'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm'

/**
 * Last days of the scheduled meetings, on which the committee decides, as on that page of 2026-07-29; a star stands for projections, which are
 * published with every other one.
 */
export const fomcMeetings: readonly { readonly day: string; readonly projections: boolean }[] = [
  '2025-01-29',
  '2025-03-19*',
  '2025-05-07',
  '2025-06-18*',
  '2025-07-30',
  '2025-09-17*',
  '2025-10-29',
  '2025-12-10*',
  '2026-01-28',
  '2026-03-18*',
  '2026-04-29',
  '2026-06-17*',
  '2026-07-29',
  '2026-09-16*',
  '2026-10-28',
  '2026-12-09*',
  '2027-01-27',
  '2027-03-17*',
  '2027-04-28',
  '2027-06-09*',
  '2027-07-28',
  '2027-09-15*',
  '2027-10-27',
  '2027-12-08*',
].map((day) => ({ day: day.slice(0, 10), projections: day.endsWith('*') }))
