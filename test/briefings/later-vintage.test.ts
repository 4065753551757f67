import { expect, test } from 'vitest'
import { laterVintageNotes } from '../../pipeline/days/later-vintage.ts'
import { knownBases } from '../../pipeline/values/column.ts'
import { columnOf, day } from '../analysis/columns.ts'

const [filed, deadline] = [knownBases.indexOf('filed'), knownBases.indexOf('deadline')]
const seen = Date.parse('2026-05-27T23:59:59Z')
const before = Date.parse('2026-02-12T23:59:59Z')

/** Unemployment of three months; the last is dated by its source, the others by their release rule. */
const months = [
  ['2021-12-31', 3.9, Date.parse('2022-01-10T13:30:00Z')],
  ['2025-12-31', 4.4, Date.parse('2026-01-12T13:30:00Z')],
  ['2026-01-31', 4.3, before],
] as const
const column = { ...columnOf(months, 'percent', 'UNRATE'), basis: Uint8Array.of(deadline, deadline, filed) }
const vintages = new Map([['UNRATE', new Map([day('2021-12-31'), day('2025-12-31')].map((period) => [period, seen]))]])
const notes = (period: string, moment: number, of = column) => laterVintageNotes(of, day(period), moment, vintages)

test('the value itself is of a later vintage: the note names it, its vintage and the day it stands for', () => {
  expect(notes('2025-12-31', before)).toEqual([
    'Of a later vintage: the value of UNRATE (revised annually) for 2025-12-31 was first seen on 2026-05-27; what was published by 2026-01-12 may have been different.',
  ])
})

test('only values it is compared with are: the note counts those within reach of its trends', () => {
  expect(notes('2026-01-31', before)).toEqual([
    '1 of the values of UNRATE (revised annually) it is compared with is of a later vintage: first seen after this day, what was published of it may have been different.',
  ])
})

test('nothing is said once the vintage was seen, of a period before the first, and of a series without marks', () => {
  expect(notes('2025-12-31', seen)).toEqual([])
  expect(notes('2021-11-30', before)).toEqual([])
  expect(notes('2025-12-31', before, { ...column, series: 'VIXCLS' })).toEqual([])
})

test('a revision that stands in its place is no later vintage', () => {
  expect(notes('2025-12-31', before, { ...column, basis: Uint8Array.of(filed, filed, filed) })).toEqual([])
})
