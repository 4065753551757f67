import type { FiledCompany } from '../../days/day.ts'
import { dayNumber } from '../../time/day.ts'
import { sumOf } from '../../values/numbers.ts'
import type { FiledTotal } from '../../warehouse/companies/filings.ts'

/** Days after the day it is stated for in which a count is current. */
export const currentCountDays = 100
/** Days over which counts are compared. */
export const countComparisonDays = 28
/** Days in which a filing is one of the week. */
const weekDays = 7

/** A filed total, and by how much it differs from another; null where there is no other. Bitcoins. */
export interface HoldingStep {
  readonly company: FiledCompany
  readonly total: FiledTotal
  readonly change: number | null
}

/** With the last total filed before the week; null where there is none. */
export interface WeeklyHoldingStep extends HoldingStep {
  readonly before: FiledTotal | null
}

const statedOn = ({ asOf }: FiledTotal): number => dayNumber(asOf)!
export const filingDayOf = ({ knownAt }: FiledTotal): number => dayNumber(knownAt.slice(0, 10))!

/** Every filed total against the total stated for the day before it, the newest filing first. */
export const holdingSteps = (companies: readonly FiledCompany[]): HoldingStep[] =>
  companies
    .flatMap((company) =>
      company.totals.map((total, at) => ({
        company,
        total,
        change: at > 0 ? total.value - company.totals[at - 1]!.value : null,
      })),
    )
    .sort((a, b) => filingDayOf(b.total) - filingDayOf(a.total) || (a.total.knownAt < b.total.knownAt ? 1 : -1))

/** Companies that filed a total in the days up to a day (day number): the newest one against the last one filed before, the largest change first. */
export const weeklyHoldingSteps = (companies: readonly FiledCompany[], asOf: number, days = weekDays): WeeklyHoldingStep[] =>
  companies
    .flatMap((company) => {
      const total = company.totals.at(-1)
      if (total === undefined || filingDayOf(total) <= asOf - days) return []
      const before = company.totals.findLast((each) => filingDayOf(each) <= asOf - days)
      return [{ company, total, before: before ?? null, change: before === undefined ? null : total.value - before.value }]
    })
    .sort((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0))

export interface FourWeekHoldingChange {
  readonly companies: number
  /** Bitcoins by which the newest counts of these companies differ from those they stated for four weeks and more before. */
  readonly change: number
  readonly percent: number
  /** The oldest and the newest day of those newest counts. */
  readonly from: string
  readonly to: string
}

/** Companies whose newest total is current on a day (day number). */
export const companiesWithCurrentCount = (companies: readonly FiledCompany[], asOf: number): FiledCompany[] =>
  companies.filter(({ totals }) => totals.length > 0 && asOf - statedOn(totals.at(-1)!) <= currentCountDays)

/** The current counts against those of four weeks or more before, where these were current then. Null where no company has both. */
export function fourWeekHoldingChange(companies: readonly FiledCompany[], asOf: number): FourWeekHoldingChange | null {
  const pairs = companiesWithCurrentCount(companies, asOf).flatMap(({ totals }) => {
    const newest = totals.at(-1)!
    const before = totals.findLast((total) => statedOn(total) <= statedOn(newest) - countComparisonDays)
    if (
      before === undefined ||
      before.value === 0 ||
      statedOn(newest) - statedOn(before) > countComparisonDays + currentCountDays
    )
      return []
    return [{ day: newest.asOf, now: newest.value, before: before.value }]
  })
  if (pairs.length === 0) return null
  const days = pairs.map(({ day }) => day).sort()
  const now = sumOf(pairs.map((pair) => pair.now))
  const before = sumOf(pairs.map((pair) => pair.before))
  const percent = 100 * (now / before - 1)
  return { companies: pairs.length, change: now - before, percent, from: days[0]!, to: days.at(-1)! }
}
