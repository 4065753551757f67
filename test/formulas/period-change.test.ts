import { expect, test } from 'vitest'
import { formulaWords } from '../../data/metrics/formula-words.ts'
import type { Formulation } from '../../data/metrics.ts'
import type { Calculated } from '../../pipeline/formulas/formula.ts'
import { calculationOf } from '../../pipeline/formulas/index.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { columnOf, readOf, valuesOf } from '../analysis/columns.ts'

const history = (rows: Parameters<typeof columnOf>[0], name = 'a'): Calculated => readOf(columnOf(rows, 'index', name))

const made = (formula: Formulation, ...of: readonly Calculated[]) =>
  calculationOf(formula).calculate(of, { name: 'made', unit: 'percent' })!

test('over the year: the same month or quarter of the year before, be it a leap year or not', () => {
  const months = history({ '2023-01-31': 90, '2023-02-28': 100, '2024-01-31': 99, '2024-02-29': 104, '2025-02-28': 104 })
  expect(valuesOf(made({ name: 'percent-change', over: '1y' }, months))).toEqual({
    '2024-01-31': 10,
    '2024-02-29': 4,
    '2025-02-28': 0,
  })
  const quarters = history({ '2024-03-31': 200, '2024-06-30': 210, '2025-03-31': 206, '2025-06-30': 210 })
  expect(valuesOf(made({ name: 'percent-change', over: '1y' }, quarters))).toEqual({ '2025-03-31': 3, '2025-06-30': 0 })
})

test('over the year: a month that was never published has no change, nor has the month a year after it', () => {
  const months = history({ '2024-09-30': 100, '2024-11-30': 100, '2025-09-30': 103, '2025-10-31': 103, '2025-11-30': 105 })
  expect(Object.keys(valuesOf(made({ name: 'percent-change', over: '1y' }, months)))).toEqual(['2025-09-30', '2025-11-30'])
})

test('over the year: a week stands against the week 52 weeks before', () => {
  const weeks = history({ '2025-07-16': 50, '2025-07-23': 80, '2026-07-15': 55, '2026-07-22': 88 })
  expect(valuesOf(made({ name: 'percent-change', over: '1y' }, weeks))).toEqual({ '2026-07-15': 10, '2026-07-22': 10 })
})

test('a change says both values, and is known once the later of them was', () => {
  const revisedLate = Date.parse('2026-09-15')
  const change = made(
    { name: 'percent-change', over: '1m' },
    history([
      ['2026-06-30', 200, revisedLate],
      ['2026-07-31', 201],
    ]),
  )
  expect(valuesOf(change)).toEqual({ '2026-07-31': 0.5 })
  expect(change.column.known[0]).toBe(revisedLate)
  expect(change.parts(0).map(({ period, value }) => [isoDay(period), value])).toEqual([
    ['2026-07-31', 201],
    ['2026-06-30', 200],
  ])
})

test('a step is of one month, not of two', () => {
  const jobs = history({ '2025-08-31': 1_000, '2025-09-30': 1_110, '2025-11-30': 1_300 })
  expect(valuesOf(made({ name: 'change', over: '1m' }, jobs))).toEqual({ '2025-09-30': 110 })
})

test('a pace is of three months or one quarter, as a rate a year', () => {
  const product = history({ '2026-03-31': 100, '2026-06-30': 101 })
  expect(valuesOf(made('annualised-3m', product))).toEqual({ '2026-06-30': 4.060401 })
})

test('13 weeks are 91 days, Wednesday to Wednesday', () => {
  const weeks = history({ '2026-04-15': 60, '2026-04-22': 70, '2026-07-15': 90, '2026-07-22': 50 })
  expect(valuesOf(made({ name: 'change', over: '13w' }, weeks))).toEqual({ '2026-07-15': 30, '2026-07-22': -20 })
})

test('a sum and a butterfly need every part on the day', () => {
  const two = history(
    [
      ['2026-07-21', 4],
      ['2026-07-22', 4.2],
    ],
    'two',
  )
  const five = history(
    [
      ['2026-07-21', 4.5],
      ['2026-07-22', 4.6],
    ],
    'five',
  )
  const ten = history({ '2026-07-22': 4.8 }, 'ten')
  expect(valuesOf(made('sum', two, five, ten))).toEqual({ '2026-07-22': 13.6 })
  expect(formulaWords('sum', ['two', 'five'])).toBe('two + five, same day')
  expect(calculationOf('sum').calculate([two, null], { name: 'made', unit: 'percent' })).toBeNull()
  const fly = made('butterfly', five, two, ten)
  expect(valuesOf(fly)).toEqual({ '2026-07-22': 0.2 })
  expect(fly.parts(0).map(({ series, value }) => [series, value])).toEqual([
    ['five', 4.6],
    ['two', 4.2],
    ['ten', 4.8],
  ])
})

test('a mean of four weeks or three months leaves out what has a gap', () => {
  const weeks = history({ '2026-06-06': 1, '2026-06-20': 2, '2026-06-27': 3, '2026-07-04': 4, '2026-07-11': 7 })
  expect(valuesOf(made({ name: 'mean', over: '4w' }, weeks))).toEqual({ '2026-07-11': 4 })
  const months = history({ '2026-05-31': 30, '2026-06-30': 60, '2026-07-31': 90 })
  const mean = made({ name: 'mean', over: '3m' }, months)
  expect(valuesOf(mean)).toEqual({ '2026-07-31': 60 })
  expect(mean.parts(0)[0]!.series).toBe('mean of a, 3 monthly values 2026-05-31 to 2026-07-31')
})
