import { type RegimeSpan, regimeRule } from '../../../data/regime.ts'
import type { Regime } from '../../documents/briefing.ts'
import { countText } from '../../time/counted.ts'
import { isoDay } from '../../time/day.ts'
import type { Column } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import {
  meanOfNewest,
  newestDueIndex,
  nextRegime,
  RegimeDays,
  type RegimeInputData,
  RegimeMemory,
  regimeScoreAt,
  type ScoredRegimeInput,
  scoredInputs,
} from './regime-days.ts'
import { outcomesByRegime, type RegimeOutcome } from './regime-followed.ts'
import { mostLikelyOf, type RegimeName, type RegimeProbabilities, regimeNames, regimeProbabilities } from './regime-forecast.ts'

/** One input as of the day, with all that a document has of it: robust z, at most 3 either way, positive where it speaks for expansion. */
export type RegimePart = { [Member in keyof Served]-?: Exclude<Served[Member], undefined> }
type Served = Regime['inputs'][number]

export interface RegimeDay {
  readonly regime: RegimeName
  /** Of each regime 30 days from now. */
  readonly probabilities: RegimeProbabilities
  /** The regime that is most likely then. */
  readonly mostLikely: RegimeName
  /** The score of the day alone, and the 21-day mean the regime follows from. */
  readonly score: { readonly day: number; readonly mean: number }
  readonly inputs: readonly RegimePart[]
}

/** The regimes of all days up to one, as known then. */
export class RegimeHistory {
  readonly #inputs: readonly ScoredRegimeInput[]
  readonly #asOf: number
  /** Score, mean and regime of each day. */
  readonly days: RegimeDays

  /**
   * @param known what is known of a metric at the end of `asOf` (day number), or null. On a day before, a value counts once it was due.
   */
  constructor(known: (metric: string) => RegimeInputData | null, asOf: number, memory = new RegimeMemory()) {
    this.#inputs = scoredInputs(known, memory)
    this.#asOf = asOf
    this.days = new RegimeDays(this.#inputs, asOf, memory.days)
    memory.days = this.days
  }

  /** The regime of the newest day, with its probabilities and inputs; null where too few inputs are known. */
  today(): RegimeDay | null {
    const state = this.days.state.at(-1)!
    if (state < 0) return null
    const parts = this.#inputs
      .map((scored) => {
        const at = newestDueIndex(scored, this.#asOf)
        return { ...scored, at, score: regimeScoreAt(scored, at, this.#asOf) }
      })
      .filter(({ score }) => !Number.isNaN(score))
    const weight = parts.reduce((sum, { input }) => sum + input.weight, 0)
    const regime = regimeNames[state]!
    const [day, mean] = [this.days.score.at(-1)!, this.days.mean.at(-1)!]
    const forecast = regimeProbabilities(regime, mean, day)
    const [expansion, contraction] = [rounded(forecast.expansion, 4), rounded(forecast.contraction, 4)]
    return {
      regime,
      probabilities: { expansion, contraction, transition: rounded(1 - expansion - contraction, 4) },
      mostLikely: mostLikelyOf(forecast),
      score: { day: rounded(day, 4), mean: rounded(mean, 4) },
      inputs: parts.map(({ input: { metric, about, measure, span, sign, ...input }, column, later, at, score }) => ({
        metric,
        about,
        measure,
        span: span && inWords(span),
        sign,
        value: column.value[at]!,
        unit: column.unit,
        period: isoDay(column.period[at]!),
        score: rounded(score, 4),
        weight: rounded(input.weight / weight, 4),
        contribution: rounded((score * input.weight) / weight, 4),
        later_vintage: later(column.period[at]!),
      })),
    }
  }

  /** The regime that comes first, and in how many days, where every day from now on has today's score; null where none does. */
  ifScoreStays(): { regime: RegimeName; days: number } | null {
    const { score, state } = this.days
    if (state.at(-1)! < 0) return null
    const now = regimeNames[state.at(-1)!]!
    const longer = new Float64Array(score.length + regimeRule.meanDays).fill(score.at(-1)!)
    longer.set(score)
    for (let days = 1; days <= regimeRule.meanDays; days++) {
      const regime = nextRegime(now, meanOfNewest(longer, score.length - 1 + days))
      if (regime !== now) return { regime, days }
    }
    return null
  }

  /** What `column` did in the 30 days after the days of each regime. */
  followed(column: Column): RegimeOutcome[] {
    return outcomesByRegime(this.days, column)
  }

  /** First day (day number) that could be judged, how many could, and how often the regime changed between them; null where none. */
  judged(): { first: number; days: number; changes: number } | null {
    const { first, state } = this.days
    const at = state.findIndex((index) => index >= 0)
    if (at < 0) return null
    const judged = state.filter((index) => index >= 0)
    const changes = judged.filter((index, i) => i > 0 && index !== judged[i - 1]).length
    return { first: first + at, days: judged.length, changes }
  }
}

function inWords({ n, unit }: RegimeSpan): string {
  return countText(n, unit.slice(0, -1))
}
