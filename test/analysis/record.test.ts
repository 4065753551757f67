import { describe, expect, test } from 'vitest'
import { metricByName } from '../../data/metrics.ts'
import { isWholeHistory, startsAtSeriesBeginning } from '../../pipeline/analysis/beginning.ts'
import { nearRecordOf, recordExtremeAt } from '../../pipeline/analysis/record.ts'
import { dayNumber, endOfMonth } from '../../pipeline/time/day.ts'
import { type Column, head } from '../../pipeline/values/column.ts'
import { columnOf, daily, walk } from './columns.ts'
import { metricOf } from './metrics.ts'

const price = metricOf()

test('the highest value in more than a year names the last day it was surpassed', () => {
  const values = [200, ...Array.from({ length: 400 }, (_, i) => 100 + ((3 * i) % 7)), 150]
  expect(recordExtremeAt(price, daily('2025-01-01', values), 401)).toEqual({ kind: 'highest', window: null, since: '2025-01-01' })
})

test('an all-time extreme has no day; a tie is not a record', () => {
  const values = Array.from({ length: 400 }, (_, i) => 100 + ((3 * i) % 7))
  expect(recordExtremeAt(price, daily('2025-01-01', [...values, 99]), 400)).toEqual({
    kind: 'lowest',
    window: null,
    since: null,
  })
  expect(recordExtremeAt(price, daily('2025-01-01', [...values, 100]), 400)?.kind).not.toBe('lowest')
})

test('less than a year of values holds no record', () => {
  expect(recordExtremeAt(price, daily('2025-01-01', [...Array(300).keys()]), 299)).toBeNull()
})

test('the largest rise over a window counts where the level is none', () => {
  const values = Array.from({ length: 500 }, (_, i) => 1_000 - i)
  values[499] = values[492]! + 30
  expect(recordExtremeAt(metricOf({ change: 'unit' }), daily('2025-01-01', values), 499)).toEqual({
    kind: 'largest_rise',
    window: '7d',
    since: null,
  })
})

test('what comes later plays no part', () => {
  const column = walk(4, 900)
  for (let last = 500; last < 900; last += 13)
    expect(recordExtremeAt(price, column, last)).toEqual(recordExtremeAt(price, head(column, last), last))
})

test('a weekly series is compared over weeks of its own', () => {
  const values = Array.from({ length: 120 }, (_, i) => 900 - 3 * i + ((i * 7) % 30))
  values[119] = values[115]! + 40
  const weekly = columnOf(values.map((value, i) => [20_000 + 7 * i, value] as const))
  expect(recordExtremeAt(metricOf({ cadence: 'weekly', window: '30d' }), weekly, 119)).toMatchObject({ kind: 'largest_rise' })
})

test('the level of a series that sets new highs most of the time is no record', () => {
  const rising = daily(
    '2025-01-01',
    Array.from({ length: 500 }, (_, i) => 100 + i - (i % 9 === 0 ? 1.5 : 0)),
  )
  expect(recordExtremeAt(price, rising, 499)?.kind ?? null).not.toBe('highest')
})

test('none reaches across a hole of more than a month in a daily history: what went on in it is not known', () => {
  const values = Array.from({ length: 800 }, (_, i) => 100 + ((3 * i) % 7))
  const rows = values.map((value, i) => [20_000 + i + (i < 100 ? 0 : 32), value] as const)
  const ending = (value: number) => columnOf([...rows, [20_832, value]])
  expect(recordExtremeAt(price, ending(200), 800)).toBeNull()
  // one day less is no hole
  const near = columnOf([...rows.map(([day, value], i) => [i < 100 ? day + 2 : day, value] as const), [20_832, 200]])
  expect(recordExtremeAt(price, near, 800)).toEqual({ kind: 'highest', window: null, since: null })
  // surpassed after the hole: the record lies on this side of it
  const since = columnOf([...rows.map(([day, value], i) => [day, i === 150 ? 300 : value] as const), [20_832, 200]])
  expect(recordExtremeAt(price, since, 800)).toMatchObject({ kind: 'highest', since: '2025-04-04' })
  // a rate that stands until it changes has no hole
  expect(recordExtremeAt(metricOf({ cadence: 'on change' }), ending(200), 800)).toMatchObject({ kind: 'highest', since: null })
})

