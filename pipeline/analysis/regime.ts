import { type RegimeInput, regimeInputs } from '../../data/regime.ts'
import { isoDay } from '../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import type { MetricFacts } from './metric-facts.ts'
import { RegimeScores, type Scored } from './regime-score.ts'

export const regimes = ['expansion', 'contraction', 'transition'] as const
export type RegimeName = (typeof regimes)[number]
export type Probabilities = Record<RegimeName, number>

/** One input as it stands on the day, by the names of contract.md. */
export interface RegimePart {
  metric: string
  measure: RegimeInput['measure']
  value: number
  unit: string
  period: string
  /** Robust z, at most 3 either way; positive speaks for expansion. */
  score: number
  /** Share of all weights on that day, 0 to 1. */
  weight: number
}

/** What followed a regime: the next 30 days of one metric, in percent. */
export interface Followed {
  readonly regime: RegimeName | 'any'
  /** Windows that begin on its days, do not overlap and have ended. */
  readonly n: number
  /** Middle of the changes over the next 30 days, percent; null below `minimumWindows`. */
  readonly median: number | null
  /** Share of them that rose, percent; null below `minimumWindows`. */
  readonly rose: number | null
}

export interface RegimeDay {
  readonly regime: RegimeName
  readonly probabilities: Probabilities
  readonly inputs: readonly RegimePart[]
}

/** A regime is entered at this probability and left below the other, so that it does not flap about one line. */
const enter = 0.6
const leave = 0.35
/** Mean score at which expansion is as likely as not, and how fast it becomes so. */
const middle = 0.5
const width = 0.22
/** A day is judged by the mean of the scores of so many days up to it: one calm or wild week is no regime. */
const meanDays = 21
/** Share of the weights that must be known for a day to be judged. */
const quorum = 0.6
/** Days a base rate looks ahead, and windows below which none is told. */
export const aheadDays = 30
export const minimumWindows = 12

/** Scores of the inputs already worked out, by metric: passed along when many days are computed. It changes no figure. */
export type RegimeMemory = Map<string, RegimeScores>

interface Standing {
  readonly input: RegimeInput
  readonly column: Column
  readonly scored: Scored
  /** Index of the newest entry that counts; moves along as the days are judged. */
  at: number
}

/**
 * Expansion and contraction are the two ends of one mean score, each with a logistic probability; transition is what is left of 1.
 * @param score weighted mean of the inputs' scores
 */
export function probabilitiesOf(score: number): Probabilities {
  const logistic = (x: number) => 1 / (1 + Math.exp(-x))
  const expansion = logistic((score - middle) / width)
  const contraction = logistic((-score - middle) / width)
  return { expansion, contraction, transition: 1 - expansion - contraction }
}

/** The regime after `before`, given a day's probabilities. */
export function nextRegime(before: RegimeName, of: Probabilities): RegimeName {
  if (of.expansion >= enter) return 'expansion'
  if (of.contraction >= enter) return 'contraction'
  return before !== 'transition' && of[before] >= leave ? before : 'transition'
}

/** The regimes of all days up to one, as known then. */
export class RegimeHistory {
  readonly #standings: readonly Standing[]
  readonly #first: number
  /** Index into `regimes` of each day from `#first` on; -1 of a day that cannot be judged. */
  readonly #states: Int8Array
  /** What the last day that could be judged was judged by: mean score of `meanDays` days up to it. */
  #mean = Number.NaN

