import { type RegimeInput, type RegimeSpan, regimeInputs, regimeRule } from '../../../data/regime.ts'
import { dayOf, endOfMonth } from '../../time/day.ts'
import { type Column, firstDifference, firstIndex, indexAtOrBefore } from '../../values/column.ts'
import { memoized } from '../../values/memoized.ts'
import { longer, meanOf } from '../../values/numbers.ts'
import { changeBetween, roundingNoise } from '../changes.ts'
import type { MetricFacts } from '../metric-facts.ts'
import { rhythmOf } from '../rhythm.ts'
import { TrailingSpread } from '../rolling-spread.ts'
import { madToSigma } from '../strength.ts'
import { type RegimeName, regimeNames } from './regime-forecast.ts'

/** A score further out says no more than this one. */
const farthest = 3
/** Days by which the start of a move may lie before the beginning of its span where no value is nearer. */
const slackDays = 21

/** What the regime asks of each entry of an input's column, by index. */
interface Scored {
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
    // the same column, or the beginning of the previous column
    if (before !== null && same === length) return
    // answers given before keep their arrays
    if (same < seen || length > this.#score.length) {
      const room = Math.ceil(1.1 * length)
      this.#score = longer(this.#score, new Float64Array(room), same)
      this.#from = longer(this.#from, new Int32Array(room), same)
    }
    for (let i = same; i < length; i++) {
      this.#score[i] = Math.max(-farthest, Math.min(farthest, this.#sign * this.#z(column, i)))
      this.#from[i] = dayOf(this.#due(column.period[i]!))
    }
    this.#column = column
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
    if (trailing.isNoise(column, i, deviation, (largest) => roundingNoise(kind, largest))) return Number.NaN
    return (measure(column, i) - median) / (madToSigma * deviation)
  }
}

/**
 * Index of the entry a move that ends at index `i` begins with, or -1. Days and weeks: the newest entry at least that many days before, and
 * at most `slackDays` more. Months: the newest entry of the calendar month that many months before.
 */
function startOf(column: Column, i: number, { n, unit }: RegimeSpan): number {
  const period = column.period[i]!
  const to = unit === 'months' ? endOfMonth(period, n) : period - (unit === 'weeks' ? 7 * n : n)
  const earliest = unit === 'months' ? endOfMonth(period, n + 1) + 1 : to - slackDays
  const from = indexAtOrBefore(column, to)
  return from >= 0 && column.period[from]! >= earliest ? from : -1
}

/** A metric's row, its column as known at the end of a day, and when (milliseconds UTC) a period of it is due. */
export interface RegimeInputData {
  readonly facts: MetricFacts
  readonly column: Column
  due(period: number): number
  /** Whether the value of a period is of a vintage nobody had on the day; left out where none is. */
  later?(period: number): boolean
}

/** One input of the regime with its scores. */
export interface ScoredRegimeInput {
  readonly input: RegimeInput
  readonly column: Column
  readonly scored: Scored
  readonly isMonthly: boolean
  later(period: number): boolean
}

/** What was worked out when a day before was asked for: passed along when many days are computed. It changes no figure. */
export class RegimeMemory {
  readonly scores = new Map<string, RegimeScores>()
  days: RegimeDays | null = null
}

/** The inputs there are a value for, scored. */
export function scoredInputs(known: (metric: string) => RegimeInputData | null, memory: RegimeMemory): ScoredRegimeInput[] {
  return regimeInputs.flatMap((input) => {
    const values = known(input.metric)
    if (!values) return []
    const { facts, column, due, later = () => false } = values
    const scores = memoized(memory.scores, input.metric, () => new RegimeScores(facts, input, due))
    return [{ input, column, scored: scores.of(column), isMonthly: facts.cadence === 'monthly', later }]
  })
}

/** Index of the newest entry that was due by the end of a day, or -1. */
export function newestDueIndex({ scored: { from } }: ScoredRegimeInput, day: number): number {
  return firstIndex(from.length, (i) => from[i]! > day) - 1
}

/** The score of the entry at index `at` on a day; NaN where there is none, or its value is too old. */
export function regimeScoreAt({ column, scored, isMonthly }: ScoredRegimeInput, at: number, day: number): number {
  if (at < 0) return Number.NaN
  const period = column.period[at]!
  const oldest = isMonthly ? Math.max(leastOfMonths, scored.from[at]! - period + longestMonth) : oldestOfDays
  return day - period > oldest ? Number.NaN : scored.score[at]!
}

/** Days after which a value says nothing about a day any more. A monthly one speaks until the next is due: where it came late, so may that. */
const oldestOfDays = 21
const leastOfMonths = 47
const longestMonth = 31

