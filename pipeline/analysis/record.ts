import type { Extreme, NearExtreme, WindowName } from '../documents/reading.ts'
import { isoDay } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { twelveDigits } from '../values/rounding.ts'
import { changeBetween } from './changes.ts'
import type { MetricFacts } from './metric-facts.ts'
import { type ChangeWindow, firstGaplessIndex, rhythmOf } from './rhythm.ts'
import { windowChangeAt } from './strength.ts'

/** Days for which a value or a change must have been surpassed by none to be a record. */
export const recordDays = 365

/**
 * What is extreme about index `last` of a column: its value, or else its change over one of the windows, higher or lower than any in at
 * least a year; of several the one that goes back furthest. The level of a series that sets new highs most of the time (M2, consumer
 * prices) is not a record, and none reaches across a hole in a daily history. Null where nothing is, or less than a year is known. Entries after `last`
 * play no part.
 * @param judged where changes are those of another column, as of seven-day means: that column and its newest index
 */
export function recordExtremeAt(
  { cadence, change }: MetricFacts,
  column: Column,
  last: number,
  { judged, newest }: { readonly judged: Column; readonly newest: number } = { judged: column, newest: last },
): Extreme | null {
  const { period, value } = column
  if (period[last]! - period[0]! < recordDays) return null
  const first = firstGaplessIndex(column, last, cadence)
  const level = (['highest', 'lowest'] as const).flatMap((kind) => {
    const sign = kind === 'highest' ? 1 : -1
    if (oftenSurpasses(column, last, sign)) return []
    return [{ kind, window: null, since: surpassedAt(column, last, (i) => sign * value[i]!) }]
  })
  const standing = longest(level, period, first, last)
  if (standing !== null) return standing
  const { windows } = rhythmOf(cadence)
  const changes = (['7d', '30d', '90d'] as const).flatMap((window) =>
    changeRecords(judged, newest, window, windows[window], change),
  )
  return longest(changes, judged.period, firstGaplessIndex(judged, newest, cadence), newest)
}

/**
 * 1 where the value at `i` is above all others of a year, -1 where it is below them, else 0: also where less than a year is known, and where
 * most of the newest values were such extremes, as of a series that sets new highs most of the time.
 */
export function yearExtreme(column: Column, i: number): -1 | 0 | 1 {
  const side = extremeAt(column, i)
  if (side === 0) return 0
  let times = 0
  for (let k = i; k > i - lookedAt && k >= 0 && times < oftenEnough; k--) if (extremeAt(column, k) === side) times++
  return times < oftenEnough ? side : 0
}

function extremeAt({ period, value }: Column, i: number): -1 | 0 | 1 {
  const since = period[i]! - recordDays
  if (since < period[0]!) return 0
  const own = value[i]!
  let [isHighest, isLowest] = [true, true]
  for (let j = i - 1; j >= 0 && period[j]! > since && (isHighest || isLowest); j--) {
    if (value[j]! >= own) isHighest = false
    if (value[j]! <= own) isLowest = false
  }
  return isHighest === isLowest ? 0 : isHighest ? 1 : -1
}

/** Newest values looked at, and how many new highs (or lows) of all time among them make another one no record. */
const lookedAt = 24
const oftenEnough = 12

/** Whether a series sets new highs (or lows) most of the time, as amounts of money, price levels and jobs do. */
function oftenSurpasses({ value }: Column, last: number, sign: 1 | -1, among = lookedAt, enough = oftenEnough): boolean {
  let highest = Number.NEGATIVE_INFINITY
  let times = 0
  for (let i = 0; i <= last; i++) {
    const size = sign * value[i]!
    if (size <= highest) continue
    highest = size
    if (i > last - among) times++
  }
  return times >= enough
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
  window: ChangeWindow | null,
  unit: MetricFacts['change'],
): Candidate[] {
  const own = windowChangeAt(column, last, window, unit)
  if (Number.isNaN(own) || own === 0) return []
  const sign = Math.sign(own)
  const since = surpassedAt(column, last, (i) => sign * windowChangeAt(column, i, window, unit))
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
    return since >= first && since < last ? [{ kind, window, since, isEver: surpassed < 0 }] : []
  })
  const [oldest] = records.sort((a, b) => a.since - b.since)
  if (!oldest) return null
  const { kind, window, since, isEver } = oldest
  return { kind, window, since: isEver ? null : isoDay(period[since]!) }
}

/** Newest values looked at for what is near: with a new high in every tenth of them, being near the last one means little. */
const yearOfDays = 250

/**
 * An extreme of at least a year that the value at `last` misses by no more than `step`, or equals: of several the one that had stood longest
 * when it was set. Null where the value is an extreme itself, where nothing lower (higher) lies between the two, or where the series sets new
 * ones most of the time.
 *
 * @param step what the series moves on a usual day; 0 finds equal values alone
 */
export function nearRecordOf({ cadence, change }: MetricFacts, column: Column, last: number, step: number): NearExtreme | null {
  const { period, value } = column
  const first = firstGaplessIndex(column, last, cadence)
  const near = (['highest', 'lowest'] as const).flatMap((kind) => {
    const sign = kind === 'highest' ? 1 : -1
    if (oftenSurpasses(column, last, sign, yearOfDays, yearOfDays / 10)) return []
    return extremesBefore(column, last, sign, step, first).map((each) => ({ ...each, kind }))
  })
  const [oldest] = near
    .filter(({ at, since }) => period[at]! - period[Math.max(since, 0)]! >= recordDays)
    .sort((a, b) => a.since - b.since)
  if (oldest === undefined) return null
  const { kind, at, since } = oldest
  return {
    kind,
    value: value[at]!,
    period: isoDay(period[at]!),
    since: since < 0 ? null : isoDay(period[since]!),
    change: twelveDigits(changeBetween(value[at]!, value[last]!, change)),
    change_unit: change,
  }
}

/** Going back from `last`, each value that is the most extreme up to then and within `step`, with the index of the next one, -1 where none is. */
function extremesBefore(
  { value }: Column,
  last: number,
  sign: 1 | -1,
  step: number,
  first: number,
): { at: number; since: number }[] {
  const own = sign * value[last]!
  const chain: number[] = []
  let most = own
  let hasLeft = false
  let i = last - 1
  for (; i >= first && sign * value[i]! <= own + step; i--) {
    const size = sign * value[i]!
    if (size < own) hasLeft = true
    if (size < most || (size === own && !hasLeft)) continue
    most = size
    chain.push(i)
  }
  // before a hole in the record nobody knows
  const end = i >= first ? i : first === 0 ? -1 : null
  const ends = end === null ? chain.slice(1) : [...chain.slice(1), end]
  return ends.map((since, n) => ({ at: chain[n]!, since }))
}
