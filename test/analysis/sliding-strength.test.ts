import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slidingStrengths } from '../../pipeline/analysis/sliding-strength.ts'
import { strengthOf } from '../../pipeline/analysis/strength.ts'
import type { Column } from '../../pipeline/column.ts'
import { anyColumn, walk, withValues } from './columns.ts'

const kinds = ['percent', 'basis_points', 'unit'] as const

test('asked at any entries in any order, of a column and of its revisions, it is the strength of that day to the last bit', () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyColumn, steps, fc.constantFrom(7, 30, 90), fc.constantFrom(...kinds), (first, asked, days, kind) => {
      const strengths = slidingStrengths()
      let column: Column = first
      for (const [at, revised, revise] of asked) {
        const from = revised % column.period.length
        if (revise) column = withValues(column, (value, i) => (i < from ? value : value + 0.25))
        const last = at % column.period.length
        expect(strengths(column, last, days, kind, 5)).toEqual(strengthOf(column, last, days, kind, 5))
      }
    }),
    { seed: 17, numRuns: 120 },
  )
})

test('over five years, forwards and backwards', () => {
  const column = walk(3, 1_700)
  const strengths = slidingStrengths()
  const days = [...Array(170).keys()].map((i) => 10 * i)
  for (const last of [...days, ...days.toReversed()])
    expect(strengths(column, last, 30, 'percent', 60)).toEqual(strengthOf(column, last, 30, 'percent', 60))
})