  /**
   * @param known a metric's row, its column as known at the end of `asOf` (day number), and when a period of it is due; or null. On a day
   * before, a value counts once it was due.
   */
  constructor(
    known: (metric: string) => { facts: MetricFacts; column: Column; due(period: number): number } | null,
    asOf: number,
    memory: RegimeMemory = new Map(),
  ) {
    this.#standings = regimeInputs.flatMap((input) => {
      const found = known(input.metric)
      if (!found) return []
      let scores = memory.get(input.metric)
      if (!scores) {
        scores = new RegimeScores(found.facts, input.measure, found.due)
        memory.set(input.metric, scores)
      }
      return [{ input, column: found.column, scored: scores.of(found.column), at: -1 }]
    })
    this.#first = Math.min(asOf, ...this.#standings.map(({ column }) => column.period[0]!))
    this.#states = this.#fold(asOf)
  }

  #fold(asOf: number): Int8Array {
    const states = new Int8Array(asOf - this.#first + 1).fill(-1)
    const scores = new Float64Array(states.length).fill(Number.NaN)
    let before: RegimeName = 'transition'
    for (let k = 0; k < states.length; k++) {
      const day = this.#first + k
      let sum = 0
      let weight = 0
      for (const standing of this.#standings) {
        while (standing.scored.from[standing.at + 1]! <= day) standing.at++
        const score = scoreOn(standing, day)
        if (Number.isNaN(score)) continue
        sum += standing.input.weight * score
        weight += standing.input.weight
      }
      if (weight < quorum * allWeights) continue
      scores[k] = sum / weight
      this.#mean = meanOfNewest(scores, k)
      before = nextRegime(before, probabilitiesOf(this.#mean))
      states[k] = regimes.indexOf(before)
    }
    return states
  }

  /** The regime of the newest day, with its probabilities and inputs; null where too few inputs are known. */
  today(): RegimeDay | null {
    const asOf = this.#first + this.#states.length - 1
    const state = this.#states.at(-1)!
    if (state < 0) return null
    const parts = this.#standings
      .map((standing) => ({ ...standing, score: scoreOn(standing, asOf) }))
      .filter(({ score }) => !Number.isNaN(score))
    const weight = parts.reduce((sum, { input }) => sum + input.weight, 0)
    const of = probabilitiesOf(this.#mean)
    const [expansion, contraction] = [rounded(of.expansion), rounded(of.contraction)]
    return {
      regime: regimes[state]!,
      probabilities: { expansion, contraction, transition: rounded(1 - expansion - contraction) },
      inputs: parts.map(({ input, column, at, score }) => ({
        metric: input.metric,
        measure: input.measure,
        value: column.value[at]!,
        unit: column.unit,
        period: isoDay(column.period[at]!),
        score: rounded(score),
        weight: rounded(input.weight / weight),
      })),
    }
  }

  /**
   * What followed the days of each regime so far, and of any regime: the change of `column` (percent) over the next 30 days, taken every
   * time the 30 days before have passed, so that no two windows of one row overlap. Only windows that have ended count.
   */
  followed(column: Column): Followed[] {
    return [...regimes, 'any' as const].map((regime) => {
      const changes: number[] = []
      let free = Number.NEGATIVE_INFINITY
      for (const [i, state] of this.#states.entries()) {
        const day = this.#first + i
        if (state < 0 || day < free || (regime !== 'any' && regimes[state] !== regime)) continue
        const from = indexAtOrBefore(column, day)
        const to = indexAtOrBefore(column, day + aheadDays)
        if (from < 0 || column.period[column.period.length - 1]! < day + aheadDays || column.value[from]! <= 0) continue
        changes.push(100 * (column.value[to]! / column.value[from]! - 1))
        free = day + aheadDays
      }
      const n = changes.length
      if (n < minimumWindows) return { regime, n, median: null, rose: null }
      changes.sort((a, b) => a - b)
      const median = (changes[(n - 1) >> 1]! + changes[n >> 1]!) / 2
      return { regime, n, median: rounded(median), rose: rounded((100 * changes.filter((change) => change > 0).length) / n) }
    })
  }

  /** First day (day number) that could be judged, how many could, and how often the regime changed between them; null where none. */
  judged(): { first: number; days: number; changes: number } | null {
    const at = this.#states.findIndex((state) => state >= 0)
    if (at < 0) return null
    const states = this.#states.filter((state) => state >= 0)
    const changes = states.filter((state, i) => i > 0 && state !== states[i - 1]).length
    return { first: this.#first + at, days: states.length, changes }
  }
}

const allWeights = regimeInputs.reduce((sum, { weight }) => sum + weight, 0)

/** A value more days old than this says nothing about the day any more. */
const oldest = 21

/** NaN where the newest value has no score, or is too old. */
function scoreOn({ column, scored, at }: Standing, day: number): number {
  return at < 0 || day - column.period[at]! > oldest ? Number.NaN : scored.score[at]!
}

/** Mean of the scores there are in the `meanDays` up to and with `k`. */
function meanOfNewest(scores: Float64Array, k: number): number {
  let sum = 0
  let n = 0
  for (let i = Math.max(0, k - meanDays + 1); i <= k; i++) {
    if (Number.isNaN(scores[i]!)) continue
    sum += scores[i]!
    n++
  }
  return sum / n
}

/** Four decimals for shares, as much as they are worth. */
function rounded(value: number): number {
  return Number(value.toFixed(4)) + 0
}
