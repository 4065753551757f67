import { expect, test } from 'vitest'
import { valueBefore } from '../../pipeline/briefings/readings.ts'
import { listing } from '../../pipeline/briefings/table.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { valueOn } from '../../pipeline/values/column.ts'
import { columnOf } from '../analysis/columns.ts'

const sections = (things: readonly number[]) =>
  listing('squares', 'Squares', {
    things,
    columns: {
      base: ['Number', (each) => each],
      isEven: [null, (each) => (each % 2 === 0 ? 'even' : 'odd')],
      square: ['Square | m²', (each) => each ** 2],
    },
  })

test('a row has every member, the table a column of those that are shown; without things there is no table', () => {
  expect(sections([3])).toEqual([
    {
      id: 'squares',
      title: 'Squares',
      note: null,
      columns: [
        { key: 'base', label: 'Number', unit: null },
        { key: 'square', label: 'Square', unit: 'm²' },
      ],
      rows: [{ base: 3, isEven: 'odd', square: 9 }],
    },
  ])
  expect(sections([])).toEqual([])
})

test('a value of exactly one day, and one of some days before the newest', () => {
  const column = columnOf({ '2026-06-30': 1, '2026-07-31': 2 })
  expect(valueOn(column, dayNumber('2026-06-30')!)).toBe(1)
  expect(valueOn(column, dayNumber('2026-07-01')!)).toBeNull()
  expect(valueOn(column, dayNumber('2026-06-01')!)).toBeNull()
  expect(valueOn(null, 0)).toBeNull()
  expect(valueBefore(column, 28)).toBe(1)
  expect(valueBefore(column, 28, 3)).toBe(1)
  expect(valueBefore(column, 28, 2)).toBeNull()
  expect(valueBefore(column, 32)).toBeNull()
  expect(valueBefore(null, 28)).toBeNull()
})
