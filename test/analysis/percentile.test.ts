import { describe, expect, test } from 'vitest'
import { percentileOf } from '../../pipeline/analysis/percentile.ts'
import { columnOf, daily } from './columns.ts'

describe('percentile of 90 days', () => {
  test('by hand: two below, one tie, one above of four others', () => {
    expect(percentileOf(daily('2026-07-18', [1, 2, 3, 9, 3]), 4, 1)).toEqual({ value: 62.5, n: 4 })
    expect(percentileOf(daily('2026-07-18', [1, 2, 3, 9, 10]), 4, 1)).toEqual({ value: 100, n: 4 })
    expect(percentileOf(daily('2026-07-18', [1, 2, 3, 9, 0]), 4, 1)).toEqual({ value: 0, n: 4 })
  })

  test('P - 89 counts, P - 90 does not, the value itself never', () => {
    const column = columnOf([
      ['2026-04-23', 5],
      ['2026-04-24', 1],
      ['2026-07-22', 3],
    ])
    expect(percentileOf(column, 2, 1)).toEqual({ value: 100, n: 1 })
  })

  test('none below the minimum, none alone', () => {
    const column = daily('2026-07-01', Array(20).fill(7))
    expect(percentileOf(column, 19, 20)).toBeNull()
    expect(percentileOf(column, 19, 19)).toEqual({ value: 50, n: 19 })
    expect(percentileOf(column, 0, 0)).toBeNull()
  })
})