describe('near a record', () => {
  /** USD/JPY from the H.10 release: 163 in 1986, 140 for long, 162.67 on one day, and lower since. */
  const yen = (...newest: number[]) =>
    daily('2024-01-01', [163, ...Array.from({ length: 500 }, (_, i) => 140 + (i % 3)), 162.67, 162, ...newest])
  const near = (column: ReturnType<typeof yen>, step: number, facts = price) =>
    nearRecordOf(facts, column, column.period.length - 1, step)

  test('a value within a step of the extreme names it, its day and how long it had stood', () => {
    expect(near(yen(162.43), 0.3)).toMatchObject({ kind: 'highest', value: 162.67, period: '2025-05-16', since: '2024-01-01' })
    expect(near(yen(162.43), 0.2)).toBeNull()
  })
  test('a tie matches', () => {
    expect(near(yen(162.67), 0)).toMatchObject({ kind: 'highest', period: '2025-05-16', since: '2024-01-01', change: 0 })
  })
  test('an extreme that nothing ever surpassed has no day', () => {
    const column = daily('2024-01-01', [...Array.from({ length: 500 }, (_, i) => 140 + (i % 3)), 162.67, 162, 162.5])
    expect(near(column, 0.3)).toMatchObject({ value: 162.67, since: null })
  })
  test('a value that has stood still since is not near, nor is the newest extreme of a series that sets them every week', () => {
    expect(near(daily('2024-01-01', [163, ...Array.from({ length: 500 }, () => 140), 162, 162, 162]), 0)).toBeNull()
    const rising = daily(
      '2024-01-01',
      Array.from({ length: 500 }, (_, i) => 100 + i - (i % 3 === 0 ? 1.5 : 0)),
    )
    expect(nearRecordOf(price, rising, 498, 2)).toBeNull()
  })
  test('what comes later plays no part', () => {
    const column = walk(4, 900)
    for (let last = 500; last < 900; last += 13)
      expect(nearRecordOf(price, column, last, 1)).toEqual(nearRecordOf(price, head(column, last), last, 1))
  })
})

describe('on record: whether a history reaches the beginning of its series', () => {
  const from = (first: string, months = 0) =>
    months === 0
      ? daily(first, [1, 2])
      : columnOf([1, 2].map((value, i) => [endOfMonth(dayNumber(first)!) + 31 * i, value] as const))
  const series = (columns: Readonly<Record<string, Column>>) => (id: string) => columns[id] ?? null
  const monthly = { cadence: 'monthly' } as const
  const business = { cadence: 'business daily' } as const

  test.each([
    // five years of job openings, which begin in December 2000
    ['job-openings', monthly, 'JTSJOL', from('2021-06-30', 1), false],
    ['job-openings', monthly, 'JTSJOL', from('2000-12-31', 1), true],
    ['real-yield-30y', business, 'DFII30', from('2015-01-02'), false],
    ['real-yield-30y', business, 'DFII30', from('2010-02-22'), true],
    // the index that is adjusted for the season begins in 1947, not in 1913
    ['consumer-prices', monthly, 'CPIAUCSL', from('1947-01-31', 1), true],
    ['vix', business, 'VIXCLS', from('1990-01-02'), true],
    ['dollar-index', business, 'DTWEXBGS', from('2006-01-02'), true],
    ['dollar-index', business, 'DTWEXBGS', from('2006-02-01'), false],
  ])('%s, %o, by %s', (metric, { cadence }, id, column, whole) => {
    expect(metricByName.has(metric)).toBe(true)
    expect(isWholeHistory({ metric, cadence }, column, series({ [id]: column }))).toBe(whole)
  })

  test('of several series all must reach back, of alternative sources the one that begins first', () => {
    const spread = { metric: 'yield-curve', ...business }
    const [two, ten] = [from('1976-06-01'), from('1962-01-02')]
    expect(isWholeHistory(spread, two, series({ DGS2: two, DGS10: ten }))).toBe(true)
    expect(isWholeHistory(spread, two, series({ DGS2: two, DGS10: two }))).toBe(false)
    const brent = { metric: 'brent-spot', ...business }
    expect(isWholeHistory(brent, two, series({ DCOILBRENTEU: from('1990-01-02'), 'eia.RBRTE': from('1987-05-20') }))).toBe(false)
  })

  test('a hole ends it; a month that was never published makes no hole', () => {
    const days = (gap: number) => columnOf([0, 1, 1 + gap].map((i) => [dayNumber('1990-01-02')! + i, i] as const))
    const vix = (column: Column) => isWholeHistory({ metric: 'vix', ...business }, column, series({ VIXCLS: column }))
    expect([vix(days(31)), vix(days(32))]).toEqual([true, false])
    const prices = (...months: string[]) => columnOf(months.map((month, i) => [dayNumber(month)!, i] as const))
    const cpi = (column: Column) =>
      isWholeHistory({ metric: 'consumer-prices', ...monthly }, column, series({ CPIAUCSL: column }))
    expect(cpi(prices('1947-01-31', '1947-03-31'))).toBe(true)
    expect(cpi(prices('1947-01-31', '1947-06-30'))).toBe(false)
  })

  test('a series whose beginning is not known is never whole', () => {
    expect(startsAtSeriesBeginning(from('1900-01-01'), undefined)).toBe(false)
    expect(startsAtSeriesBeginning(null, '1900-01')).toBe(false)
  })
})
