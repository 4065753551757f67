import { describe, expect, test } from 'vitest'
import type { Formulation } from '../../data/metrics.ts'
import { MetricHistory } from '../../pipeline/formulas/evaluate.ts'
import { isoWeekOf, sameWeek } from '../../pipeline/formulas/five-year-gap.ts'
import { calculationOf } from '../../pipeline/formulas/index.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { type Column, columnSlice } from '../../pipeline/values/column.ts'
import { daily, day, readOf } from '../analysis/columns.ts'

/** Values from day `from` on, one every `step` days. */
const column = (from: string, step: number, values: readonly number[]): Column => daily(from, values, 'u', 's', step)
const realisedVolatility = { name: 'volatility', year: 252 } as const
const made = (formula: Formulation, ...of: Column[]) =>
  calculationOf(formula).calculate(of.map(readOf), { name: 'm', unit: 'percent' })!

describe('the gap to five years', () => {
  test.each([
    ['2020-12-31', 2020, 53],
    ['2021-01-01', 2020, 53],
    ['2021-01-04', 2021, 1],
    ['2024-12-30', 2025, 1],
    ['2026-08-14', 2026, 33],
    ['2027-01-03', 2026, 53],
  ])('%s is in ISO week %i-W%i', (text, year, week) => expect(isoWeekOf(day(text))).toEqual({ year, week }))

  test('the same weekday of the same ISO week; a 53rd week falls to the 52nd', () => {
    const years = (text: string) => [1, 2, 3, 4, 5].map((back) => isoDay(sameWeek(day(text), back)))
    expect(years('2026-08-14')).toEqual(['2025-08-15', '2024-08-16', '2023-08-18', '2022-08-19', '2021-08-20'])
    expect(years('2021-01-01')).toEqual(['2019-12-27', '2018-12-28', '2017-12-29', '2016-12-30', '2015-12-25'])
    // week 52 of 2020 is not its last
    expect(years('2021-12-31')[0]).toBe('2020-12-25')
  })

  const fridays = column(
    '2015-01-02',
    7,
    Array.from({ length: 320 }, (_, i) => 100 + (i % 52)),
  )

  test('percent from the mean of five values, all of which it names; none before there are five', () => {
    const gap = made('five-year-gap', fridays)
    expect(isoDay(gap.column.period[0]!)).toBe('2020-01-03')
    const last = gap.column.period.length - 1
    const [own, ...weeks] = gap.parts(last)
    expect(weeks).toHaveLength(5)
    const mean = weeks.reduce((sum, { value }) => sum + value, 0) / 5
    expect(gap.column.value[last]).toBeCloseTo(100 * (own!.value / mean - 1), 9)
    expect(gap.column.value.length).toBe(320 - 261)
  })
  test('a year without its week gives no value', () => {
    const period = fridays.period.map((each) => (each === day('2017-01-06') ? each + 1 : each))
    const gap = made('five-year-gap', { ...fridays, period })
    expect([...gap.column.period].map(isoDay)).not.toContain('2020-01-03')
    expect([...gap.column.period].map(isoDay)).toContain('2020-01-10')
  })
  test('it is known when the last of its six values was', () => {
    const late = fridays.known.map((known, i) => (i === 110 ? 1e14 : known))
    expect(Math.max(...made('five-year-gap', { ...fridays, known: late }).column.known)).toBe(1e14)
  })
})

describe('realised volatility', () => {
  test('the sample deviation of 30 simple changes, by the root of 252', () => {
    // changes are +1% and -1% by turns: their mean is 0, their deviation the root of 30 / 29 percent
    const prices = [100]
    for (let i = 0; i < 30; i++) prices.push(prices.at(-1)! * (i % 2 === 0 ? 1.01 : 0.99))
    const volatility = made(realisedVolatility, column('2026-01-01', 1, prices))
    expect([...volatility.column.period].map(isoDay)).toEqual(['2026-01-31'])
    expect(volatility.column.value[0]).toBeCloseTo(Math.sqrt((252 * 30) / 29), 9)
    expect(volatility.parts(0)[0]!.series).toBe('volatility of s, 30 daily changes 2026-01-01 to 2026-01-31')
  })
  test('the day below zero counts and is stated; the change from it is left out', () => {
    const calm = Array.from({ length: 40 }, () => 20)
    const prices = [...calm, 18.31, -36.98, 8.91, ...calm]
    const volatility = made(realisedVolatility, column('2020-03-10', 1, prices))
    const on = (text: string) => volatility.column.period.indexOf(day(text))
    expect(volatility.notes(on('2020-04-19'))).toEqual([])
    // 29 changes of the 30 up to the second day after
    const changes = [...Array(27).fill(0), 18.31 / 20 - 1, -36.98 / 18.31 - 1]
    const mean = changes.reduce((sum, each) => sum + each, 0) / 29
    const squares = changes.reduce((sum, each) => sum + (each - mean) ** 2, 0)
    expect(volatility.column.value[on('2020-04-21')]).toBeCloseTo(100 * Math.sqrt((252 * squares) / 28), 6)
    expect(volatility.notes(on('2020-04-21'))).toEqual([expect.stringContaining('2020-04-20 (-36.98)')])
    expect(volatility.notes(volatility.column.period.length - 1)).toEqual([])
  })
})

test('a ratio has the periods of both; by zero there is none', () => {
  const [gold, silver] = [column('2026-01-01', 1, [4_000, 4_100, 4_200]), column('2026-01-02', 1, [82, 0, 5])]
  const both = made('ratio', gold, silver)
  expect([...both.column.period].map(isoDay)).toEqual(['2026-01-02'])
  expect([...both.column.value]).toEqual([50])
  expect(both.parts(0).map(({ value }) => value)).toEqual([4_100, 82])
})

test.each([
  ['five-year-gap', 7],
  [realisedVolatility, 1],
] as const)('%j worked out from that of the moment before is what it is alone', (formula, step) => {
  const all = column(
    '2012-01-06',
    step,
    Array.from({ length: 340 }, (_, i) => 100 + 30 * Math.sin(i) + 10 * Math.cos(i / 7)),
  )
  const making = { formula, name: 'm', unit: 'percent', of: ['s'] }
  const growing = new MetricHistory(making)
  for (let end = 300; end <= 340; end += 4) {
    const grown = growing.of([readOf(columnSlice(all, 0, end))])!.column
    const alone = new MetricHistory(making).of([readOf(columnSlice(all, 0, end))])!.column
    expect([...grown.value]).toEqual([...alone.value])
    expect([...grown.known]).toEqual([...alone.known])
  }
})
