import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spreadDays } from '../../pipeline/analysis/rolling-spread.ts'
import { rollingStrengths } from '../../pipeline/analysis/strength.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { anyColumn, columnOf, daily, day, walk, withValues } from './columns.ts'
import { calendar, naiveStrength } from './naive-strength.ts'

const kinds = ['percent', 'basis_points', 'unit'] as const
const strengthOf = (column: Column, last: number, days: number, kind: (typeof kinds)[number], minimum: number) =>
  rollingStrengths(calendar(days), kind, minimum).at(column, last)

describe('strength', () => {
  test('by hand: changes of 1, 2, 3, 4, 5 before one of 9', () => {
    const column = columnOf({
      '2026-01-01': 100,
      '2026-01-08': 101,
      '2026-01-15': 103,
      '2026-01-22': 106,
      '2026-01-29': 110,
      '2026-02-05': 115,
      '2026-02-12': 124,
    })
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
    for (let at = newest - spreadDays - 20; at <= newest; at++) points.push([at, at % 17])
    const column = columnOf(points)
    expect(strengthOf(column, points.length - 1, 7, 'unit', 60).n).toBe(spreadDays)
    const changed = columnOf(points.map(([at, value]) => [at, at < newest - spreadDays - 7 ? value * 1e6 : value] as const))
    expect(strengthOf(changed, points.length - 1, 7, 'unit', 60)).toEqual(strengthOf(column, points.length - 1, 7, 'unit', 60))
  })

  test('changes that do not exist are left out of the distribution', () => {
    const column = columnOf({ '2026-01-01': -1, '2026-01-08': 100, '2026-01-15': 101, '2026-01-22': 103, '2026-01-29': 110 })
    expect(strengthOf(column, 4, 7, 'percent', 2)).toMatchObject({ n: 2 })
  })
})

describe('one entry after another', () => {
  test('at any entries in any order, of a column and of its revisions, each is the strength of that day alone to the last bit', () => {
    const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(anyColumn, steps, fc.constantFrom(7, 30, 90), fc.constantFrom(...kinds), (first, asked, days, kind) => {
        const strengths = rollingStrengths(calendar(days), kind, 5)
        let column: Column = first
        for (const [at, revised, revise] of asked) {
          const from = revised % column.period.length
          if (revise) column = withValues(column, (value, i) => (i < from ? value : value + 0.25))
          const last = at % column.period.length
          expect(strengths.at(column, last)).toEqual(naiveStrength(column, last, calendar(days), kind, 5))
        }
      }),
      { seed: 17, numRuns: 120 },
    )
  })

  test('over five years, forwards and backwards, where old changes leave, and through values near zero', () => {
    const walked = walk(3, 1_700)
    const flat = columnOf(Array.from(walked.period, (at, i) => [at, i < 900 ? 1e6 + 1e-7 * (i % 3) : 0.1 * (i % 2)] as const))
    for (const column of [walked, flat]) {
      const strengths = rollingStrengths(calendar(30), 'unit', 60)
      const days = [...Array(170).keys()].map((i) => 10 * i)
      for (const last of [...days, ...days.toReversed()])
        expect(strengths.at(column, last)).toEqual(naiveStrength(column, last, calendar(30), 'unit', 60))
    }
  })
})
