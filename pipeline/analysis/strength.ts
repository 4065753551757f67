import type { Column } from '../column.ts'
import type { ChangeUnit } from '../documents/reading.ts'
import { changesOf, noiseOf } from './changes.ts'
import { medianInPlace } from './median.ts'

/** Earlier changes count when they end at most this many days before the newest period: three years. */
export const strengthDays = 1_095

/** Makes the median absolute deviation of a normal distribution its standard deviation: 1 / 0.6745. */
export const normal = 1.4826

export type Strength =
  | { readonly z: number; readonly n: number }
  | { readonly z: null; readonly n: number; readonly why: 'too few' | 'no spread' | 'no change' }

/** `strengthOf`, or something that gives the same for less where it is asked for one day after another. */
export type Strengths = (column: Column, last: number, days: number, kind: ChangeUnit, minimum: number) => Strength

/**
 * Robust z of the change over `days` that ends at index `last`: (change - median) / (1.4826 x MAD) of the column's own changes over the
 * same window that end on P - 1,095 .. P - 1 (P the period at `last`). The change itself is left out, so that the first of its kind is
 * measured against what was usual before it. Entries after `last` play no part.
 *
 * @param minimum earlier changes it takes, else `too few`
 * @returns z with full precision and the number of earlier changes; z null when there is no change, too few before it, or no spread
 */
export function strengthOf(column: Column, last: number, days: number, kind: ChangeUnit, minimum: number): Strength {
  const changes = changesOf(column, days, kind)
  const oldest = column.period[last]! - strengthDays
  const earlier = new Float64Array(Math.min(last, strengthDays))
  let n = 0
  let larger = Math.abs(column.value[last]!)
  for (let i = last - 1; i >= 0 && column.period[i]! >= oldest; i--) {
    larger = Math.max(larger, Math.abs(column.value[i]!))
    if (!Number.isNaN(changes[i]!)) earlier[n++] = changes[i]!
  }
  const change = changes[last]!
  if (Number.isNaN(change)) return { z: null, n, why: 'no change' }
  if (n < minimum) return { z: null, n, why: 'too few' }
  const median = medianInPlace(earlier, n)
  for (let i = 0; i < n; i++) earlier[i] = Math.abs(earlier[i]! - median)
  const deviation = medianInPlace(earlier, n)
  if (deviation <= noiseOf(kind, larger)) return { z: null, n, why: 'no spread' }
  return { z: (change - median) / (normal * deviation), n }
}
