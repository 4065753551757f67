import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { medianInPlace } from '../../pipeline/analysis/median.ts'
import { strengthDays, strengthOf } from '../../pipeline/analysis/strength.ts'
import { columnOf, daily, day } from './columns.ts'

const sortedMedian = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

describe('strength', () => {
  test('by hand: changes of 1, 2, 3, 4, 5 before one of 9', () => {
    const column = columnOf([
      ['2026-01-01', 100],
      ['2026-01-08', 101],
      ['2026-01-15', 103],
      ['2026-01-22', 106],
      ['2026-01-29', 110],
      ['2026-02-05', 115],
      ['2026-02-12', 124],
    ])
    const strength = strengthOf(column, 6, 7, 'unit', 5)
    expect(strength.n).toBe(5)
    expect(strength.z).toBeCloseTo((9 - 3) / (1.4826 * 1), 12)
    expect(strengthOf(column, 6, 7, 'unit', 6)).toEqual({ z: null, n: 5, why: 'too few' })
    expect(strengthOf(column, 0, 7, 'unit', 1)).toEqual({ z: null, n: 0, why: 'no change' })
  })

  test('changes that do not vary have no strength, also when only rounding makes them differ', () => {
    const column = daily(
      '2026-01-01',
      Array.from({ length: 100 }, (_, i) => 0.1 * i),
    )
    expect(strengthOf(column, 99, 7, 'unit', 60)).toMatchObject({ z: null, why: 'no spread' })
    const growth = daily(
      '2026-01-01',
      Array.from({ length: 100 }, (_, i) => 50 * 1.01 ** i),
    )
    expect(strengthOf(growth, 99, 7, 'percent', 60)).toMatchObject({ z: null, why: 'no spread' })
  })

  test('only changes that end on P - 1,095 .. P - 1 count', () => {
    const newest = day('2026-07-22')
    const points: [number, number][] = []
    for (let at = newest - strengthDays - 20; at <= newest; at++) points.push([at, at % 17])
    const column = columnOf(points)
    expect(strengthOf(column, points.length - 1, 7, 'unit', 60).n).toBe(strengthDays)
    const changed = columnOf(points.map(([at, value]) => [at, at < newest - strengthDays - 7 ? value * 1e6 : value] as const))
    expect(strengthOf(changed, points.length - 1, 7, 'unit', 60)).toEqual(strengthOf(column, points.length - 1, 7, 'unit', 60))
  })

  test('changes that do not exist are left out of the distribution', () => {
    const column = columnOf([
      ['2026-01-01', -1],
      ['2026-01-08', 100],
      ['2026-01-15', 101],
      ['2026-01-22', 103],
      ['2026-01-29', 110],
    ])
    expect(strengthOf(column, 4, 7, 'percent', 2)).toMatchObject({ n: 2 })
  })
})

describe('median by selection', () => {
  test('equals the median by sorting', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 4 })),
          { minLength: 1, maxLength: 80 },
        ),
        (values) => {
          expect(medianInPlace(Float64Array.from(values), values.length)).toBeCloseTo(sortedMedian(values), 6)
        },
      ),
    )
    expect(medianInPlace(Float64Array.of(5, 1, 99, 98), 2)).toBe(3)
    expect(medianInPlace(new Float64Array(4), 0)).toBeNaN()
  })
})
