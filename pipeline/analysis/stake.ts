import type { Regime } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import type { Grade, Stake } from '../tables/stake.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'
import { twelveDigits } from '../values/rounding.ts'
import { type MetricFacts, methodology } from './metric-facts.ts'
import { confidenceWindow, signalOutcome, usualChangeOf } from './past.ts'
import type { RegimeDays } from './regime/regime-days.ts'
import { regimeNames } from './regime/regime-forecast.ts'
import { windowEndIndex } from './rhythm.ts'
import { neutralBand, type Sign } from './signal.ts'
import { strengthsOf } from './strength.ts'

/** A stake before it is published: the document that carries it gets its fingerprint when it is rendered. */
export type NewStake = Omit<Stake, 'fingerprint' | 'published_at' | 'entered'>

/**
 * What a reading of a day (YYYY-MM-DD) stakes: that its signal comes true over its window, with the confidence score as the probability. Null
 * where it has no score, or the window had ended by that day.
 *
 * @param base rate of such signals of the metric, 0 to 1
 */
export function signalStake(facts: MetricFacts, reading: Reading, asOf: string, base: number): NewStake | null {
  const { metric, value, period, signal, trend, confidence, method } = reading
  const due = isoDay(dayNumber(period)! + confidenceWindow(facts).days)
  if (signal === null || confidence.score === null || due <= asOf) return null
  const claim = signal.direction
  const way: Sign = claim === 'neutral' ? 0 : signal.moving === 'rising' ? 1 : -1
  return {
    id: [metric, claim, confidence.horizon_days, period].join('/'),
    document: `metric/${metric}`,
    metric,
    claim,
    way,
    called: true,
    horizon_days: confidence.horizon_days,
    as_of: asOf,
    period,
    value,
    probability: twelveDigits(confidence.score / 100),
    base: twelveDigits(base),
    persistence: repeats(facts, trend[signal.window], way) ? 1 : 0,
    method: method.version,
    due,
  }
}

/** Whether another window like the last one makes the claim come true. */
function repeats({ seasonal }: MetricFacts, past: Reading['trend']['7d'], way: Sign): boolean {
  const strength = past?.strength ?? 0
  if (way === 0) return Math.abs(strength) < neutralBand
  return seasonal ? strength * way > 0 : past?.direction === (way > 0 ? 'up' : 'down')
}

/** What the regime of a day stakes: the published probability of each regime. The base rate is its share of the days judged so far. */
export function regimeStakes(regime: Regime, asOf: string, document: string, days: RegimeDays): NewStake[] {
  const { horizon_days: horizon, score, probabilities, most_likely, current_regime } = regime
  if (horizon === undefined || score === undefined) return []
  const judged = [...days.state.subarray(0, dayNumber(asOf)! - days.first + 1)].filter((state) => state >= 0)
  return regimeNames.map((claim, k) => ({
    id: ['regime', claim, horizon, asOf].join('/'),
    document,
    metric: null,
    claim,
    way: null,
    called: claim === most_likely,
    horizon_days: horizon,
    as_of: asOf,
    period: asOf,
    value: score.mean,
    probability: probabilities[claim],
    base: twelveDigits(judged.filter((state) => state === k).length / judged.length),
    persistence: claim === current_regime ? 1 : 0,
    method: methodology,
    due: isoDay(dayNumber(asOf)! + horizon),
  }))
}

type Due = Pick<Stake, 'id' | 'claim' | 'way' | 'period' | 'due'>

/**
 * The outcome of a signal by the rule that calibrates confidence (`signalOutcome`), both ends of the window as they are known in `column` now.
 * Null until the column reaches the end of the window, and where that has no value.
 */
export function signalGrade({ id, way, period, due }: Due, facts: MetricFacts, column: Column, asOf: string): Grade | null {
  const i = indexAtOrBefore(column, dayNumber(period)!)
  if (i < 0 || column.period[i] !== dayNumber(period) || column.period.at(-1)! < dayNumber(due)!) return null
  const ahead = confidenceWindow(facts)
  const measured = strengthsOf(facts, ahead).at(column, facts.seasonal ? windowEndIndex(column, i, ahead) : i)
  const outcome = signalOutcome(facts, column, i, { way: way as Sign, usual: usualChangeOf(measured) })
  if (outcome === null) return null
  const end = i + outcome.entries
  return {
    ...{ stake: id, graded_as_of: asOf, came_true: outcome.held },
    ...{ value_from: column.value[i]!, period_to: isoDay(column.period[end]!), value_to: column.value[end]! },
  }
}

/** Whether the regime of the due day was the one claimed; null until that day is over, and where it could not be judged. */
export function regimeGrade({ id, claim, due }: Due, days: RegimeDays, asOf: string): Grade | null {
  const state = days.state[dayNumber(due)! - days.first] ?? -1
  if (due >= asOf || state < 0) return null
  const came = { stake: id, graded_as_of: asOf, came_true: regimeNames[state] === claim }
  return { ...came, value_from: null, period_to: due, value_to: null }
}
