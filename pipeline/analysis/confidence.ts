import { isoDay } from '../calendar/day.ts'
import type { Confidence } from '../documents/reading.ts'
import type { Quality } from '../freshness.ts'
import { heldBack } from './hit-rate.ts'
import type { MetricFacts } from './metric-facts.ts'
import { type PastEntry, type PastSignal, strengthSteps } from './past.ts'
import { windowDays } from './rhythm.ts'
import { twelveDigits } from './rounding.ts'
import { signalOfWay } from './signal.ts'
import { hasSkill, lossesOf, minimumWindows, probabilityOf, type Standing, type TrackRecord, usualRate } from './standing.ts'

/**
 * How likely the signal of `metric` at one entry of its past is to hold over the next window of the same length: 100 x that probability, one
 * decimal, as found on the days of its column that looked alike and whose window had ended by then (`standing.ts`).
 * `calibration` is the record of all such scores: each made from the outcomes known by its day, judged when its window had ended.
 *
 * No score without a signal, from poor data, or where the past outcomes of such a signal weigh less than ten windows; `why` says which.
 * The column is taken as it is known: values revised since count as revised.
 */
export function confidenceOf(metric: MetricFacts, { signal, standing }: PastEntry, quality: Quality): Confidence {
  const shared = { horizon_days: windowDays[metric.window], calibration: calibrationOf(standing.record) }
  const probability = probabilityOf(standing)
  const why = whyNot(metric, signal, standing, quality)
  if (signal === null || probability === null || why !== null) return { score: null, why, factors: [], ...shared }
  return { score: oneDecimal(100 * probability), why: null, factors: factorsOf(metric, signal, standing), ...shared }
}

function whyNot(metric: MetricFacts, signal: PastSignal | null, standing: Standing, quality: Quality): string | null {
  if (signal === null) return 'There is no signal to score.'
  if (quality === 'poor') return 'The data behind the signal is poor.'
  if (standing.windows >= minimumWindows) return null
  const signals = `${signalOfWay(signal.way, metric.polarity)} signals of this metric`
  return `History is short: past ${signals} weigh ${Math.floor(standing.windows)} windows, ${minimumWindows} needed.`
}

function factorsOf(metric: MetricFacts, signal: PastSignal, standing: Standing): Confidence['factors'] {
  const { share, windows, base, agreed, alike } = standing
  const { loss, baseLoss } = lossesOf(standing)
  const usual = 100 * usualRate(signal.way)
  const factors = [
    {
      name: 'base rate',
      effect: `${oneDecimal(100 * share)} points`,
      detail: `${signalOfWay(signal.way, metric.polarity)} signals that held, recent ones counting more`,
    },
    {
      name: 'sample size',
      effect: pointsOf(base - share),
      detail: `${Math.floor(windows)} windows, drawn towards ${usual} as by ${heldBack} more`,
    },
  ]
  if (hasSkill(standing)) {
    factors.push(
      { name: 'agreement', effect: pointsOf(agreed - base), detail: `${signal.agreement} of 2 other windows say the same` },
      { name: 'strength', effect: pointsOf(alike - agreed), detail: `size ${sizeOf(signal)}` },
    )
  } else {
    const tried = Number.isNaN(loss) ? 'not tried yet' : `Brier ${loss.toFixed(4)} with them, ${baseLoss.toFixed(4)} without`
    factors.push({ name: 'no skill', effect: '0 points', detail: `agreement and strength are left out: ${tried}` })
  }
  return factors
}

function sizeOf({ step }: PastSignal): string {
  const from = strengthSteps[step - 1] ?? 0
  const to = strengthSteps[step]
  return to === undefined ? `${from} or more` : `${from} to ${to}`
}

function pointsOf(share: number): string {
  const points = oneDecimal(100 * share)
  return `${points > 0 ? '+' : ''}${points} points`
}

function oneDecimal(value: number): number {
  return Number(value.toFixed(1)) + 0
}

function calibrationOf({ n, forecasts, hits, bases, losses, from, to }: TrackRecord): Confidence['calibration'] {
  if (forecasts === 0) return null
  return {
    n,
    hit_rate: twelveDigits(hits / forecasts),
    base_rate: twelveDigits(bases / forecasts),
    brier: twelveDigits(losses / forecasts),
    from: isoDay(from),
    to: isoDay(to),
  }
}
