import type { RegimeInput } from '../../data/regime.ts'
import { type Column, firstDifference, firstIndex } from '../column.ts'
import type { MetricFacts } from './reading.ts'
import { rhythmOf, windowDays } from './rhythm.ts'
import { RollingSpread } from './rolling-spread.ts'
import { RollingStrength } from './rolling-strength.ts'
import { normal, strengthDays } from './strength.ts'

/** A score further out says no more than this one. */
const farthest = 3

/** Gives the robust z of one entry of a column after the other. */
interface Rolling {
  rewind(column: Column, i: number): void
  next(column: Column, i: number): number
}

/**
 * The score of an input at every entry of its metric: robust z, at most 3 either way, positive where it speaks for expansion; NaN where
 * there are too few values before it or they do not vary. Looks at no later entry. From one column to the next only what differs is
 * worked out again.
 */
export class RegimeScores {
  readonly #sign: number
  readonly #rolling: Rolling
  readonly #scores: number[] = []
  #column: Column | null = null

  constructor(metric: MetricFacts, measure: RegimeInput['measure']) {
    this.#sign = metric.polarity === 'lower_is_bullish' ? -1 : 1
    this.#rolling = measure === 'level' ? new RollingLevel(rhythmOf(metric.cadence).changes) : moves(metric)
  }

  /** The scores of all entries of `column`, by index; the caller's own. */
  of(column: Column): Float64Array {
    this.#follow(column)
    return Float64Array.from({ length: column.period.length }, (_, i) => this.#scores[i]!)
  }

  #follow(column: Column): void {
    const before = this.#column
    if (before === column) return
    const differs = before === null ? Number.NEGATIVE_INFINITY : firstDifference(before, column)
    const same = before === null ? 0 : firstIndex(before.period.length, (i) => before.period[i]! >= differs)
    if (before !== null && same === column.period.length) return
    if (same < this.#scores.length) {
      this.#scores.length = same
      this.#rolling.rewind(column, same)
    }
    for (let i = same; i < column.period.length; i++) {
      const z = this.#sign * this.#rolling.next(column, i)
      this.#scores.push(Math.max(-farthest, Math.min(farthest, z)))
    }
    this.#column = column
  }
}

function moves(metric: MetricFacts): Rolling {
  const rolling = new RollingStrength(windowDays[metric.window], metric.change, rhythmOf(metric.cadence).changes)
  return {
    rewind: (column, i) => rolling.rewind(column, i),
    next: (column, i) => rolling.next(column, i).z,
  }
}

/** Robust z of a value among those of the three years before it. */
class RollingLevel implements Rolling {
  readonly #minimum: number
  #spread = new RollingSpread()
  /** Index of the first entry held. */
  #first = 0

  constructor(minimum: number) {
    this.#minimum = minimum
  }

  rewind({ period, value }: Column, i: number): void {
    this.#spread = new RollingSpread()
    this.#first = i
    while (this.#first > 0 && period[this.#first - 1]! >= period[i]! - strengthDays) this.#spread.add(value[--this.#first]!)
  }

  next({ period, value }: Column, i: number): number {
    for (; period[this.#first]! < period[i]! - strengthDays; this.#first++) this.#spread.remove(value[this.#first]!)
    const median = this.#spread.median()
    const deviation = this.#spread.deviation(median)
    const z =
      this.#spread.count < this.#minimum || deviation <= 1e-12 * Math.abs(median)
        ? Number.NaN
        : (value[i]! - median) / (normal * deviation)
    this.#spread.add(value[i]!)
    return z
  }
}
