import type { HoldingAge } from '../documents/holding.ts'
import { countDays } from '../freshness.ts'
import { dayNumber, isoDay } from '../time/day.ts'

/** @param stated the day a count is stated for, or was read, YYYY-MM-DD; @param asOf day number */
export function holdingAge(by: keyof typeof countDays, stated: string, asOf: number): HoldingAge {
  const day = dayNumber(stated)!
  const { fresh, stands: most } = countDays[by]
  const age = Math.max(0, asOf - day)
  const status = age <= fresh ? 'fresh' : age <= most ? 'late' : 'stale'
  return { age_days: age, freshness: { status, stale_after: isoDay(day + most) } }
}

/** Whether what a filing states for a day still says something on another. */
export function isCountCurrent(stated: string, asOf: number): boolean {
  return holdingAge('filing', stated, asOf).freshness.status !== 'stale'
}
