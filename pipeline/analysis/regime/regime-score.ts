import type { RegimeInput, RegimeSpan } from '../../../data/regime.ts'
import { type Column, firstDifference, firstIndex, indexAtOrBefore } from '../../column.ts'
import { dayOf, endOfMonth } from '../../time/day.ts'
import { changeBetween, noiseOf } from '../changes.ts'
import type { MetricFacts } from '../metric-facts.ts'
import { rhythmOf } from '../rhythm.ts'
import { TrailingSpread } from '../rolling-spread.ts'
import { normal } from '../strength.ts'

/** A score further out says no more than this one. */
const farthest = 3
/** Days by which the start of a move may lie before the beginning of its span where no value is nearer. */
const slackDays = 21

/** What the regime asks of each entry of an input's column, by index. */
export interface Scored {
  /** Robust z, at most 3 either way, positive where it speaks for expansion; NaN where there are too few values before it or they do not vary. */
  readonly score: Float64Array
  /** First day (day number) by whose end the entry was due. */
  readonly from: Int32Array
}

/** Scores of one input. They look at no later entry; from one column to the next only what differs is worked out again. */
export class RegimeScores {
  readonly #due: (period: number) => number
  /** Robust z of one entry of a column. */
  readonly #z: (column: Column, i: number) => number
  readonly #sign: number
  #score = new Float64Array(0)
  #from = new Int32Array(0)
  #column: Column | null = null

  /** @param due when the value of a period is due, milliseconds UTC */
  constructor(metric: MetricFacts, input: Pick<RegimeInput, 'span' | 'sign'>, due: (period: number) => number) {
    this.#due = due
    this.#z = zOf(metric, input.span)
    this.#sign = input.sign
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
      this.#score[i] = Math.max(-farthest, Math.min(farthest, this.#sign * this.#z(column, i)))
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

/** Robust z of an entry's value, or of its change over `span`, among those of the entries of the three years before. */
function zOf({ change, cadence }: MetricFacts, span: RegimeSpan | null): (column: Column, i: number) => number {
  const kind = span === null ? 'unit' : change
  const measure = (column: Column, i: number): number => {
    if (span === null) return column.value[i]!
    const from = startOf(column, i, span)
    return from < 0 ? Number.NaN : changeBetween(column.value[from]!, column.value[i]!, kind)
  }
  const { changes: minimum } = rhythmOf(cadence)
  const trailing = new TrailingSpread(measure)
  return (column, i) => {
    const spread = trailing.before(column, i)
    if (spread.count < minimum) return Number.NaN
    const median = spread.median()
    const deviation = spread.deviation(median)
    if (trailing.isNoise(column, i, deviation, (largest) => noiseOf(kind, largest))) return Number.NaN
    return (measure(column, i) - median) / (normal * deviation)
  }
}

/**
 * Index of the entry a move that ends at index `i` begins with, or -1. Days and weeks: the newest entry at least that many days before, and
 * at most `slackDays` more. Months: the newest entry of the calendar month that many months before.
 */
function startOf(column: Column, i: number, { n, unit }: RegimeSpan): number {
  const period = column.period[i]!
  const to = unit === 'months' ? monthsBefore(period, n) : period - (unit === 'weeks' ? 7 * n : n)
  const earliest = unit === 'months' ? monthsBefore(period, n + 1) + 1 : to - slackDays
  const from = indexAtOrBefore(column, to)
  return from >= 0 && column.period[from]! >= earliest ? from : -1
}

/** The last day of the month `n` months before that of `period`. */
function monthsBefore(period: number, n: number): number {
  let last = endOfMonth(period)
  for (let k = 0; k < n; k++) last -= new Date(last * 86_400_000).getUTCDate()
  return last
}
