import { describe, expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { rhythmOf } from '../../pipeline/analysis/rhythm.ts'
import { signalOf } from '../../pipeline/analysis/signal.ts'
import { SignalHistory } from '../../pipeline/analysis/signal-history.ts'
import { trendOf } from '../../pipeline/analysis/trend.ts'
import type { Column } from '../../pipeline/column.ts'
import { recordedFolder, withoutRecorded } from '../recorded.ts'
import { columnOf, walk } from './columns.ts'
import { metricOf, metrics } from './metrics.ts'

function historyOf(metric: MetricFacts, column: Column): SignalHistory {
  const history = new SignalHistory(metric)
  for (let i = 0; i < column.period.length; i++) history.next(column)
  return history
}

/** The direction a reading of entry `i` carries, in the metric's own way. */
function wayOfReading(metric: MetricFacts, column: Column, i: number): number | null {
  const trend = trendOf(column, i, metric.change, rhythmOf(metric.cadence).changes)
  const signal = signalOf(trend, metric.window, metric.polarity)
  if (signal === null) return null
  if (signal.direction === 'neutral') return 0
  return (signal.direction === 'bullish') === (metric.polarity === 'higher_is_bullish') ? 1 : -1
}

test.each(metrics)('the signal of every past day is the one its reading carries: $window $change $polarity', (metric) => {
  const column = walk(7, 700)
  const history = historyOf(metric, column)
  const ways = Array.from(column.period, (_, i) => history.at(i)?.way ?? null)
  expect(ways).toEqual(Array.from(column.period, (_, i) => wayOfReading(metric, column, i)))
  expect(new Set(ways).size).toBe(metric.polarity === 'none' ? 2 : 4)
})

test.skipIf(withoutRecorded)('and so on recorded histories, those with negative, zero and missing values among them', () => {
  let compared = 0
  for (const { facts, ...rest } of recordedSeries.filter(({ facts: { metric } }) =>
    ['wti-spot', 'rrp', 'sofr', 'fed-balance', 'unemployment', 'bitcoin-tx-count'].includes(metric),
  )) {
    const column = recordedColumn({ facts, ...rest }, recordedFolder)
    const history = historyOf(facts, column)
    for (let i = 0; i < column.period.length; i += 97, compared++)
      expect(history.at(i)?.way ?? null).toBe(wayOfReading(facts, column, i))
  }
  expect(compared).toBeGreaterThan(200)
})

describe('outcome', () => {
  /** A hundred days between 99 and 101, then a rise, then what follows. */
  const restless = Array.from({ length: 100 }, (_, i) => 100 + Math.sin(i * 2.1))
  const outcomeOf = (after: readonly number[], metric = metricOf()) => {
    const values = [...restless, ...Array.from({ length: 8 }, () => 110), ...after]
    const column = columnOf(values.map((value, i) => [20_000 + i, value] as const))
    const history = historyOf(metric, column)
    return { way: history.at(106)!.way, outcome: history.outcome(column, 106) }
  }

  test('a rise held when the value after the window is higher; flat or lower it did not', () => {
    expect(outcomeOf([110, 110, 110, 110, 110, 112])).toEqual({ way: 1, outcome: { held: true, entries: 7 } })
    expect(outcomeOf([120, 120, 120, 120, 120, 110])).toEqual({ way: 1, outcome: { held: false, entries: 7 } })
    expect(outcomeOf([120, 120, 120, 120, 120, 90])).toEqual({ way: 1, outcome: { held: false, entries: 7 } })
  })

  test('a neutral signal held when the next change is a usual one', () => {
    const neutral = metricOf({ polarity: 'none' })
    expect(outcomeOf([110, 110, 110, 110, 110, 110.2], neutral)).toMatchObject({ way: 0, outcome: { held: true } })
    expect(outcomeOf([110, 110, 110, 110, 110, 130], neutral)).toMatchObject({ way: 0, outcome: { held: false } })
  })

  test('none where no entry lies in the window', () => {
    const column = columnOf([...restless.map((value, i) => [20_000 + i, value] as const), [20_200, 100]])
    expect(historyOf(metricOf(), column).outcome(column, 99)).toBeNull()
  })

  test('none of a percent change from a value that is not positive', () => {
    const column = columnOf([...restless, -5, 100, 100, 100, 100, 100, 100, 100].map((value, i) => [20_000 + i, value] as const))
    const history = historyOf(metricOf(), column)
    expect(history.at(100)).not.toBeNull()
    expect(history.outcome(column, 100)).toBeNull()
  })
})
