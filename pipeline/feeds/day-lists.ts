import { dayMs, dayOf, weekdays } from '../time/day.ts'
import type { Sightings } from './sightings.ts'

/** Tokyo and Seoul are nine hours ahead of UTC all year. */
const aheadMs = 9 * 3_600_000
const today = (at: number): number => dayOf(at + aheadMs)

/** How far back, in days, the lists of a registry are read: in every run, and where they have not been read yet. */
export interface LookbackDays {
  readonly trailing: number
  readonly first: number
}

/** The weekdays (day numbers of Tokyo and Seoul, the oldest first) whose lists are read in every run. */
export const trailingWeekdays = (now: number, { trailing }: LookbackDays): number[] =>
  weekdays(today(now) - trailing + 1, today(now))

/**
 * The weekdays before these, the newest first, to whose lists that of the day `listed` leads once it is the oldest that is read in every run:
 * a run after a long sleep asks for what it missed. What is loaded already is the caller's to leave out.
 */
export function earlierWeekdays({ seenAt, reached }: Sightings, listed: number, { trailing, first }: LookbackDays): number[] {
  const before = weekdays(listed - 3, listed - 1).at(-1)!
  const isOldest = reached((before + trailing) * dayMs - aheadMs) && listed > today(seenAt) - trailing
  return isOldest ? weekdays(today(seenAt) - first, before).toReversed() : []
}
