import type { Sign } from './signal.ts'
import type { Volatility } from './volatility.ts'

/** Weight, in windows, of the past outcomes of a signal that it takes to be scored. */
export const minimumScoredWindows = 10

/** What a signal that was never followed yet is taken to do: up and down hold every other time, a neutral one 0.4 (0.38 where changes are normal). */
export function priorHitRate(way: Sign): number {
  return way === 0 ? 0.4 : 0.5
}

/** What the probability of a signal is worked out from, all of it known at its entry. */
export interface ProbabilityInputs {
  readonly way: Sign
  /** How often such a signal held so far, 0 to 1 (`past.ts`). */
  readonly base: number
  /** Strength the signal is judged by. */
  readonly strength: number
  /** Strengths over the window looked ahead and over the longest one; 0 where there is none. */
  readonly ahead: number
  readonly longest: number
  readonly volatility: Volatility
}

/** Strengths beyond this say no more. */
const farthest = 4
const within = (strength: number): number => Math.max(-farthest, Math.min(farthest, strength))

/** What the two regressions weigh, in the order of their coefficients; the first is 1. */
export function regressionTerms({
  way,
  base,
  strength,
  ahead,
  longest,
  volatility: { short, long },
}: ProbabilityInputs): number[] {
  const logit = Math.log(base / (1 - base))
  if (way !== 0) return [1, logit, long, Math.min(3, within(way * strength)), way * within(longest)]
  const wild = Math.max(0, short - Math.log(1.2))
  const calm = Math.min(0, long - Math.log(0.7))
  return [1, logit, short, long, wild, calm, Math.abs(within(ahead)), Math.abs(within(longest))]
}

/**
 * Logistic regressions over all recorded histories, fitted on what had ended by the end of 2014 (`npm run calibration -- --fit`), judged on
 * what came after: docs/methodology.md has both.
 */
export const coefficients = {
  week: [-0.275, 0.388, -0.143, -0.877, -0.12, 0.855, -0.026, 0.003],
  neutral: [-0.272, -0.08, -0.379, -0.283, -0.057, -0.165, -0.147, -0.175],
  moving: [-0.225, 1.381, 0.092, 0.118, 0.119],
} as const

/** Which of the regressions a signal belongs to: neutral ones over a week and over longer windows, and those with a direction. */
export function regressionOf(way: Sign, horizonDays: number): keyof typeof coefficients {
  if (way !== 0) return 'moving'
  return horizonDays <= 7 ? 'week' : 'neutral'
}

/** The probability that the signal holds over its next window; `base` alone where that has seven days and the signal a direction. */
export function probabilityOf(moment: ProbabilityInputs, horizonDays: number): number {
  if (moment.way !== 0 && horizonDays <= 7) return moment.base
  const weights = coefficients[regressionOf(moment.way, horizonDays)]
  const logit = regressionTerms(moment).reduce((sum, term, k) => sum + term * weights[k]!, 0)
  return 1 / (1 + Math.exp(-logit))
}

/** How fast the regression gains or loses say, per unit of squared error; of 1 to 16 what did best on what had ended by the end of 2014. */
const learning = 8

/**
 * The share, 0 to 1, by which the regression moves a score away from its base rate: one half at first, more where it has done better than
 * the base rate for such signals of the metric, less where it has done worse.
 * @param earned sum over past windows of the squared error of the base rate less that of the regression
 */
export function regressionWeight(earned: number): number {
  return 1 / (1 + Math.exp(-learning * earned))
}

/** Standard deviations on either side of the middle that hold 80% of a normal distribution. */
const eightyPercent = 1.2816

/**
 * A probability (0 to 1) as a whole percent with its 80% range: `68% (80% range 61 to 75)`. The range is Wilson's interval of a share of
 * `windows` independent outcomes.
 */
export function probabilityText(probability: number, windows: number): string {
  const spread = eightyPercent ** 2 / windows
  const middle = probability + spread / 2
  const half = Math.sqrt(spread * probability * (1 - probability) + spread ** 2 / 4)
  const bound = (share: number) => Math.round((100 * share) / (1 + spread))
  return `${Math.round(100 * probability)}% (80% range ${bound(middle - half)} to ${bound(middle + half)})`
}

/** An outcome weighs half as much after this many windows. */
const halvedAfter = 60

/** The wider rate weighs as much as this many windows of the narrower one that is drawn towards it. */
export const shrinkageWindows = 20

/** How often something held. Counts are in windows: outcomes of overlapping windows share one. */
export class HitRate {
  readonly #windowDays: number
  #hits = 0
  #windows = 0
  #day = 0

  /** @param kept what `toJSON` gave of an earlier one, to go on from */
  constructor(windowDays: number, kept: readonly number[] = []) {
    this.#windowDays = windowDays
    ;[this.#hits = 0, this.#windows = 0, this.#day = 0] = kept
  }

  toJSON(): [hits: number, windows: number, day: number] {
    return [this.#hits, this.#windows, this.#day]
  }

  /** Counts an outcome that became known on `day`, not before those counted already, as that many windows. */
  count(held: boolean, windows: number, day: number): void {
    const kept = this.#kept(day)
    this.#hits = this.#hits * kept + (held ? windows : 0)
    this.#windows = this.#windows * kept + windows
    this.#day = day
  }

  /** The rate drawn towards `rate`, as of `day`. */
  towards(rate: number, day: number): number {
    const kept = this.#kept(day)
    return (this.#hits * kept + shrinkageWindows * rate) / (this.#windows * kept + shrinkageWindows)
  }

  /** What the windows counted weigh on `day`. */
  windows(day: number): number {
    return this.#windows * this.#kept(day)
  }

  /** The rate of what was counted alone; 0 of nothing. */
  get share(): number {
    return this.#windows === 0 ? 0 : this.#hits / this.#windows
  }

  #kept(day: number): number {
    return 0.5 ** ((day - this.#day) / (halvedAfter * this.#windowDays))
  }
}
