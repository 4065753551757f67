import { expect, test } from 'vitest'
import { above200d } from '../../pipeline/formulas/above-200d.ts'
import { daily, readOf } from '../analysis/columns.ts'

const first = 20_000
const read = (series: string, values: readonly number[], from = first) => readOf(daily(from, values, 'USD', series))
const rising = Array.from({ length: 201 }, (_, i) => 100 + i)
const falling = [...rising].reverse()
const named = { name: 'above', unit: 'percent' }

test('counts closes above their own mean of 200 sessions, of those that have one', () => {
  const { column, notes } = above200d([read('A', rising), read('B', falling), read('C', rising), read('D', [5])], named)!
  expect([...column.period]).toEqual([first + 199, first + 200])
  expect(column.value[1]).toBeCloseTo(200 / 3, 9)
  expect(notes(1)).toEqual(['3 of 4 closes'])
})
test('says nothing while fewer than two thirds have a mean', () => {
  expect(above200d([read('A', rising), read('B', [1, 2])], named)!.column.period).toHaveLength(0)
})
test('is not misled by a split: one share for four on 2024-01-24', () => {
  const from = 19_746 - 200 // 2024-01-24 is day 19746
  const traded = Array.from({ length: 202 }, (_, i) => (from + i < 19_746 ? 5 : 19.9))
  const { column } = above200d([read('UNG.close', traded, from)], named)!
  // 19.9 is below the 20 dollars of the shares before the merger
  expect(column.value.at(-1)).toBe(0)
})
