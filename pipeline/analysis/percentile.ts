import type { Percentile } from '../documents/reading.ts'
import type { Column } from '../values/column.ts'
import { twelveDigits } from '../values/rounding.ts'

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
