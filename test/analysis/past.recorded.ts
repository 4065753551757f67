import { expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { type PastSignal, SignalBacktest } from '../../pipeline/analysis/past.ts'
import { type Column, head } from '../../pipeline/column.ts'
import { recordedFolder } from '../recorded.ts'
import { naiveWays } from './naive-confidence.ts'

/** The signal at every entry. */
function signalsOf(metric: MetricFacts, column: Column): (PastSignal | null)[] {
  const past = new SignalBacktest(metric)
  return Array.from(column.period, (_, i) => past.at(column, i).signal)
}

test('and so on recorded histories, those with negative, zero and missing values among them', () => {
  for (const { facts, ...rest } of recordedSeries.filter(({ facts: { metric } }) =>
    ['wti-spot', 'rrp', 'sofr', 'fed-balance', 'unemployment'].includes(metric),
  )) {
    const column = head(recordedColumn({ facts, ...rest }, recordedFolder), 900)
    const ways = signalsOf(facts, column).map((signal) => signal?.way ?? null)
    expect(ways).toEqual(naiveWays(facts, column))
  }
})
