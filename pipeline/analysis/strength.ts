import type { ChangeUnit } from '../documents/reading.ts'
import type { Column } from '../values/column.ts'
import { changeBetween, roundingNoise } from './changes.ts'
import type { MetricFacts } from './metric-facts.ts'
import { type ChangeWindow, rhythmOf, windowStartIndex } from './rhythm.ts'
import { RollingSpread, TrailingSpread } from './rolling-spread.ts'

/** Makes the median absolute deviation of a normal distribution its standard deviation: 1 / 0.6745. */
export const madToSigma = 1.4826

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
export function strengthsOf({ change, cadence, seasonal }: MetricFacts, window: ChangeWindow | null): Strengths {
  const { changes } = rhythmOf(cadence)
  return seasonal ? seasonalStrengths(window, change, changes) : rollingStrengths(window, change, changes)
}

/**
 * Robust z of the change: (change - median) / (1.4826 x MAD) of the column's own changes over the same window that end on
 * P - 1,095 .. P - 1 (P the period of the entry). The change itself is left out, so that the first of its kind is measured against what was
 * usual before it.
 *
 * @param minimum earlier changes it takes, else `too few`
 */
export function rollingStrengths(window: ChangeWindow | null, kind: ChangeUnit, minimum: number): Strengths {
  const changes = new TrailingSpread((column, i) => windowChangeAt(column, i, window, kind))
  return {
    at: (column, last) => {
      const isNoise = (deviation: number) => changes.isNoise(column, last, deviation, (largest) => roundingNoise(kind, largest))
      return strengthIn(changes.before(column, last), windowChangeAt(column, last, window, kind), minimum, isNoise)
    },
  }
}

/** Years a season is looked for in, and how many days around the day of the year belong to it. */
const seasons = 5
const seasonDays = 21

/** The same against changes that end within three weeks of the same day in each of the five years before. */
function seasonalStrengths(window: ChangeWindow | null, kind: ChangeUnit, minimum: number): Strengths {
  const spread = new RollingSpread()
  return {
    at: (column, last) => {
      const { period, value } = column
      spread.clear()
      let largest = Math.abs(value[last]!)
      let i = last - 1
      for (let year = 1; year <= seasons; year++) {
        const middle = period[last]! - Math.round(365.25 * year)
        while (i >= 0 && period[i]! > middle + seasonDays) i--
        for (; i >= 0 && period[i]! >= middle - seasonDays; i--) {
          const change = windowChangeAt(column, i, window, kind)
          if (Number.isNaN(change)) continue
          spread.add(change)
          largest = Math.max(largest, Math.abs(value[i]!))
        }
      }
      const change = windowChangeAt(column, last, window, kind)
      return strengthIn(spread, change, minimum, (deviation) => deviation <= roundingNoise(kind, largest))
    },
  }
}

function strengthIn(spread: RollingSpread, change: number, minimum: number, isNoise: (deviation: number) => boolean): Strength {
  const n = spread.count
  if (Number.isNaN(change)) return { z: null, n, why: 'no change' }
  if (n < minimum) return { z: null, n, why: 'too few' }
  const median = spread.median()
  const deviation = spread.deviation(median)
  if (isNoise(deviation)) return { z: null, n, why: 'no spread' }
  const scale = madToSigma * deviation
  return { z: (change - median) / scale, n, median, scale }
}

/** The change over a window that ends at index `i`; NaN where there is none. */
export function windowChangeAt(column: Column, i: number, window: ChangeWindow | null, kind: ChangeUnit): number {
  const from = window === null ? -1 : windowStartIndex(column, i, window)
  return from < 0 ? Number.NaN : changeBetween(column.value[from]!, column.value[i]!, kind)
}
