import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RollingStrength } from '../../pipeline/analysis/rolling-strength.ts'
import { strengthOf } from '../../pipeline/analysis/strength.ts'
import type { Column } from '../../pipeline/column.ts'
import { anyColumn, columnOf, walk } from './columns.ts'

const kinds = ['percent', 'basis_points', 'unit'] as const

function strengths(rolling: RollingStrength, column: Column, from: number): (number | null)[] {
  const found: (number | null)[] = []
  for (let i = from; i < column.period.length; i++) {
    const { z } = rolling.next(column, i)
    found.push(Number.isNaN(z) ? null : z)
  }
  return found
}

test('every entry has the strength of that day, to the last bit', () => {
  fc.assert(
    fc.property(anyColumn, fc.constantFrom(7, 30, 90), fc.constantFrom(...kinds), (column, days, kind) => {
      const expected = Array.from(column.period, (_, i) => strengthOf(column, i, days, kind, 5).z)
      expect(strengths(new RollingStrength(days, kind, 5), column, 0)).toEqual(expected)
    }),
    { seed: 11, numRuns: 60 },
  )
})

test('over five years, where old changes leave, and through values near zero', () => {
  const walked = walk(3, 1_700)
  const flat = columnOf(Array.from(walked.period, (day, i) => [day, i < 900 ? 1e6 + 1e-7 * (i % 3) : 0.1 * (i % 2)] as const))
  for (const column of [walked, flat]) {
    const rolling = strengths(new RollingStrength(30, 'unit', 60), column, 0)
    for (let i = 0; i < column.period.length; i += 7) expect(rolling[i]).toBe(strengthOf(column, i, 30, 'unit', 60).z)
  }
})

test('rewound, it goes on as if the forgotten entries had not been', () => {
  const column = walk(5, 1_600)
  for (const at of [0, 1, 400, 1_599]) {
    const rolling = new RollingStrength(7, 'percent', 60)
    strengths(rolling, column, 0)
    const revised = { ...column, value: column.value.map((value, i) => (i < at ? value : value * 1.1 ** (i % 3))) }
    rolling.rewind(revised, at)
    expect(strengths(rolling, revised, at)).toEqual(strengths(new RollingStrength(7, 'percent', 60), revised, 0).slice(at))
  }
})
