import type { Column } from '../column.ts'
import type { ChangeUnit } from '../documents/reading.ts'
import { changeBetween, noiseOf } from './changes.ts'
import type { MetricFacts } from './metric-facts.ts'
import { rhythmOf, startOf, type Window } from './rhythm.ts'
import { RollingSpread, TrailingSpread } from './rolling-spread.ts'

/** Makes the median absolute deviation of a normal distribution its standard deviation: 1 / 0.6745. */
export const normal = 1.4826

/** Robust z of a change, with full precision, and the number of earlier changes; with z their middle and scale, without it why there is none. */
export type Strength =
  | { readonly z: number; readonly n: number; readonly median: number; readonly scale: number }
  | { readonly z: null; readonly n: number; readonly why: 'too few' | 'no spread' | 'no change' }

/** How strong the change over one window that ends at an entry is, against other changes of the column over the same window. */
export interface Strengths {
  /** Looks at no later entry. One entry and column may follow another in any order; those that follow each other closely cost least. */
  at(column: Column, last: number): Strength
}

/** Strengths of a metric over one of its windows, null where its cadence has none of that length. */
export function strengthsOf({ change, cadence, seasonal }: MetricFacts, window: Window | null): Strengths {
  const { changes } = rhythmOf(cadence)
  return seasonal ? new SeasonalStrength(window, change, changes) : new RollingStrength(window, change, changes)
}

/**
 * Robust z of the change: (change - median) / (1.4826 x MAD) of the column's own changes over the same window that end on
 * P - 1,095 .. P - 1 (P the period of the entry). The change itself is left out, so that the first of its kind is measured against what was
 * usual before it.
 */
export class RollingStrength implements Strengths {
  readonly #window: Window | null
  readonly #kind: ChangeUnit
  readonly #minimum: number
  readonly #changes: TrailingSpread

  /** @param minimum earlier changes it takes, else `too few` */
  constructor(window: Window | null, kind: ChangeUnit, minimum: number) {
    this.#window = window
    this.#kind = kind
    this.#minimum = minimum
    this.#changes = new TrailingSpread((column, i) => changeAt(column, i, this.#window, this.#kind))
  }

  at(column: Column, last: number): Strength {
    const spread = this.#changes.before(column, last)
    const change = changeAt(column, last, this.#window, this.#kind)
    const isNoise = (deviation: number) =>
      this.#changes.isNoise(column, last, deviation, (largest) => noiseOf(this.#kind, largest))
    return strengthIn(spread, change, this.#minimum, isNoise)
  }
}

/** Years a season is looked for in, and how many days around the day of the year belong to it. */
const seasons = 5
const seasonDays = 21

/** The same against changes that end within three weeks of the same day in each of the five years before. */
class SeasonalStrength implements Strengths {
  readonly #window: Window | null
  readonly #kind: ChangeUnit
  readonly #minimum: number
  readonly #spread = new RollingSpread()

  constructor(window: Window | null, kind: ChangeUnit, minimum: number) {
    this.#window = window
    this.#kind = kind
    this.#minimum = minimum
  }

  at(column: Column, last: number): Strength {
    const { period, value } = column
    const spread = this.#spread
    spread.clear()
    let largest = Math.abs(value[last]!)
    let i = last - 1
    for (let year = 1; year <= seasons; year++) {
      const middle = period[last]! - Math.round(365.25 * year)
      while (i >= 0 && period[i]! > middle + seasonDays) i--
      for (; i >= 0 && period[i]! >= middle - seasonDays; i--) {
        const change = changeAt(column, i, this.#window, this.#kind)
        if (Number.isNaN(change)) continue
        spread.add(change)
        largest = Math.max(largest, Math.abs(value[i]!))
      }
    }
    const change = changeAt(column, last, this.#window, this.#kind)
    return strengthIn(spread, change, this.#minimum, (deviation) => deviation <= noiseOf(this.#kind, largest))
  }
}

function strengthIn(spread: RollingSpread, change: number, minimum: number, isNoise: (deviation: number) => boolean): Strength {
  const n = spread.count
  if (Number.isNaN(change)) return { z: null, n, why: 'no change' }
  if (n < minimum) return { z: null, n, why: 'too few' }
  const median = spread.median()
  const deviation = spread.deviation(median)
  if (isNoise(deviation)) return { z: null, n, why: 'no spread' }
  const scale = normal * deviation
  return { z: (change - median) / scale, n, median, scale }
}

/** The change over a window that ends at index `i`; NaN where there is none. */
export function changeAt(column: Column, i: number, window: Window | null, kind: ChangeUnit): number {
  const from = window === null ? -1 : startOf(column, i, window)
  return from < 0 ? Number.NaN : changeBetween(column.value[from]!, column.value[i]!, kind)
}
