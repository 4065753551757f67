import type { Confidence } from '../documents/reading.ts'
import type { QualityGrade } from '../freshness.ts'
import { countText } from '../time/counted.ts'
import { isoDay } from '../time/day.ts'
import { rounded, twelveDigits } from '../values/rounding.ts'
import type { MetricFacts } from './metric-facts.ts'
import { confidenceWindow, type PastSignal, type PastSignalEntry, type SignalStatistics, type TrackRecord } from './past.ts'
import { minimumScoredWindows, priorHitRate, probabilityText, shrinkageWindows } from './probability.ts'
import type { ChangeWindow } from './rhythm.ts'
import { type Sign, signalDirectionOf } from './signal.ts'

const grouped = new Intl.NumberFormat('en-US')

/** Windows below which no edge is claimed. */
const fewestWindows = 20

/**
 * How likely the signal of `metric` at one entry of its past is to hold over the next window: 100 x that probability, one decimal, from the
 * days before it whose window had ended by then (`past.ts`). `calibration` is the record of all such scores: each made from the outcomes
 * known by its day, judged when its window had ended. `edge` is there only where days with a direction can be told apart from all days; a
 * steady signal has none.
 *
 * No score without a signal, from poor data, or where the past outcomes of such a signal weigh less than ten windows; `why` says which.
 * The column is taken as it is known: values revised since count as revised.
 */
export function confidenceOf(metric: MetricFacts, { signal, standing }: PastSignalEntry, quality: QualityGrade): Confidence {
  const ahead = confidenceWindow(metric)
  const why = whyNot(metric, signal, standing, quality)
  const shared = { horizon_days: ahead.nominal, calibration: standing && calibrationOf(standing.record) }
  if (signal === null || standing === null || standing.probability === null || why !== null)
    return { score: null, why, no_information: null, edge: null, text: why ?? '', factors: [], ...shared }
  const way = metric.polarity === 'none' ? 0 : signal.way
  const edge = way === 0 ? null : edgeOf(standing)
  return {
    score: rounded(100 * standing.probability, 1),
    why: null,
    no_information: 100 * priorHitRate(way),
    edge,
    text: sentence(metric, way, standing, edge, ahead),
    factors: factorsOf(metric, way, standing),
    ...shared,
  }
}

function whyNot(
  metric: MetricFacts,
  signal: PastSignal | null,
  standing: SignalStatistics | null,
  quality: QualityGrade,
): string | null {
  if (metric.mechanical) return 'It is made of another metric’s own past and carries no signal.'
  if (signal === null || standing === null) return 'There is no signal to score.'
  if (quality === 'poor') return 'The data behind the signal is poor.'
  if (signal.usual === null) return 'The window looked ahead has no strength to measure an outcome with.'
  if (standing.windows >= minimumScoredWindows) return null
  const signals = `${signalDirectionOf(signal.way, metric.polarity)} signals of this metric`
  return `The history is short: past ${signals} make ${countText(Math.floor(standing.windows), 'window')}, and ${minimumScoredWindows} are needed.`
}

/**
 * By how many points such days did better than all days, with the 95% interval of their share (normal, over windows that do not overlap);
 * null where that interval includes none, where the windows are few, or where scores of this metric have done no better than its base rate.
 */
function edgeOf({ alike: { n, hits, windows }, anyDay, record: { losses, baseLosses } }: SignalStatistics): Confidence['edge'] {
  if (windows < fewestWindows || losses > baseLosses) return null
  const share = hits / n
  const half = 1.96 * Math.sqrt((share * (1 - share)) / windows)
  const points = (value: number) => rounded(100 * (Math.min(1, value) - anyDay), 1)
  return share - half > anyDay ? { points: points(share), low: points(share - half), high: points(share + half) } : null
}

/**
 * How likely the signal is to come true, and what followed such days: "Chance of a rise in 7 days: 51% (80% range 49 to 53). It rose after 51%
 * of 790 such days since 2011 and after 49% of all days: no edge." Of a steady signal only how often no more than a usual change followed.
 */
function sentence(
  { cadence, seasonal }: MetricFacts,
  way: Sign,
  { alike: { n, hits, from }, anyDay, probability, windows }: SignalStatistics,
  edge: Confidence['edge'],
  { span }: ChangeWindow,
): string {
  const entries =
    cadence === 'weekly' ? 'weeks' : cadence === 'monthly' ? 'months' : cadence === 'quarterly' ? 'quarters' : 'days'
  const whole = (share: number) => `${Math.round(100 * share)}%`
  const alike = `${grouped.format(n)} such ${entries} since ${isoDay(from).slice(0, 4)}`
  if (way === 0) {
    const came = seasonal ? 'only what is usual for the time of year' : 'no more than a usual change'
    return `On ${alike} the next ${span} brought ${came} ${whole(hits / n)} of the time.`
  }
  const [outcome, verb] = seasonal
    ? [`${way > 0 ? 'more' : 'less'} than is usual for the time of year over the next ${span}`, 'came to that']
    : way > 0
      ? [`a rise in ${span}`, 'rose']
      : [`a fall in ${span}`, 'fell']
  const verdict =
    edge === null
      ? 'no edge'
      : `an edge so far (95% range ${Math.round(100 * anyDay + edge.low)} to ${Math.round(100 * anyDay + edge.high)})`
  const past = `It ${verb} after ${whole(hits / n)} of ${alike} and after ${whole(anyDay)} of all ${entries}`
  return `Chance of ${outcome}: ${probabilityText(probability!, windows + shrinkageWindows)}. ${past}: ${verdict}.`
}

/** The steps to the score, in points; they add up to it but for rounding. */
function factorsOf(
  metric: MetricFacts,
  way: Sign,
  { share, windows, moment: { base }, probability }: SignalStatistics,
): Confidence['factors'] {
  const usual = 100 * priorHitRate(way)
  const rest = probability! - base
  return [
    {
      name: 'base rate',
      effect: `${rounded(100 * share, 1)} points`,
      detail: `${signalDirectionOf(way, metric.polarity)} signals that held, recent ones counting more`,
    },
    {
      name: 'sample size',
      effect: pointsOf(base - share),
      detail: `${countText(Math.floor(windows), 'window')}, pulled towards ${usual} with the weight of ${shrinkageWindows} windows`,
    },
    {
      name: way === 0 ? 'volatility' : 'strength',
      effect: pointsOf(rest),
      detail:
        way === 0
          ? 'size of the last steps against three years, and strength over the windows'
          : rest === 0
            ? 'seven days ahead nothing has been better than the base rate'
            : 'strength of the move, over the longest window too, and size of the last steps',
    },
  ]
}

function pointsOf(share: number): string {
  const points = rounded(100 * share, 1)
  return `${points > 0 ? '+' : ''}${points} points`
}

function calibrationOf(record: TrackRecord): Confidence['calibration'] {
  const { n, forecasts, hits, bases, losses, baseLosses, skill, from, to } = record
  if (forecasts === 0) return null
  return {
    n,
    hit_rate: twelveDigits(hits / forecasts),
    base_rate: twelveDigits(bases / forecasts),
    brier: twelveDigits(losses / forecasts),
    skill: twelveDigits(1 - losses / baseLosses),
    skill_low: skill && twelveDigits(skill[0]),
    skill_high: skill && twelveDigits(skill[1]),
    from: isoDay(from),
    to: isoDay(to),
  }
}
