import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trendOf } from '../../pipeline/analysis/trend.ts'
import { head } from '../../pipeline/values/column.ts'
import { anyColumn, columnOf, daily, day } from './columns.ts'
import { naiveTrend } from './naive-strength.ts'

/** A value a week before 22 July 2026, and that of the day. */
const week = (from: number, to: number, unit = 'USD') => columnOf({ '2026-07-15': from, '2026-07-22': to }, unit)

describe('trend', () => {
  test('percent from the newest value at or before P minus 7 days, with both ends', () => {
    const column = columnOf({ '2026-07-10': 80, '2026-07-14': 100, '2026-07-16': 999, '2026-07-22': 102.5 })
    expect(naiveTrend(column, 3, 'percent', 60)['7d']).toEqual({
      change: 2.5,
      change_unit: 'percent',
      direction: 'up',
      strength: null,
      span: '7 days',
      from: { period: '2026-07-14', value: 100 },
      to: { period: '2026-07-22', value: 102.5 },
    })
  })

  test.each([
    ['2026-06-20', 25, 25],
    ['2026-06-24', 0, 25],
    ['2026-07-16', 0, 25],
    ['2026-07-17', 0, 0],
  ])('a policy rate raised on 17 June is measured back from %s: %d bp in a week, %d in 30 days', (on, week, month) => {
    const rate = columnOf({ '2025-06-11': 2, '2026-06-17': 2.25 }, 'percent')
    const z = { z: null }
    const trend = trendOf(rate, 1, 'basis_points', 'on change', { '7d': z, '30d': z, '90d': z }, day(on))
    expect([trend['7d']!.change, trend['30d']!.change]).toEqual([week, month])
  })

  test('the value exactly seven days back counts; without one old enough there is no window', () => {
    const column = week(50, 40)
    const trend = naiveTrend(column, 1, 'percent', 60)
    expect(trend['7d']).toMatchObject({ change: -20, direction: 'down', from: { period: '2026-07-15' } })
    expect(trend['30d']).toBeNull()
    expect(trend['90d']).toBeNull()
    expect(naiveTrend(column, 0, 'percent', 60)).toEqual({ '7d': null, '30d': null, '90d': null })
  })

  test('a window of days starts at most 31 days further back: across a hole there is none, and no strength', () => {
    const values = (gap: number) =>
      Array.from({ length: 200 }, (_, i) => [20_000 + i - (i < 150 ? gap : 0), 100 + (i % 5)] as const)
    const last = (gap: number) => naiveTrend(columnOf(values(gap)), 152, 'percent', 60)
    expect(last(32)['7d']).toMatchObject({ from: { period: '2025-01-29', value: 104 } })
    expect(last(37)['7d']).toBeNull()
    expect(last(37)['30d']?.from.period).toBe('2025-01-24')
  })

  test('basis points are a hundred times the difference of percentages; units the plain difference without binary noise', () => {
    const rates = week(4.11, 4.27)
    expect(naiveTrend(rates, 1, 'basis_points', 60)['7d']).toMatchObject({
      change: 16,
      change_unit: 'basis_points',
      direction: 'up',
    })
    const levels = week(5.6, 5.7)
    expect(naiveTrend(levels, 1, 'unit', 60)['7d']).toMatchObject({ change: 0.1, change_unit: 'unit' })
    const large = week(6543.209, 6543.21)
    expect(naiveTrend(large, 1, 'unit', 60)['7d']).toMatchObject({ change: 0.001, direction: 'flat' })
    const bitcoins = week(1_234_000, 2_468_001, 'BTC')
    expect(naiveTrend(bitcoins, 1, 'unit', 60)['7d']?.change).toBe(1_234_001)
  })

  test('WTI on 2020-04-20: down to -36.98 is a percent change, up from it is none', () => {
    const wti = columnOf({ '2020-04-13': 22.36, '2020-04-17': 18.31, '2020-04-20': -36.98, '2020-04-27': 12.17 })
    const fall = naiveTrend(wti, 2, 'percent', 60)['7d']
    expect(fall).toMatchObject({ direction: 'down', from: { value: 22.36 }, to: { value: -36.98 } })
    expect(fall?.change).toBe(-265.384615385)
    expect(naiveTrend(wti, 3, 'percent', 60)['7d']).toEqual({
      change: null,
      change_unit: 'percent',
      direction: 'up',
      strength: null,
      span: '7 days',
      from: { period: '2020-04-20', value: -36.98 },
      to: { period: '2020-04-27', value: 12.17 },
      note: 'No percent change from a value that is not positive.',
    })
    expect(naiveTrend(wti, 3, 'unit', 60)['7d']).toMatchObject({ change: 49.15, direction: 'up' })
  })

  test('from zero there is no percent change either', () => {
    const column = week(0, 3)
    expect(naiveTrend(column, 1, 'percent', 60)['7d']).toMatchObject({ change: null, direction: 'up' })
  })

  test('a change that prints as zero is flat', () => {
    const to = (value: number) => naiveTrend(week(10_000, value), 1, 'percent', 60)['7d']?.direction
    expect(to(10_000)).toBe('flat')
    expect(to(10_000.49)).toBe('flat')
    expect(to(10_000.51)).toBe('up')
    expect(to(9_999.51)).toBe('flat')
    expect(to(9_999.49)).toBe('down')
  })

  test('what comes later changes nothing', () => {
    fc.assert(
      fc.property(anyColumn, fc.nat(), (column, pick) => {
        const last = pick % column.period.length
        expect(naiveTrend(column, last, 'percent', 5)).toEqual(naiveTrend(head(column, last), last, 'percent', 5))
      }),
    )
  })

  test('a steadily growing series: every window and its ends by hand', () => {
    const column = daily(
      '2026-01-01',
      Array.from({ length: 203 }, (_, i) => 100 + i),
    )
    const trend = naiveTrend(column, 202, 'unit', 60)
    expect(trend['7d']).toMatchObject({
      change: 7,
      from: { period: '2026-07-15', value: 295 },
      to: { period: '2026-07-22', value: 302 },
    })
    expect(trend['30d']).toMatchObject({ change: 30, from: { period: '2026-06-22', value: 272 } })
    expect(trend['90d']).toMatchObject({ change: 90, from: { period: '2026-04-23', value: 212 } })
    expect(trend['7d']?.strength).toBeNull()
  })
})
