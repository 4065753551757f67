import { describe, expect, test } from 'vitest'
import { splitAdjusted } from '../../pipeline/formulas/split-adjusted.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { columnOf, readOf } from '../analysis/columns.ts'

/** UNG: one share for four on 2024-01-24. */
const closes = (...rows: readonly (readonly [day: string, close: number])[]) =>
  splitAdjusted([readOf(columnOf(rows, 'USD', 'UNG.close'))], { name: 'ung-share', unit: 'USD' })!

describe('the close adjusted for splits', () => {
  test('is in the shares of the newest close', () => {
    const { column, parts } = closes(['2024-01-23', 5], ['2024-01-24', 20.5], ['2024-01-25', 20])
    expect([...column.value]).toEqual([20, 20.5, 20])
    expect(parts(0)).toMatchObject([{ series: 'UNG.close', period: dayNumber('2024-01-23'), value: 5 }])
  })
  test('knows no split of a later session', () => {
    expect([...closes(['2024-01-22', 4.9], ['2024-01-23', 5]).column.value]).toEqual([4.9, 5])
  })
  test('of a share that lived through two is adjusted for both', () => {
    expect([...closes(['2018-01-04', 6], ['2018-01-05', 24], ['2024-01-24', 20]).column.value]).toEqual([96, 96, 20])
  })
})
