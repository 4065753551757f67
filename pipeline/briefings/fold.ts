import { isoDay } from '../calendar/day.ts'
import type { Briefer, Day } from './day.ts'

/** How many days back a state is followed; an older one is said to have stood at least so long. */
export const horizonDays = 400

/**
 * The state of a briefing on a day and since when it has stood, folded from the days before as each was known then, so that a state never
 * depends on which editions happened to be published. `reached` is true when the state stood through the whole horizon.
 */
export function foldState(
  briefer: Briefer,
  day: Day,
): { label: string; since: string; previous: string | null; reached: boolean } {
  const label = briefer.state(day)
  for (let back = 1; back <= horizonDays; back++) {
    const before = briefer.state(day.before(back))
    if (before !== label) return { label, since: isoDay(day.asOf - back + 1), previous: before, reached: false }
  }
  return { label, since: isoDay(day.asOf - horizonDays), previous: null, reached: true }
}