/** The regime after `before` on a day, by the 21-day mean of the scores. */
export function nextRegime(before: RegimeName, mean: number): RegimeName {
  if (mean >= regimeRule.enter) return 'expansion'
  if (mean <= -regimeRule.enter) return 'contraction'
  if (before === 'expansion' && mean >= regimeRule.leave) return before
  if (before === 'contraction' && mean <= -regimeRule.leave) return before
  return 'transition'
}

/** The score, 21-day mean and regime of every day up to one, as known then. A day that cannot be judged has NaN, NaN and -1. */
export class RegimeDays {
  /** Day number of the first entry of the arrays. */
  readonly first: number
  readonly score: Float64Array
  readonly mean: Float64Array
  /** Index into `regimeNames`. */
  readonly state: Int8Array
  readonly #inputs: readonly ScoredRegimeInput[]

  /** @param before those of another day, which are not worked out again as far as they are the same */
  constructor(inputs: readonly ScoredRegimeInput[], asOf: number, before: RegimeDays | null) {
    this.#inputs = inputs
    this.first = Math.min(asOf, firstJudged(inputs))
    const length = asOf - this.first + 1
    const same = before === null || before.first !== this.first ? 0 : Math.min(length, before.#sameUntil(inputs) - this.first)
    this.score = continued(before?.score, same, new Float64Array(length))
    this.mean = continued(before?.mean, same, new Float64Array(length))
    this.state = continued(before?.state, same, new Int8Array(length))
    this.#judgeFrom(Math.max(0, same))
  }

  /** First day that may differ with other inputs. */
  #sameUntil(inputs: readonly ScoredRegimeInput[]): number {
    const count = Math.max(inputs.length, this.#inputs.length)
    let day = this.first + this.state.length
    for (let k = 0; k < count; k++) {
      const [mine, other] = [this.#inputs[k], inputs[k]]
      if (mine?.input !== other?.input) return this.first
      const differs = firstDifference(mine!.column, other!.column)
      for (const { column, scored } of [mine!, other!]) {
        const i = firstIndex(column.period.length, (j) => column.period[j]! >= differs)
        day = Math.min(day, scored.from[i] ?? day)
      }
    }
    return day
  }

  #judgeFrom(start: number): void {
    const at = this.#inputs.map((input) => newestDueIndex(input, this.first + start - 1))
    let last = start - 1
    while (last >= 0 && this.state[last]! < 0) last--
    let regime: RegimeName = last < 0 ? 'transition' : regimeNames[this.state[last]!]!
    for (let k = start; k < this.state.length; k++) {
      const day = this.first + k
      let sum = 0
      let weight = 0
      for (const [n, input] of this.#inputs.entries()) {
        const { from } = input.scored
        while (from[at[n]! + 1]! <= day) at[n]!++
        const score = regimeScoreAt(input, at[n]!, day)
        if (Number.isNaN(score)) continue
        sum += input.input.weight * score
        weight += input.input.weight
      }
      if (weight < leastWeight) {
        this.score[k] = Number.NaN
        this.mean[k] = Number.NaN
        this.state[k] = -1
        continue
      }
      this.score[k] = sum / weight
      const mean = meanOfNewest(this.score, k)
      regime = nextRegime(regime, mean)
      this.mean[k] = mean
      this.state[k] = regimeNames.indexOf(regime)
    }
  }
}

const leastWeight = regimeRule.quorum * regimeInputs.reduce((sum, { weight }) => sum + weight, 0)

/** The first day on which inputs of enough weight have had a score: no day before it can be judged. Infinite where there is none. */
function firstJudged(inputs: readonly ScoredRegimeInput[]): number {
  const begins = inputs
    .map(({ input: { weight }, scored: { score, from } }) => {
      const i = score.findIndex((value) => !Number.isNaN(value))
      return { weight, day: i < 0 ? Number.POSITIVE_INFINITY : from[i]! }
    })
    .sort((a, b) => a.day - b.day)
  let known = 0
  for (const { weight, day } of begins) {
    known += weight
    if (known >= leastWeight) return day
  }
  return Number.POSITIVE_INFINITY
}

/** `values`, with the first `same` of `before` in it. */
function continued<Values extends Float64Array | Int8Array>(before: Values | undefined, same: number, values: Values): Values {
  if (before && same > 0) values.set(before.subarray(0, same))
  return values
}

/** Mean of the scores there are in the `meanDays` up to and with `k`. */
export function meanOfNewest(scores: Float64Array, k: number): number {
  const first = Math.max(0, k - regimeRule.meanDays + 1)
  return meanOf(scores.subarray(first, k + 1).filter((score) => !Number.isNaN(score)))
}
