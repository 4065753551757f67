import { describe, expect, test } from 'vitest'
import { firstAvailableSource } from '../../pipeline/formulas/first-of.ts'
import { columnOf, readOf } from '../analysis/columns.ts'

const source = (series: string, final: number, periods: readonly number[]) =>
  readOf(
    columnOf(
      periods.map((period) => [period, 10 * period + final, period + 0.5] as const),
      'USD',
      series,
    ),
  )
const metric = { name: 'bitcoin-price', unit: 'USD' }
const first = source('first', 0, [1, 2, 4])
const second = source('second', 1, [2, 3, 4, 5])

describe('first-of', () => {
  test('each period from the first source that has it', () => {
    const { column } = firstAvailableSource([first, second, null], metric)!
    expect([...column.period]).toEqual([1, 2, 3, 4, 5])
    expect([...column.value]).toEqual([10, 20, 31, 40, 51])
    expect([...column.known]).toEqual([1.5, 2.5, 3.5, 4.5, 5.5])
  })
  test('a value of another source names it, and that source leads', () => {
    const { parts, notes, dependsOn } = firstAvailableSource([first, second, null], metric)!
    expect(dependsOn).toEqual(['second', 'first'])
    expect(parts(4)).toEqual([{ series: 'second', period: 5, value: 51, unit: 'USD', known: 5.5 }])
    expect(notes(4)).toEqual(['Bitcoin price is from second; Coin Metrics has none for the day.'])
    expect([parts(3), notes(3)]).toEqual([[], []])
  })
  test('the first source alone is the metric itself, another one alone says so, none is none', () => {
    expect(firstAvailableSource([first, null, null], metric)).toBe(first)
    expect(firstAvailableSource([null, second], metric)!.notes(0)).toHaveLength(1)
    expect(firstAvailableSource([null, null], metric)).toBeNull()
  })
})
