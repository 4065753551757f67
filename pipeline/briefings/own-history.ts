import type { Day } from '../analysis/days/day.ts'
import { rounded } from '../analysis/rounding.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import { isoDay } from '../time/day.ts'

/** Fewer earlier values than these are too few to compare with. */
const leastValues = 24

/** How the newest value of a history stands to all earlier ones. */
export interface OwnHistory {
  /** Percent of the earlier values that are below it, ties counting half. */
  readonly above: number
  /** First day of the history, `YYYY-MM-DD`. */
  readonly since: string
}

/** The newest value against all earlier ones; null where there are too few. */
export function ownHistoryOf(column: Column | null): OwnHistory | null {
  const last = (column?.period.length ?? 0) - 1
  if (column === null || last < leastValues) return null
  const own = column.value[last]!
  let below = 0
  for (let i = 0; i < last; i++) below += column.value[i]! < own ? 1 : column.value[i] === own ? 0.5 : 0
  return { above: rounded((100 * below) / last, 1), since: isoDay(column.period[0]!) }
}

/** Whole percent of the values at or below the last of them; null for an empty history. */
export function rankOf(values: Float64Array): number | null {
  const newest = values.at(-1)
  return newest === undefined ? null : Math.round((100 * values.filter((each) => each <= newest).length) / values.length)
}

/** The first day of the run of values that are the same as the newest, `YYYY-MM-DD`; null where the last step was the newest. */
export function steadySince({ period, value }: Column): string | null {
  const last = period.length - 1
  let i = last
  while (i > 0 && value[i - 1] === value[last]) i--
  return i === last ? null : isoDay(period[i]!)
}

/** The value `days` before the newest, or the last of the `slack` days before that; null where there is none. */
export function valueBefore(column: Column | null, days: number, slack = Number.POSITIVE_INFINITY): number | null {
  if (column === null) return null
  const then = column.period.at(-1)! - days
  const at = indexAtOrBefore(column, then)
  return at < 0 || then - column.period[at]! > slack ? null : column.value[at]!
}

/** Days a value may lie before the day of a year ago: less than a month. */
export const oldestDays = 27

/** The change to `now`, to so many decimals; null where there is nothing to compare it with. */
export const changeFrom = (then: number | null, now: number, decimals: number): number | null =>
  then === null ? null : rounded(now - then, decimals)

/** The reading of a metric, unless it is missing or stale. */
export function currentReading(day: Day, metric: string) {
  const reading = day.reading(metric)
  return reading === null || reading.freshness.status === 'stale' ? null : reading
}

/** Percentage points in basis points, without binary noise. */
export const bp = (points: number): number => rounded(100 * points, 1)
