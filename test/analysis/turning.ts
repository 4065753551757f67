import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import { signalDirectionOf } from '../../pipeline/analysis/signal.ts'
import { TurningLevels } from '../../pipeline/analysis/turns.ts'
import { meanAbsoluteStep } from '../../pipeline/analysis/usual-step.ts'
import type { Turn } from '../../pipeline/documents/reading.ts'
import type { PastRow } from '../../pipeline/tables/day.ts'
import type { Column } from '../../pipeline/values/column.ts'

/** Periods of the coming week, by the distances of the entries before. */
export function upcomingOf({ cadence }: MetricFacts, newest: number): number[] {
  const ahead = { daily: [1, 2, 3, 4, 5, 6, 7], 'business daily': [1, 2, 3, 4, 7], weekly: [7], monthly: [30] }
  return (ahead[cadence as keyof typeof ahead] ?? [1]).map((days) => newest + days)
}

/** The signal a new walk gives once the coming values are known; one that goes on from `kept` gives the same. */
function signalAfter(
  metric: MetricFacts,
  column: Column,
  upcoming: readonly number[],
  value: number,
  kept: PastRow | null,
): string {
  const longer = {
    ...column,
    period: Int32Array.from([...column.period, ...upcoming]),
    value: Float64Array.from([...column.value, ...upcoming.map(() => value)]),
  }
  const { signal } = new SignalBacktest(metric, kept).at(longer, longer.period.length - 1)
  return signalDirectionOf(signal!.way, metric.polarity)
}

const rank = { bearish: -1, neutral: 0, bullish: 1 } as const

/** Whether the level turns the signal and a hair's breadth less does not. */
export function turnsExactly(
  metric: MetricFacts,
  column: Column,
  { to, side, value, held }: Turn,
  kept: PastRow | null = null,
): boolean {
  const all = upcomingOf(metric, column.period.at(-1)!)
  const upcoming = held === 'week' ? all : all.slice(0, 1)
  const sign = side === 'above' ? 1 : -1
  const way = sign * (metric.polarity === 'higher_is_bullish' ? 1 : -1)
  const reached = (level: number) =>
    way * rank[signalAfter(metric, column, upcoming, level, kept) as keyof typeof rank] >= way * rank[to]
  // of a series that stands at zero neither the value nor its last step says how far a hair is
  const step = meanAbsoluteStep(column, column.value.length - 1) + 1e-3 * Math.abs(value)
  return reached(value) && !reached(value - sign * 1e-5 * step)
}

export function turnsAt(metric: MetricFacts, column: Column): Turn[] {
  const last = column.period.length - 1
  const past = new SignalBacktest(metric)
  return new TurningLevels(metric).at(past, column, last, upcomingOf(metric, column.period[last]!))
}
