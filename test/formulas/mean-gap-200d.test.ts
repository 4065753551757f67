import { describe, expect, test } from 'vitest'
import { calculationOf } from '../../pipeline/formulas/index.ts'
import { meanGap200d } from '../../pipeline/formulas/trailing.ts'
import { daily, readOf } from '../analysis/columns.ts'

const first = 20_000
const gapOf = (...prices: number[]) =>
  meanGap200d.calculate([readOf(daily(first, prices, 'USD', 'price'))], { name: 'gap', unit: 'percent' })!

describe('distance from the mean of 200 values', () => {
  test('is percent of that mean, the newest value among the 200, and names both', () => {
    const { column, parts } = gapOf(1_000_000, ...Array<number>(199).fill(100), 120)
    // (199 x 100 + 120) / 200 = 100.1
    expect(column.period.at(-1)).toBe(first + 200)
    expect(column.value.at(-1)).toBeCloseTo(100 * (120 / 100.1 - 1), 9)
    expect(parts(1).map(({ value }) => value)).toEqual([120, 100.1])
    expect(parts(1)[1]!.window).toEqual({ series: 'price', from: first + 1 })
  })
  test('has no value before there are 200, and none where the mean is zero', () => {
    expect(gapOf(...Array<number>(199).fill(1)).column.period).toHaveLength(0)
    expect(gapOf(...Array<number>(200).fill(0)).column.period).toHaveLength(0)
  })
})

describe('share of', () => {
  test('is percent of the second on periods both have, and none of what is not above zero', () => {
    const parts = [
      [-5, 2, 3],
      [50, 0],
    ].map((values) => readOf(daily(first, values)))
    const { column } = calculationOf('share-of').calculate(parts, { name: 'share', unit: 'percent' })!
    expect([...column.period]).toEqual([first])
    expect([...column.value]).toEqual([-10])
  })
})
