import { horizonDays } from '../../analysis/days/day.ts'
import type { StandingState } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'

/**
 * The state of a briefing on a day (day number) and since when it has stood, from the labels of the days before as each was known then, so
 * that a state never depends on which editions happened to be published. `since_at_least`: it has stood through the whole horizon, so
 * `since` is only the earliest day that was looked at, and it may be older.
 */
export function stateSince(label: string, day: number, labelOn: (day: number) => string): StandingState {
  for (let back = 1; back <= horizonDays; back++) {
    const before = labelOn(day - back)
    if (before !== label) return { label, since: isoDay(day - back + 1), previous: before, since_at_least: false }
  }
  return { label, since: isoDay(day - horizonDays), previous: null, since_at_least: true }
}
