import { dayNumber, isoDay } from '../calendar/day.ts'

/** Days after which a filed count says nothing of today: two quarters and the time to file. */
export const filedDays = 240
/** Days within which the next report is not due: a quarter and the 45 days to file on it. */
const reportedDays = 137
/** Days after which a third party's count says nothing of today, and after which it should have been read again. */
export const witnessDays = 7
const readDays = 2

/** How old a holding is on a day. */
export interface Age {
  readonly age_days: number
  readonly freshness: {
    readonly status: 'fresh' | 'late' | 'stale'
    /** Last day on which the count says something of its day. */
    readonly stale_after: string
  }
}

/** @param said the day a count is stated for, or was read, YYYY-MM-DD; @param asOf day number */
export function ageOf(by: 'filing' | 'third party', said: string, asOf: number): Age {
  const day = dayNumber(said)!
  const [fresh, most] = by === 'filing' ? [reportedDays, filedDays] : [readDays, witnessDays]
  const age = Math.max(0, asOf - day)
  const status = age <= fresh ? 'fresh' : age <= most ? 'late' : 'stale'
  return { age_days: age, freshness: { status, stale_after: isoDay(day + most) } }
}

/** Whether what a filing states for a day still says something on another. */
export function stands(stated: string, asOf: number): boolean {
  return ageOf('filing', stated, asOf).freshness.status !== 'stale'
}
