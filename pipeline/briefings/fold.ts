import { isoDay } from '../calendar/day.ts'
import type { StandingState } from '../documents/briefing.ts'
import type { Briefer, Day } from './day.ts'

/** How many days back a state is followed. One that has stood all of them has stood at least since the first: which day it began is not known. */
export const horizonDays = 400

/** State labels of past days, by briefing and day, each as known and judged at the end of its day. */
export type Labels = Map<string, string>

/** The label some days before `day`, as it was known then. */
export function labelBefore(briefer: Briefer, day: Day, days: number, labels: Labels): string {
  const key = `${briefer.id} ${day.asOf - days}`
  let label = labels.get(key)
  if (label === undefined) {
    label = briefer.state(day.before(days))
    labels.set(key, label)
  }
  return label
}

/**
 * The state of a briefing on a day and since when it has stood, folded from the days before as each was known then, so that a state never
 * depends on which editions happened to be published. `since_at_least`: it has stood through the whole horizon, so `since` is only the
 * earliest day that was looked at, and it may be older.
 */
export function foldState(briefer: Briefer, day: Day, labels: Labels = new Map()): StandingState {
  const label = briefer.state(day)
  for (let back = 1; back <= horizonDays; back++) {
    const before = labelBefore(briefer, day, back, labels)
    if (before !== label) return { label, since: isoDay(day.asOf - back + 1), previous: before, since_at_least: false }
  }
  return { label, since: isoDay(day.asOf - horizonDays), previous: null, since_at_least: true }
}
