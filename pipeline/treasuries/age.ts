import { dayNumber, isoDay } from '../calendar/day.ts'
import { countDays, type FreshnessWord } from '../freshness.ts'

/** How old a holding is on a day. */
export interface Age {
  readonly age_days: number
  readonly freshness: {
    readonly status: FreshnessWord
    /** Last day on which the count says something of its day. */
    readonly stale_after: string
  }
}

/** @param stated the day a count is stated for, or was read, YYYY-MM-DD; @param asOf day number */
export function ageOf(by: keyof typeof countDays, stated: string, asOf: number): Age {
  const day = dayNumber(stated)!
  const { fresh, stands: most } = countDays[by]
  const age = Math.max(0, asOf - day)
  const status = age <= fresh ? 'fresh' : age <= most ? 'late' : 'stale'
  return { age_days: age, freshness: { status, stale_after: isoDay(day + most) } }
}

/** Whether what a filing states for a day still says something on another. */
export function stands(stated: string, asOf: number): boolean {
  return ageOf('filing', stated, asOf).freshness.status !== 'stale'
}
