import { describe, expect, test } from 'vitest'
import { calculationOf } from '../../../pipeline/analysis/formulas/index.ts'
import { meanGap200d } from '../../../pipeline/analysis/formulas/trailing.ts'
import { arraysOf } from '../columns.ts'

const first = 20_000
const read = (series: string, values: readonly number[]) => ({
  column: {
    series,
    unit: 'USD',
    ...arraysOf(
      values,
      (_, i) => first + i,
      (value) => value,
      (_, i) => i,
    ),
  },
  words: null,
  rests: [series],
  parts: () => [],
  notes: () => [],
})

describe('distance from the mean of 200 values', () => {
  test('is percent of that mean, the newest value among the 200, and names both', () => {
    const prices = [1_000_000, ...Array<number>(199).fill(100), 120]
    const { column, parts } = meanGap200d.calculate([read('price', prices)], { name: 'gap', unit: 'percent' })!
    // (199 x 100 + 120) / 200 = 100.1
    expect(column.period.at(-1)).toBe(first + 200)
    expect(column.value.at(-1)).toBeCloseTo(100 * (120 / 100.1 - 1), 9)
    expect(parts(1).map(({ value }) => value)).toEqual([120, 100.1])
    expect(parts(1)[1]!.window).toEqual({ series: 'price', from: first + 1 })
  })
  test('has no value before there are 200, and none where the mean is zero', () => {
    expect(
      meanGap200d.calculate([read('price', Array(199).fill(1))], { name: 'gap', unit: 'percent' })!.column.period,
    ).toHaveLength(0)
    expect(
      meanGap200d.calculate([read('price', Array(200).fill(0))], { name: 'gap', unit: 'percent' })!.column.period,
    ).toHaveLength(0)
  })
})

describe('share of', () => {
  test('is percent of the second on periods both have, and none of what is not above zero', () => {
    const { column } = calculationOf('share-of').calculate([read('net', [-5, 2, 3]), read('open', [50, 0])], {
      name: 'share',
      unit: 'percent',
    })!
    expect([...column.period]).toEqual([first])
    expect([...column.value]).toEqual([-10])
  })
})
