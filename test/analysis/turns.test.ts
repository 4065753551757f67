import { describe, expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import { TurningLevels } from '../../pipeline/analysis/turns.ts'
import { cut, head } from '../../pipeline/column.ts'
import { recordedFolder, withoutRecorded } from '../recorded.ts'
import { walk } from './columns.ts'
import { metricOf } from './metrics.ts'
import { turnsAt, turnsExactly, upcomingOf } from './turning.ts'

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
    expect(new TurningLevels(metricOf()).at(new SignalBacktest(metricOf()), column, 419, [])).toEqual([])
  })

  test('is the same whatever day was asked for before', () => {
    const column = walk(5, 500)
    const past = new SignalBacktest(metricOf())
    const levels = new TurningLevels(metricOf())
    for (let last = 400; last < 500; last += 7) {
      const known = head(column, last)
      expect(levels.at(past, known, last, upcomingOf(metricOf(), known.period[last]!))).toEqual(turnsAt(metricOf(), known))
    }
  })
})
