import type { scheduledReleaseTable } from '../tables/release.ts'
import type { RowOf } from '../tables/table.ts'
import { dayNumber, endOfDay, isoDay, isoTime } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'

export type ScheduledRelease = RowOf<typeof scheduledReleaseTable>

/** Where the agencies of these calendars are: their clock times are local to it. */
export const newYork = 'America/New_York'

/** A day of a month as a day number; null where the month has no such day, or there is none. */
export const calendarDay = (year: number, month: number | null, day: number): number | null =>
  dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)

/** `8:30 AM` -> `08:30`; null for anything else. */
export function clockOf(text: string): string | null {
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2}) ?([AP])\.?M\.?$/i.exec(text) ?? []
  if (hours === undefined || Number(hours) < 1 || Number(hours) > 12 || Number(minutes) > 59) return null
  return `${String((Number(hours) % 12) + (half!.toUpperCase() === 'P' ? 12 : 0)).padStart(2, '0')}:${minutes}`
}

/** An entry on a day (day number): it is out at its local time, or at the end of the day where none is stated. */
export function releaseOn(
  day: number,
  clock: string | null,
  rest: Omit<ScheduledRelease, 'day' | 'clock' | 'zone' | 'due_at'>,
): ScheduledRelease {
  const due = clock === null ? endOfDay(day) : localToUtc(day, clock, newYork)
  return { ...rest, day: isoDay(day), clock, zone: newYork, due_at: isoTime(due) }
}
