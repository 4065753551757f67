import type { MetricName } from '../../data/metrics.ts'
import { type Levels, nextSide, type Side, stateOn } from '../analysis/hysteresis.ts'
import { dayNumber, isoDay } from '../calendar/day.ts'
import type { StandingState } from '../documents/briefing.ts'
import { type Day, type Measured, unknown } from './day.ts'

/** How many days back a state is followed. One that has stood all of them has stood at least since the first: which day it began is not known. */
export const horizonDays = 400

/** States that depend on the previous one are stepped through all days from here on, the same for every document. */
export const firstFoldedDay = dayNumber('2010-01-01')!

/** A metric's own values, as what a state is judged by. */
export const ownValue = (metric: MetricName): Measured => ({
  metrics: [metric],
  measuring:
    () =>
    ([column], i) =>
      column!.value[i]!,
})

/** The label of the side a figure is on, entered and left at different levels; `unknown` where it is missing or stale. */
export function labelOfSide(day: Day, measured: Measured, levels: Levels, labels: Readonly<Record<Side, string>>): string {
  const side = stateOn<Side>(day.asOf, firstFoldedDay, [day.figures(measured)], 0, (before, [figure]) =>
    Number.isNaN(figure!) ? null : nextSide(before, figure!, levels),
  )
  return side === null ? unknown : labels[side]
}

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
