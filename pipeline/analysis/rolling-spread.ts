import { type Column, firstDifference, firstIndex } from '../values/column.ts'
import { longer } from '../values/numbers.ts'

/** Median and median absolute deviation of some values, kept sorted so an added or removed one costs no new sorting. */
export class RollingSpread {
  #sorted = new Float64Array(64)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(value: number): void {
    if (this.#count === this.#sorted.length) this.#sorted = longer(this.#sorted, new Float64Array(2 * this.#count))
    const place = this.#placeOf(value)
    this.#sorted.copyWithin(place + 1, place, this.#count++)
    this.#sorted[place] = value
  }

  /** Takes out a value that was added. */
  remove(value: number): void {
    const place = this.#placeOf(value)
    this.#sorted.copyWithin(place, place + 1, this.#count--)
  }

  clear(): void {
    this.#count = 0
  }

  /** The median, the mean of the two middle values where their number is even; NaN of none. */
  median(): number {
    const n = this.#count
    if (n === 0) return Number.NaN
    const upper = this.#sorted[n >>> 1]!
    if (n % 2 === 1) return upper
    const lower = this.#sorted[(n >>> 1) - 1]!
    return lower + (upper - lower) / 2
  }

  /**
   * The median of the distances from `median`, which is that of the values; NaN of none. The distances grow to either side of it, so how
   * many of the nearer half lie below is found by halving.
   */
  deviation(median: number): number {
    const n = this.#count
    if (n === 0) return Number.NaN
    const right = this.#placeOf(median)
    const below = (k: number) => (k < 0 ? Number.NEGATIVE_INFINITY : median - this.#sorted[right - 1 - k]!)
    const above = (k: number) => (k < 0 ? Number.NEGATIVE_INFINITY : this.#sorted[right + k]! - median)
    const wanted = (n >>> 1) + 1
    let low = Math.max(0, wanted - (n - right))
    let high = Math.min(wanted, right)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (above(wanted - middle - 1) > below(middle)) low = middle + 1
      else high = middle
    }
    const farBelow = below(low - 1)
    const farAbove = above(wanted - low - 1)
    const upper = Math.max(farBelow, farAbove)
    if (n % 2 === 1) return upper
    const lower = farBelow > farAbove ? Math.max(below(low - 2), farAbove) : Math.max(farBelow, above(wanted - low - 2))
    return lower + (upper - lower) / 2
  }

  /** Index of the first value that is not below `value`. */
  #placeOf(value: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#sorted[middle]! < value) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Days before an entry whose values say what is usual for it: three years. */
export const spreadDays = 1_095

/**
 * The spread of what three years before an entry hold, for one entry and column after another, in any order: only what differs from the
 * last question is taken out and put in.
 */
export class TrailingSpread {
  /** What counts of an entry; NaN where nothing does. */
  readonly #measure: (column: Column, i: number) => number
  readonly #spread = new RollingSpread()
  #column: Column | null = null
  /** What was measured of the entries that count, from `#first` to `#end`, exclusive. */
  #measured = new Float64Array(256)
  #first = 0
  #end = 0
  /** No value that ever counted was larger. */
  #largest = 0

  constructor(measure: (column: Column, i: number) => number) {
    this.#measure = measure
  }

  /** What the entries with period P - 1,095 .. P - 1 hold, P that of index `last`. */
  before(column: Column, last: number): RollingSpread {
    const { period } = column
    const oldest = period[last]! - spreadDays
    const before = this.#column
    let same = this.#end
    if (before !== null && before !== column) {
      const differs = firstDifference(before, column)
      same = firstIndex(this.#end, (i) => before.period[i]! >= differs)
    }
    this.#column = column
    const from = firstIndex(last, (i) => period[i]! >= oldest)
    // where hardly anything stays it is sooner filled than emptied
    if (Math.min(same, last) <= from) {
      this.#spread.clear()
      this.#first = from
      this.#end = from
    } else {
      const kept = Math.min(same, last)
      while (this.#end > kept) this.#take(--this.#end)
      for (; this.#first < Math.min(from, this.#end); this.#first++) this.#take(this.#first)
      while (this.#first > from) this.#put(column, --this.#first)
    }
    for (; this.#end < last; this.#end++) this.#put(column, this.#end)
    this.#largest = Math.max(this.#largest, Math.abs(column.value[last]!))
    return this.#spread
  }

  /** Whether `small` is no more than what `noise` allows for the largest value that counts for index `last`, itself among them. */
  isNoise({ value }: Column, last: number, small: number, noise: (largest: number) => number): boolean {
    // the largest value of all time is enough to say that a spread is more than noise; only a tiny one needs that of the three years
    if (small > noise(this.#largest)) return false
    let largest = 0
    for (let i = this.#first; i <= last; i++) largest = Math.max(largest, Math.abs(value[i]!))
    return small <= noise(largest)
  }

  #put(column: Column, i: number): void {
    if (i >= this.#measured.length) this.#measured = longer(this.#measured, new Float64Array(2 * i))
    const measured = this.#measure(column, i)
    this.#measured[i] = measured
    this.#largest = Math.max(this.#largest, Math.abs(column.value[i]!))
    if (!Number.isNaN(measured)) this.#spread.add(measured)
  }

  #take(i: number): void {
    const measured = this.#measured[i]!
    if (!Number.isNaN(measured)) this.#spread.remove(measured)
  }
}
