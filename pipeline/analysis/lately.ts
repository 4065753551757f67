import type { Extreme } from '../documents/reading.ts'
import { type Column, firstIndex } from '../values/column.ts'
import { meanOf } from '../values/numbers.ts'
import { changeBetween } from './changes.ts'
import type { MetricFacts } from './metric-facts.ts'
import { recordExtremeAt, yearExtreme } from './record.ts'
import { type ChangeWindow, rhythmOf } from './rhythm.ts'
import { windowChangeAt } from './strength.ts'

/** Usual weeks that a move from the extreme of the last week must exceed: a week begins anywhere, and its ends hide what lies between. */
const unusualWeeks = 2
/** Entries that say what is usual: a year of business days. */
const usualEntries = 250

/** The move of a daily series from the highest or lowest value of its last week to the newest one. */
export interface ExtremeMove {
  /** The value it began with, at this index of the column. */
  readonly from: number
  /** In the unit of the metric's changes. */
  readonly change: number
  /** How many times the mean size of a usual change it is: over a week, or over a day. */
  readonly times: number
}

/**
 * The larger of the two moves from an extreme of the seven days up to index `last`. Null unless it exceeds two usual weeks, where it began with
 * the week itself, so that the change over seven days is the same, and of what has no value a day.
 */
export function moveFromExtreme(
  { cadence, change: kind, weekdays }: MetricFacts,
  column: Column,
  last: number,
): ExtremeMove | null {
  if (!cadence.endsWith('daily') || weekdays) return null
  const { period, value } = column
  const window = rhythmOf(cadence).windows['7d']!
  const first = firstIndex(last, (i) => period[i]! > period[last]! - window.days)
  let [lowest, highest] = [last, last]
  for (let i = last - 1; i >= first; i--) {
    if (value[i]! < value[lowest]!) lowest = i
    if (value[i]! > value[highest]!) highest = i
  }
  const changes = [lowest, highest].map((from) => ({ from, change: changeBetween(value[from]!, value[last]!, kind) }))
  const largest = changes.reduce((a, b) => (Math.abs(b.change) > Math.abs(a.change) ? b : a))
  const weekly = windowChangeAt(column, last, window, kind)
  const weeks = Math.abs(largest.change) / usualWeek(column, last, kind, window)
  // also where a change does not exist
  if (!(weeks > unusualWeeks && Number.isFinite(weeks)) || Math.abs(weekly) >= Math.abs(largest.change)) return null
  return { ...largest, times: weeks }
}

/** Mean size of the changes over a week that ended within the year before `last`; NaN where there are none. */
function usualWeek(column: Column, last: number, kind: MetricFacts['change'], window: ChangeWindow): number {
  const first = Math.max(0, last - usualEntries)
  const sizes = Array.from({ length: last - first }, (_, k) => Math.abs(windowChangeAt(column, first + k, window, kind)))
  return meanOf(sizes.filter((size) => !Number.isNaN(size)))
}

/** Entries of a week, and those before it that say how far a usual day goes. */
const weekEntries = 5
const stepEntries = 63

/**
 * The largest move from an entry of the last week to index `last`, in mean sizes of a day's change in the quarter before that week. Null where
 * the history is too short, or has not moved.
 */
export function weekMoveInUsualDays({ change: kind }: MetricFacts, { value }: Column, last: number): ExtremeMove | null {
  const before = last - weekEntries
  if (before < stepEntries) return null
  const changeTo = (from: number, to: number) => changeBetween(value[from]!, value[to]!, kind)
  let usual = 0
  for (let i = before - stepEntries + 1; i <= before; i++) usual += Math.abs(changeTo(i - 1, i)) / stepEntries
  let from = before
  for (let i = before + 1; i < last; i++) if (Math.abs(changeTo(i, last)) > Math.abs(changeTo(from, last))) from = i
  const change = changeTo(from, last)
  const days = Math.abs(change) / usual
  return Number.isFinite(days) && days > 0 ? { from, change, times: days } : null
}

/** A record of a value that has been followed by others since, all of them known for less than a week. */
export interface PassedRecord {
  /** Index of the value. */
  readonly at: number
  readonly kind: 'highest' | 'lowest'
  readonly since: string | null
}

/**
 * The record in level of the values before the newest that became known after `since` (milliseconds UTC), the one that goes back furthest: several
 * days are published together, and the extreme lies among them. Null where there is none, where the newest value is a record that goes as
 * far back, and of what has no value a day.
 */
export function passedRecordOf(metric: MetricFacts, column: Column, since: number, newest: Extreme | null): PassedRecord | null {
  if (!metric.cadence.endsWith('daily') || metric.weekdays) return null
  let furthest: PassedRecord | null = null
  for (let at = column.period.length - 2; at >= 0 && column.known[at]! > since; at--) {
    const side = yearExtreme(column, at)
    if (side === 0) continue
    const record = recordExtremeAt(metric, column, at)
    if (record === null || record.window !== null) continue
    const { since: surpassed } = record
    if (furthest === null || (surpassed ?? '') < (furthest.since ?? ''))
      furthest = { at, kind: side > 0 ? 'highest' : 'lowest', since: surpassed }
  }
  if (furthest === null) return null
  return newest !== null && newest.window === null && (newest.since ?? '') <= (furthest.since ?? '') ? null : furthest
}
