import { describe, expect, test } from 'vitest'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import { TurningLevels } from '../../pipeline/analysis/turns.ts'
import { turnLevelText } from '../../pipeline/values/amounts.ts'
import { head } from '../../pipeline/values/column.ts'
import { daily, walk } from './columns.ts'
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

  test('of a monthly series turns it too, and no two of one signal print the same value', () => {
    const metric = metricOf({ cadence: 'monthly', window: '90d', change: 'unit', unit: 'percent' })
    let tried = 0
    for (let seed = 1; seed <= 30; seed++) {
      const { value } = walk(seed, 60 + (seed % 7))
      const column = daily('2015-01-31', Array.from(value), 'percent', 'example', 30)
      const turns = turnsAt(metric, column)
      for (const turn of turns) expect([seed, turn, turnsExactly(metric, column, turn)]).toEqual([seed, turn, true])
      const printed = turns.map((turn) => turnLevelText('example', turn, 'percent'))
      expect([seed, ...new Set(printed)]).toEqual([seed, ...printed])
      tried += turns.length
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
