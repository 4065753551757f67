import type { Column } from '../column.ts'
import type { Percentile } from '../documents/reading.ts'
import { twelveDigits } from './rounding.ts'

/** Others count when their period is at most this many days before the value's: P - 89 .. P - 1, with P itself ninety days. */
const others = 89

/**
 * 100 x the share of the other observations of P - 89 .. P - 1 that lie below the value at index `last`, ties counting half; `n` is how
 * many there are. Twelve significant digits. Null when there are fewer than `minimum` (`rhythm.ts`). Entries after `last` play no part.
 */
export function percentileOf(column: Column, last: number, minimum: number): Percentile | null {
  const { period, value } = column
  const oldest = period[last]! - others
  const own = value[last]!
  let below = 0
  let atMost = 0
  let n = 0
  for (let i = last - 1; i >= 0 && period[i]! >= oldest; i--) {
    n++
    if (value[i]! < own) below++
    if (value[i]! <= own) atMost++
  }
  return n < minimum || n === 0 ? null : { value: twelveDigits((50 * (below + atMost)) / n), n }
}

/**
 * The same for every entry, with full precision; NaN where there are fewer than `minimum` others. The values of the window are kept sorted
 * from entry to entry: each starts in the place of one that left and moves to its own.
 */
export function percentilesOf(column: Column, minimum: number): Float64Array {
  const { period, value } = column
  const ranks = new Float64Array(period.length)
  const sorted = new Float64Array(others + 1)
  let n = 0
  let first = 0
  let gone = 0
  for (let i = 0; i < period.length; i++) {
    const oldest = period[i]! - others
    let place = n
    while (period[first]! < oldest) {
      if (place < n) n = closeGap(sorted, n, place)
      gone = placeOf(sorted, n, value[first++]!, gone)
      place = gone
    }
    if (place < n) n--
    const own = value[i]!
    const start = place
    for (; place > 0 && sorted[place - 1]! >= own; place--) sorted[place] = sorted[place - 1]!
    if (place === start) for (; place < n && sorted[place + 1]! < own; place++) sorted[place] = sorted[place + 1]!
    sorted[place] = own
    let atMost = place
    while (atMost < n && sorted[atMost + 1] === own) atMost++
    ranks[i] = n < minimum || n === 0 ? Number.NaN : (50 * (place + atMost)) / n
    n++
  }
  return ranks
}

/** Place of a value that is among the first `n` sorted ones, looked for from `near` on: a series seldom jumps through its ranks. */
function placeOf(sorted: Float64Array, n: number, value: number, near: number): number {
  let place = near < n ? near : n - 1
  while (sorted[place]! > value) place--
  while (sorted[place]! < value) place++
  return place
}

/** Closes the gap at `place`; returns how many values are left. */
function closeGap(sorted: Float64Array, n: number, place: number): number {
  for (let k = place; k < n - 1; k++) sorted[k] = sorted[k + 1]!
  return n - 1
}
