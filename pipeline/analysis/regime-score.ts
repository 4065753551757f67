import type { RegimeInput } from '../../data/regime.ts'
import { dayOf } from '../calendar/day.ts'
import { type Column, firstDifference, firstIndex } from '../column.ts'
import type { MetricFacts } from './metric-facts.ts'
import { rhythmOf } from './rhythm.ts'
import { TrailingSpread } from './rolling-spread.ts'
import { normal, RollingStrength } from './strength.ts'

/** A score further out says no more than this one. */
const farthest = 3
/** The window a move is taken over, whatever window decides the metric's signal: a regime is a matter of weeks. */
const moveWindow = '30d'

/** What the regime asks of each entry of an input's column, by index. */
export interface Scored {
  /** Robust z, at most 3 either way, positive where it speaks for expansion; NaN where there are too few values before it or they do not vary. */
  readonly score: Float64Array
  /** First day (day number) by whose end the entry was due. */
  readonly from: Int32Array
}

/** Scores of one input. They look at no later entry; from one column to the next only what differs is worked out again. */
export class RegimeScores {
  readonly #sign: number
  /** Robust z of one entry of a column. */
  readonly #z: (column: Column, i: number) => number
  readonly #due: (period: number) => number
  #score = new Float64Array(0)
  #from = new Int32Array(0)
  #column: Column | null = null

  /** @param due when the value of a period is due, milliseconds UTC */
  constructor(metric: MetricFacts, measure: RegimeInput['measure'], due: (period: number) => number) {
    this.#sign = metric.polarity === 'lower_is_bullish' ? -1 : 1
    this.#z = measure === 'level' ? levels(rhythmOf(metric.cadence).changes) : moves(metric)
    this.#due = due
  }

  of(column: Column): Scored {
    this.#follow(column)
    return { score: this.#score.subarray(0, column.period.length), from: this.#from.subarray(0, column.period.length) }
  }

  #follow(column: Column): void {
    const before = this.#column
    const { length } = column.period
    const seen = before?.period.length ?? 0
    const differs = before === null ? Number.NEGATIVE_INFINITY : firstDifference(before, column)
    const same = firstIndex(seen, (i) => before!.period[i]! >= differs)
    // the same column, or the beginning of the one before
    if (before !== null && same === length) return
    // answers given before keep their arrays
    if (same < seen || length > this.#score.length) this.#copy(same, Math.ceil(1.1 * length))
    for (let i = same; i < length; i++) {
      const z = this.#sign * this.#z(column, i)
      this.#score[i] = Math.max(-farthest, Math.min(farthest, z))
      this.#from[i] = dayOf(this.#due(column.period[i]!))
    }
    this.#column = column
  }

  #copy(kept: number, room: number): void {
    const [score, from] = [new Float64Array(room), new Int32Array(room)]
    score.set(this.#score.subarray(0, kept))
    from.set(this.#from.subarray(0, kept))
    this.#score = score
    this.#from = from
  }
}

function moves(metric: MetricFacts): (column: Column, i: number) => number {
  const rolling = new RollingStrength(
    rhythmOf(metric.cadence).windows[moveWindow],
    metric.change,
    rhythmOf(metric.cadence).changes,
  )
  return (column, i) => rolling.at(column, i).z ?? Number.NaN
}

/** Robust z of a value among those of the three years before it. */
function levels(minimum: number): (column: Column, i: number) => number {
  const trailing = new TrailingSpread(({ value }, i) => value[i]!)
  return (column, i) => {
    const spread = trailing.before(column, i)
    const median = spread.median()
    const deviation = spread.deviation(median)
    if (spread.count < minimum || deviation <= 1e-12 * Math.abs(median)) return Number.NaN
    return (column.value[i]! - median) / (normal * deviation)
  }
}
