import type { ChangeUnit } from '../documents/reading.ts'
import { type Column, firstIndex } from '../values/column.ts'
import { longer } from '../values/numbers.ts'
import { changeBetween } from './changes.ts'
import { spreadDays } from './rolling-spread.ts'

/** Entries of the short and of the long look at how restless a metric is. */
const lengths = { short: 21, long: 63 } as const
/** Logs beyond this say no more. */
const farthest = 3

/** How restless a metric is: logs of its mean absolute steps over the last 21 and 63 entries over that of three years. */
export interface Volatility {
  readonly short: number
  readonly long: number
}

/** Volatility at one entry of a column after another. It looks at no later entry. */
export class VolatilitySteps {
  readonly #kind: ChangeUnit
  /** Sums and numbers of the steps up to each entry. */
  #sums = new Float64Array(1)
  #counts = new Int32Array(1)
  #done = 0

  constructor(kind: ChangeUnit) {
    this.#kind = kind
  }

  /** Forgets a column that a new one does not begin like. */
  restart(): void {
    this.#done = 0
  }

  at(column: Column, last: number): Volatility {
    this.#follow(column, last)
    const { period } = column
    const oldest = firstIndex(last, (i) => period[i]! >= period[last]! - spreadDays)
    const usual = this.#mean(oldest, last)
    const over = (entries: number) => {
      const share = Math.log((this.#mean(last - entries + 1, last) + 1e-12) / (usual + 1e-12))
      return Math.max(-farthest, Math.min(farthest, share))
    }
    return { short: over(lengths.short), long: over(lengths.long) }
  }

  #follow(column: Column, last: number): void {
    const { value } = column
    if (last + 2 > this.#sums.length) {
      const room = Math.ceil(1.2 * (last + 2)) + 64
      this.#sums = longer(this.#sums, new Float64Array(room))
      this.#counts = longer(this.#counts, new Int32Array(room))
    }
    for (; this.#done <= last; this.#done++) {
      const i = this.#done
      const step = i === 0 ? Number.NaN : Math.abs(changeBetween(value[i - 1]!, value[i]!, this.#kind))
      const counts = !Number.isNaN(step)
      this.#sums[i + 1] = this.#sums[i]! + (counts ? step : 0)
      this.#counts[i + 1] = this.#counts[i]! + (counts ? 1 : 0)
    }
  }

  /** Mean absolute step of the entries from index `from` to `last`; 0 of none. */
  #mean(from: number, last: number): number {
    const first = Math.max(0, from)
    const count = this.#counts[last + 1]! - this.#counts[first]!
    return count === 0 ? 0 : (this.#sums[last + 1]! - this.#sums[first]!) / count
  }
}
