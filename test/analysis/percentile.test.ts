import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentileOf } from '../../pipeline/analysis/percentile.ts'
import { head } from '../../pipeline/values/column.ts'
import { anyColumn, columnOf, daily, withValues } from './columns.ts'

describe('percentile of 90 days', () => {
  test('by hand: two below, one tie, one above of four others', () => {
    expect(percentileOf(daily('2026-07-18', [1, 2, 3, 9, 3]), 4, 1)).toEqual({ value: 62.5, n: 4 })
    expect(percentileOf(daily('2026-07-18', [1, 2, 3, 9, 10]), 4, 1)).toEqual({ value: 100, n: 4 })
    expect(percentileOf(daily('2026-07-18', [1, 2, 3, 9, 0]), 4, 1)).toEqual({ value: 0, n: 4 })
  })

  test('P - 89 counts, P - 90 does not, the value itself never', () => {
    const column = columnOf({ '2026-04-23': 5, '2026-04-24': 1, '2026-07-22': 3 })
    expect(percentileOf(column, 2, 1)).toEqual({ value: 100, n: 1 })
  })

  test('none below the minimum, none alone', () => {
    const column = daily('2026-07-01', Array(20).fill(7))
    expect(percentileOf(column, 19, 20)).toBeNull()
    expect(percentileOf(column, 19, 19)).toEqual({ value: 50, n: 19 })
    expect(percentileOf(column, 0, 0)).toBeNull()
  })

  test('all equal is 50; later entries, order and unit of the others do not matter', () => {
    fc.assert(
      fc.property(anyColumn, fc.nat(), fc.integer({ min: 1, max: 64 }), (column, pick, factor) => {
        const last = pick % column.period.length
        const plain = percentileOf(column, last, 1)
        expect(percentileOf(head(column, last), last, 1)).toEqual(plain)
        expect(
          percentileOf(
            withValues(column, (value) => value * factor),
            last,
            1,
          ),
        ).toEqual(plain)
        expect(
          percentileOf(
            withValues(column, () => 3),
            last,
            1,
          )?.value ?? 50,
        ).toBe(50)
        const within = Array.from(column.period.keys()).filter((i) => i < last && column.period[i]! >= column.period[last]! - 89)
        const turned = new Map(within.map((i, k) => [i, column.value[within[within.length - 1 - k]!]!]))
        expect(
          percentileOf(
            withValues(column, (value, i) => turned.get(i) ?? value),
            last,
            1,
          ),
        ).toEqual(plain)
      }),
    )
  })
})
