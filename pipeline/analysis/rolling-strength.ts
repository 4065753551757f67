import { type Column, indexAtOrBefore } from '../column.ts'
import type { ChangeUnit } from '../documents/reading.ts'
import { changeBetween, noiseOf } from './changes.ts'
import { RollingSpread } from './rolling-spread.ts'
import { normal, strengthDays } from './strength.ts'

/** Robust z of one change, with the middle and the scale it was measured by; all NaN where there is none. */
export interface Measured {
  readonly z: number
  readonly median: number
  readonly scale: number
}

const unmeasured: Measured = { z: Number.NaN, median: Number.NaN, scale: Number.NaN }

/** `strengthOf` at one entry after the other, the changes of three years kept sorted in between. */
export class RollingStrength {
  readonly #days: number
  readonly #kind: ChangeUnit
  readonly #minimum: number
  #changes: number[] = []
  #spread = new RollingSpread()
  /** Index of the first entry whose change is held. */
  #first = 0
  #largest = 0

  /** @param minimum earlier changes it takes */
  constructor(days: number, kind: ChangeUnit, minimum: number) {
    this.#days = days
    this.#kind = kind
    this.#minimum = minimum
  }

  /** Forgets what came from index `i` of `column` on; `next` goes on there. */
  rewind(column: Column, i: number): void {
    this.#changes.length = i
    this.#spread = new RollingSpread()
    this.#first = i
    this.#largest = 0
    for (let k = 0; k < i; k++) this.#largest = Math.max(this.#largest, Math.abs(column.value[k]!))
    while (this.#first > 0 && column.period[this.#first - 1]! >= column.period[i]! - strengthDays) {
      const change = this.#changes[--this.#first]!
      if (!Number.isNaN(change)) this.#spread.add(change)
    }
  }

  /** The strength at the next entry of `column`, index `i`; the entries before are those it was given so far. */
  next(column: Column, i: number): Measured {
    const { period, value } = column
    const from = indexAtOrBefore(column, period[i]! - this.#days)
    const change = from < 0 ? Number.NaN : changeBetween(value[from]!, value[i]!, this.#kind)
    this.#changes[i] = change
    this.#largest = Math.max(this.#largest, Math.abs(value[i]!))
    for (; period[this.#first]! < period[i]! - strengthDays; this.#first++) {
      const old = this.#changes[this.#first]!
      if (!Number.isNaN(old)) this.#spread.remove(old)
    }
    if (Number.isNaN(change)) return unmeasured
    const measured = this.#measure(column, i, change)
    this.#spread.add(change)
    return measured
  }

  #measure(column: Column, i: number, change: number): Measured {
    if (this.#spread.count < this.#minimum) return unmeasured
    const median = this.#spread.median()
    const deviation = this.#spread.deviation(median)
    // The largest value of all time is enough to say that a spread is more than noise; only a tiny one needs that of the window.
    if (deviation <= noiseOf(this.#kind, this.#largest) && deviation <= noiseOf(this.#kind, this.#largestHeld(column, i)))
      return unmeasured
    const scale = normal * deviation
    return { z: (change - median) / scale, median, scale }
  }

  #largestHeld(column: Column, i: number): number {
    let largest = 0
    for (let k = this.#first; k <= i; k++) largest = Math.max(largest, Math.abs(column.value[k]!))
    return largest
  }
}
