import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { type PastSignal, SignalBacktest } from '../../pipeline/analysis/past.ts'
import type { Column } from '../../pipeline/values/column.ts'

/** A daily price; weekly and with a longer window where asked. */
export function metricOf(changed: Partial<MetricFacts> = {}): MetricFacts {
  return {
    metric: 'example',
    title: 'Example',
    category: 'macro',
    unit: 'USD',
    cadence: 'daily',
    polarity: 'higher_is_bullish',
    for: 'its holders',
    window: '7d',
    change: 'percent',
    version: 1,
    ...changed,
  }
}

/** Metrics that differ in everything the confidence depends on. */
export const metrics: readonly MetricFacts[] = [
  metricOf(),
  metricOf({ window: '30d', change: 'unit', polarity: 'lower_is_bullish' }),
  metricOf({ window: '90d', cadence: 'weekly', change: 'basis_points', unit: 'percent' }),
  metricOf({ polarity: 'none' }),
  metricOf({ cadence: 'monthly', window: '90d', change: 'unit' }),
]

/** The signal at every entry. */
export function signalsOf(metric: MetricFacts, column: Column): (PastSignal | null)[] {
  const past = new SignalBacktest(metric)
  return Array.from(column.period, (_, i) => past.at(column, i).signal)
}
