import { type Column, firstDifference, firstIndex, indexAtOrBefore } from '../column.ts'
import type { ChangeUnit } from '../documents/reading.ts'
import { changeBetween, noiseOf } from './changes.ts'
import { RollingSpread } from './rolling-spread.ts'
import { normal, type Strength, type Strengths, strengthDays } from './strength.ts'

/**
 * `strengthOf` for one day of many columns after another, the earlier changes of each kept sorted: from one column and entry to the next,
 * later or earlier, only the changes that differ are taken out and put in.
 */
export function slidingStrengths(): Strengths {
  const windows = new Map<string, SlidingStrength>()
  return (column, last, days, kind, minimum) => {
    const name = `${column.series} ${days} ${kind}`
    let window = windows.get(name)
    if (!window) {
      window = new SlidingStrength(days, kind)
      windows.set(name, window)
    }
    return window.at(column, last, minimum)
  }
}

class SlidingStrength {
  readonly #days: number
  readonly #kind: ChangeUnit
  #spread = new RollingSpread()
  #column: Column | null = null
  /** Indices of the first entry whose change is held and of the one after the last. */
  #first = 0
  #end = 0

  constructor(days: number, kind: ChangeUnit) {
    this.#days = days
    this.#kind = kind
  }

  at(column: Column, last: number, minimum: number): Strength {
    this.#slide(column, last)
    const change = this.#change(column, last)
    const n = this.#spread.count
    if (Number.isNaN(change)) return { z: null, n, why: 'no change' }
    if (n < minimum) return { z: null, n, why: 'too few' }
    const median = this.#spread.median()
    const deviation = this.#spread.deviation(median)
    if (deviation <= noiseOf(this.#kind, this.#largest(column, last))) return { z: null, n, why: 'no spread' }
    return { z: (change - median) / (normal * deviation), n }
  }

  /** Holds the changes that end at the entries of three years before `last`. */
  #slide(column: Column, last: number): void {
    const oldest = column.period[last]! - strengthDays
    const first = firstIndex(last, (i) => column.period[i]! >= oldest)
    const before = this.#column
    if (before !== null) {
      const differs = before === column ? Number.POSITIVE_INFINITY : firstDifference(before, column)
      const same = firstIndex(this.#end, (i) => before.period[i]! >= differs)
      // where hardly anything stays it is sooner filled than emptied
      if (Math.min(same, last) <= first) this.#empty(first)
      else {
        for (let i = Math.min(same, last, this.#end); i < this.#end; i++) this.#take(before, i)
        this.#end = Math.min(same, last, this.#end)
        for (; this.#first < Math.min(first, this.#end); this.#first++) this.#take(before, this.#first)
        while (this.#first > first) this.#put(column, --this.#first)
      }
    } else this.#empty(first)
    for (; this.#end < last; this.#end++) this.#put(column, this.#end)
    this.#column = column
  }

  #empty(first: number): void {
    this.#spread = new RollingSpread()
    this.#first = first
    this.#end = first
  }

  #put(column: Column, i: number): void {
    const change = this.#change(column, i)
    if (!Number.isNaN(change)) this.#spread.add(change)
  }

  #take(column: Column, i: number): void {
    const change = this.#change(column, i)
    if (!Number.isNaN(change)) this.#spread.remove(change)
  }

  /** The change that ends at index `i`; NaN where there is none. */
  #change(column: Column, i: number): number {
    const from = indexAtOrBefore(column, column.period[i]! - this.#days)
    return from < 0 ? Number.NaN : changeBetween(column.value[from]!, column.value[i]!, this.#kind)
  }

  #largest({ value }: Column, last: number): number {
    let largest = 0
    for (let i = this.#first; i <= last; i++) largest = Math.max(largest, Math.abs(value[i]!))
    return largest
  }
}
