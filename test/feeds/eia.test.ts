import { describe, expect, test } from 'vitest'
import { eiaGrid } from '../../pipeline/feeds/eia-grid.ts'
import { eiaSpot } from '../../pipeline/feeds/eia-spot.ts'
import { eiaWeekly } from '../../pipeline/feeds/eia-weekly.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { flattened } from '../rows.ts'
import { readingAt, stateAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const crude = 'https://api.eia.gov/v2/seriesid/PET.WCESTUS1.W'
const grid = (query = '') =>
  `https://api.eia.gov/v2/electricity/rto/region-data/data/?frequency=hourly&data[0]=value&facets[respondent][]=US48&facets[type][]=D${query}`
const { parse, refusal, rules, values } = readingAt(at)
const answer = (data: unknown[], total = String(data.length)) => JSON.stringify({ response: { total, data } })
const state = (newestPeriod?: ReadonlyMap<string, number>) => stateAt(at, newestPeriod)

describe('EIA weekly', () => {
  const week = (over: object = {}) => ({ period: '2026-11-13', series: 'WCESTUS1', value: '428815', units: 'MBBL', ...over })

  test('values are texts or numbers; null and NA are missing', () => {
    const rows = [week(), week({ period: '2026-11-06', value: 424_410 }), week({ value: null }), week({ value: 'NA' })]
    expect(values(crude, answer(rows))).toEqual([
      ['eia.WCESTUS1', '2026-11-13', 428_815],
      ['eia.WCESTUS1', '2026-11-06', 424_410],
    ])
  })
  test('stocks with the strategic reserve, or in another unit, are not the commercial ones', () => {
    const rows = [week(), week({ series: 'WCRSTUS1' }), week({ units: 'MBBL/D' }), week({ value: true })]
    expect(rules(crude, answer(rows))).toEqual(['row', 'unit', 'row'])
  })
  test.each([
    ['{"error":{"code":"API_KEY_INVALID","message":"No key"}}', 'UPSTREAM_SAYS'],
    ['{"response":{"total":"1"}}', 'DATA_MISSING'],
    [answer([]), 'PAGE_EMPTY'],
    [answer([week({ value: null })]), 'PAGE_EMPTY'],
    [answer([week()], '2'), 'BODY_CUT'],
    [answer([week(), week()], '1'), 'BODY_CUT'],
  ])('refuses %s', (body, code) => expect(refusal(crude, body)).toBe(code))
  test('a series that fills an answer has lost its oldest weeks', () => {
    const rows = Array.from({ length: 5_000 }, () => week())
    expect(refusal(crude, answer(rows))).toBe('BODY_CUT')
  })
  test('asks for each series whole; stocks with the strategic reserve are not its own', () => {
    expect(eiaWeekly.plan(state()).map(({ url }) => feedFor(url)?.id)).toEqual(Array(13).fill('eia-weekly'))
    expect(feedFor('https://api.eia.gov/v2/seriesid/PET.WCRSTUS1.W')).toBeNull()
  })
})

describe('EIA spot prices', () => {
  const wti = 'https://api.eia.gov/v2/seriesid/PET.RWTC.D'
  const price = (over: object = {}) => ({ period: '2020-04-20', series: 'RWTC', value: '-36.98', units: '$/BBL', ...over })

  test('a price below zero is one', () => expect(values(wti, answer([price()]))).toEqual([['eia.RWTC', '2020-04-20', -36.98]]))
  test('the newest 5,000 days of a longer history are taken, an answer cut shorter is refused', () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, i) => price({ period: isoDay(dayNumber('2026-08-18')! - i), value: '80' }))
    expect(values(wti, answer(days(5_000), '10188'))).toHaveLength(5_000)
    expect(refusal(wti, answer(days(4_999), '10188'))).toBe('BODY_CUT')
  })
  test('gas by the million Btu is no price of oil', () =>
    expect(rules(wti, answer([price(), price({ units: '$/MMBTU' })]))).toEqual(['unit']))
  test('asks for WTI, Brent and Henry Hub', () =>
    expect(eiaSpot.plan(state()).map(({ url }) => feedFor(url)?.id)).toEqual(Array(3).fill('eia-spot')))
})

describe('EIA grid', () => {
  const hours = (date: string, count = 24, over: object = {}) =>
    Array.from({ length: count }, (_, at) => ({
      period: `${date}T${String(at).padStart(2, '0')}`,
      respondent: 'US48',
      type: 'D',
      value: '400000',
      'value-units': 'megawatthours',
      ...over,
    }))

  test('a day is the sum of its 24 hours; one without all of them, or younger than two days, is none', () => {
    const rows = [...hours('2026-11-16'), ...hours('2026-11-17', 23), ...hours('2026-11-18')]
    expect(values(grid(), answer(rows))).toEqual([['eia.grid.US48', '2026-11-16', 9_600_000]])
    expect(values(grid(), answer(rows), '2026-11-21T00:00:00Z').map(([, day]) => day)).toEqual(['2026-11-16', '2026-11-18'])
  })
  test('an hour that comes twice, that is missing, of another region or beyond belief leaves its day out', () => {
    const [first, ...rest] = hours('2026-11-15')
    const rows = [
      ...[first, first, ...rest],
      ...hours('2026-11-14', 23),
      { ...first, period: '2026-11-14T23', value: null },
      ...hours('2026-11-13', 24, { respondent: 'BPAT' }),
      ...hours('2026-11-12', 24, { value: '4e5' }),
      // the day would be believable
      ...hours('2026-11-11', 23),
      { ...first, period: '2026-11-11T23', value: '4863950' },
    ]
    const parsed = parse(grid(), answer(rows))
    expect(flattened(parsed).sighting).toEqual([])
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual([...Array(24).fill('row'), ...Array(24).fill('number'), 'range'])
  })
  test('pages end with a day and lead to the next', () => {
    const [next] = parse(grid('&start=2026-11-16T00&offset=0&length=24'), answer(hours('2026-11-16'), '48')).next
    expect(new URL(next!.url).searchParams.get('offset')).toBe('24')
    const cut = answer(hours('2026-11-16', 23), '48')
    expect(refusal(grid('&start=2026-11-16T00'), cut)).toBe('BODY_CUT')
  })
  test('asks from 2019 on, then for the last 30 days again; other regions are not its own', () => {
    expect(eiaGrid.plan(state())[0]!.url).toContain('start=2019-01-01T00')
    expect(eiaGrid.plan(state(new Map([['eia.grid.US48', dayNumber('2026-11-16')!]])))[0]!.url).toContain('start=2026-10-17T00')
    expect(feedFor(grid())?.id).toBe('eia-grid')
    expect(feedFor(grid().replace('US48', 'BPAT'))).toBeNull()
  })
})
