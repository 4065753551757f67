import { type Column, indexAtOrBefore } from '../column.ts'
import type { ChangeUnit } from '../documents/reading.ts'
import { changeBetween, noiseOf } from './changes.ts'
import { TrailingSpread } from './rolling-spread.ts'

/** Makes the median absolute deviation of a normal distribution its standard deviation: 1 / 0.6745. */
export const normal = 1.4826

/** Robust z of a change, with full precision, and the number of earlier changes; with z their middle and scale, without it why there is none. */
export type Strength =
  | { readonly z: number; readonly n: number; readonly median: number; readonly scale: number }
  | { readonly z: null; readonly n: number; readonly why: 'too few' | 'no spread' | 'no change' }

/**
 * Robust z of the change over `days` that ends at an entry: (change - median) / (1.4826 x MAD) of the column's own changes over the same
 * window that end on P - 1,095 .. P - 1 (P the period of the entry). The change itself is left out, so that the first of its kind is
 * measured against what was usual before it. Later entries play no part. One entry and column may follow another in any order; those that
 * follow each other closely cost least.
 */
export class RollingStrength {
  readonly #days: number
  readonly #kind: ChangeUnit
  readonly #minimum: number
  readonly #changes: TrailingSpread

  /** @param minimum earlier changes it takes, else `too few` */
  constructor(days: number, kind: ChangeUnit, minimum: number) {
    this.#days = days
    this.#kind = kind
    this.#minimum = minimum
    this.#changes = new TrailingSpread((column, i) => this.#change(column, i))
  }

  at(column: Column, last: number): Strength {
    const spread = this.#changes.before(column, last)
    const change = this.#change(column, last)
    const n = spread.count
    if (Number.isNaN(change)) return { z: null, n, why: 'no change' }
    if (n < this.#minimum) return { z: null, n, why: 'too few' }
    const median = spread.median()
    const deviation = spread.deviation(median)
    if (this.#changes.isNoise(column, last, deviation, (largest) => noiseOf(this.#kind, largest)))
      return { z: null, n, why: 'no spread' }
    const scale = normal * deviation
    return { z: (change - median) / scale, n, median, scale }
  }

  /** The change that ends at index `i`; NaN where there is none. */
  #change(column: Column, i: number): number {
    const from = indexAtOrBefore(column, column.period[i]! - this.#days)
    return from < 0 ? Number.NaN : changeBetween(column.value[from]!, column.value[i]!, this.#kind)
  }
}
