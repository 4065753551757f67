import { isoDay } from '../calendar/day.ts'
import type { Column } from '../column.ts'
import type { Extreme, WindowName } from '../documents/reading.ts'
import type { MetricFacts } from './metric-facts.ts'
import { rhythmOf, unbrokenFrom, type Window } from './rhythm.ts'
import { changeAt } from './strength.ts'

/** Days for which a value or a change must have been surpassed by none to be a record. */
const recordDays = 365

/**
 * What is extreme about index `last` of a column: its value, or else its change over one of the windows, higher or lower than any in at
 * least a year; of several the one that goes back furthest. The level of a series that sets new highs most of the time (M2, consumer prices) is
 * no record, and none reaches across a hole in a daily history. Null where nothing is, or less than a year is known. Entries after `last`
 * play no part.
 */
export function recordOf({ cadence, change }: MetricFacts, column: Column, last: number): Extreme | null {
  const { period, value } = column
  if (period[last]! - period[0]! < recordDays) return null
  const first = unbrokenFrom(column, last, cadence)
  const level = (['highest', 'lowest'] as const).flatMap((kind) => {
    const sign = kind === 'highest' ? 1 : -1
    if (oftenSurpasses(column, last, sign)) return []
    return [{ kind, window: null, since: surpassedAt(column, last, (i) => sign * value[i]!) }]
  })
  const standing = longest(level, period, first, last)
  if (standing !== null) return standing
  const { windows } = rhythmOf(cadence)
  const changes = (['7d', '30d', '90d'] as const).flatMap((window) =>
    changeRecords(column, last, window, windows[window], change),
  )
  return longest(changes, period, first, last)
}

/** Newest values looked at, and how many new highs (or lows) of all time among them make another one no record. */
const lookedAt = 24
const oftenEnough = 12

/** Whether a series sets new highs (or lows) most of the time, as amounts of money, price levels and jobs do. */
function oftenSurpasses({ value }: Column, last: number, sign: 1 | -1): boolean {
  let highest = Number.NEGATIVE_INFINITY
  let times = 0
  for (let i = 0; i <= last; i++) {
    const size = sign * value[i]!
    if (size <= highest) continue
    highest = size
    if (i > last - lookedAt) times++
  }
  return times >= oftenEnough
}

interface Candidate {
  readonly kind: Extreme['kind']
  readonly window: WindowName | null
  /** Index of the newest earlier entry that surpasses it, -1 where none does. */
  readonly since: number
}

function changeRecords(
  column: Column,
  last: number,
  name: WindowName,
  window: Window | null,
  unit: MetricFacts['change'],
): Candidate[] {
  const own = changeAt(column, last, window, unit)
  if (Number.isNaN(own) || own === 0) return []
  const sign = Math.sign(own)
  const since = surpassedAt(column, last, (i) => sign * changeAt(column, i, window, unit))
  return [{ kind: sign > 0 ? 'largest_rise' : 'largest_fall', window: name, since }]
}

/** Index of the newest entry before `last` whose `size` is at least that of `last`, -1 where there is none. */
function surpassedAt({ period }: Column, last: number, size: (i: number) => number): number {
  const own = size(last)
  let i = last - 1
  while (i >= 0 && !(size(i) >= own)) i--
  return i >= 0 && period[i]! > period[last]! - recordDays ? last : i
}

/** The record that goes back furthest, of those that lie from index `first` on as a whole. */
function longest(candidates: readonly Candidate[], period: Int32Array, first: number, last: number): Extreme | null {
  const records = candidates.flatMap(({ kind, window, since: surpassed }) => {
    const since = Math.max(0, surpassed)
    return since >= first && since < last ? [{ kind, window, since }] : []
  })
  const [oldest] = records.sort((a, b) => a.since - b.since)
  return oldest ? { ...oldest, since: isoDay(period[oldest.since]!) } : null
}
