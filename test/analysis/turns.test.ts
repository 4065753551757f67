import { describe, expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { MetricPast } from '../../pipeline/analysis/past.ts'
import { directionOf } from '../../pipeline/analysis/signal.ts'
import { TurningLevels } from '../../pipeline/analysis/turns.ts'
import { type Column, cut, head } from '../../pipeline/column.ts'
import type { Turn } from '../../pipeline/documents/reading.ts'
import { recordedFolder, withoutRecorded } from '../recorded.ts'
import { walk } from './columns.ts'
import { metricOf } from './metrics.ts'

/** Periods of the coming week, by the distances of the entries before. */
function upcomingOf({ cadence }: MetricFacts, newest: number): number[] {
  const ahead = { daily: [1, 2, 3, 4, 5, 6, 7], 'business daily': [1, 2, 3, 4, 7], weekly: [7], monthly: [30] }
  return (ahead[cadence as keyof typeof ahead] ?? [1]).map((days) => newest + days)
}

/** The signal a whole new walk gives once the coming values are known. */
function signalAfter(metric: MetricFacts, column: Column, upcoming: readonly number[], value: number): string {
  const longer = {
    ...column,
    period: Int32Array.from([...column.period, ...upcoming]),
    value: Float64Array.from([...column.value, ...upcoming.map(() => value)]),
  }
  const { signal } = new MetricPast(metric).at(longer, longer.period.length - 1)
  return directionOf(signal!.way, metric.polarity)
}

const rank = { bearish: -1, neutral: 0, bullish: 1 } as const

/** Whether the level turns the signal and a hair's breadth less does not. */
function turnsExactly(metric: MetricFacts, column: Column, { to, side, value, held }: Turn): boolean {
  const all = upcomingOf(metric, column.period.at(-1)!)
  const upcoming = held === 'week' ? all : all.slice(0, 1)
  const sign = side === 'above' ? 1 : -1
  const way = sign * (metric.polarity === 'higher_is_bullish' ? 1 : -1)
  const reached = (level: number) =>
    way * rank[signalAfter(metric, column, upcoming, level) as keyof typeof rank] >= way * rank[to]
  const step = Math.abs(column.value.at(-1)! - column.value.at(-2)!) + 1e-3 * Math.abs(value)
  return reached(value) && !reached(value - sign * 1e-5 * step)
}

function turnsAt(metric: MetricFacts, column: Column): Turn[] {
  const last = column.period.length - 1
  const past = new MetricPast(metric)
  return new TurningLevels(metric).at(past, column, last, upcomingOf(metric, column.period[last]!))
}

describe('a turning level', () => {
  test.each([
    metricOf(),
    metricOf({ window: '30d', change: 'unit', polarity: 'lower_is_bullish' }),
    metricOf({ change: 'basis_points', unit: 'percent' }),
  ])('turns the signal, and a hair’s breadth less does not: random walks, $change $polarity', (metric) => {
    let tried = 0
    for (let seed = 1; seed <= 5; seed++) {
      const column = walk(seed, 420, 1_000)
      for (const turn of turnsAt(metric, column)) {
        expect([seed, turn, turnsExactly(metric, column, turn)]).toEqual([seed, turn, true])
        tried++
      }
    }
    expect(tried).toBeGreaterThan(5)
  })

  test.skipIf(withoutRecorded)('and so on past days of recorded histories of every cadence', () => {
    let tried = 0
    for (const series of recordedSeries.filter(({ facts: { category, weekdays } }) => category !== 'recorded' && !weekdays)) {
      const whole = recordedColumn(series, recordedFolder)
      const { length } = whole.period
      for (const back of [3, 211]) {
        const column = cut(whole, Math.max(0, length - 1_400), length - back)
        for (const turn of turnsAt(series.facts, column)) {
          expect([series.facts.metric, back, turn, turnsExactly(series.facts, column, turn)]).toEqual([
            series.facts.metric,
            back,
            turn,
            true,
          ])
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(30)
  })

  test('of a price is never at or below zero', () => {
    for (let seed = 1; seed <= 40; seed++)
      for (const { value } of turnsAt(metricOf({ change: 'unit' }), walk(seed, 200, 1_000))) expect(value).toBeGreaterThan(0)
  })

  test('is none without polarity, without a signal, and where nobody knows the next period', () => {
    const column = walk(2, 420)
    expect(turnsAt(metricOf({ polarity: 'none' }), column)).toEqual([])
    expect(turnsAt(metricOf(), head(column, 30))).toEqual([])
    expect(new TurningLevels(metricOf()).at(new MetricPast(metricOf()), column, 419, [])).toEqual([])
  })

  test('is the same whatever day was asked for before', () => {
    const column = walk(5, 500)
    const past = new MetricPast(metricOf())
    const levels = new TurningLevels(metricOf())
    for (let last = 400; last < 500; last += 7) {
      const known = head(column, last)
      expect(levels.at(past, known, last, upcomingOf(metricOf(), known.period[last]!))).toEqual(turnsAt(metricOf(), known))
    }
  })
})
