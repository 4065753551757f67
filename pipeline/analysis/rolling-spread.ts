/** Median and median absolute deviation of the values held, kept sorted from one to the next so that a step costs no new sorting. */
export class RollingSpread {
  #sorted = new Float64Array(64)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(value: number): void {
    if (this.#count === this.#sorted.length) {
      const wider = new Float64Array(2 * this.#count)
      wider.set(this.#sorted)
      this.#sorted = wider
    }
    const place = this.#placeOf(value)
    this.#sorted.copyWithin(place + 1, place, this.#count++)
    this.#sorted[place] = value
  }

  /** Takes out a value that was added. */
  remove(value: number): void {
    const place = this.#placeOf(value)
    this.#sorted.copyWithin(place, place + 1, this.#count--)
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
