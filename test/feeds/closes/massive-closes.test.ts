import { describe, expect, test } from 'vitest'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { massiveCloses } from '../../../pipeline/feeds/massive-closes.ts'
import { dayNumber, daysBetween } from '../../../pipeline/time/day.ts'
import { recordedAs } from './recorded-as.ts'

const address = 'https://api.massive.com/v2/aggs/grouped/locale/us/market/stocks/2026-07-08?adjusted=false'
const t = Date.parse('2026-07-08T20:00:00Z')
const row = (line: string, c: unknown, more: object = {}) => ({ T: line, v: 1e3, c, t, ...more })
const answer = (results: readonly object[], more: object = {}) =>
  JSON.stringify({ resultsCount: results.length, adjusted: false, results, status: 'OK', ...more })
const read = (body: string, url = address) => massiveCloses.parse(...recordedAs(url, body, '2026-07-09T05:00:00Z'))

describe('closes of a session', () => {
  test('are of common lines that were traded', () => {
    expect(feedFor(address)).toBe(massiveCloses)
    expect(feedFor(address.replace('massive.com', 'polygon.io'))).toBe(massiveCloses)
    const { rows, rejected } = read(
      answer([row('BRK.B', 473.6), row('PCGpA', 18.1), row('ZXZZT', 12_345, { v: 0 }), row('DOW', 29.03, { v: 1.6e7 })]),
    )
    const same = {
      feed: 'massive-closes',
      market: 'us',
      session: '2026-07-08',
      unit: 'USD',
      shares: null,
      due_at: '2026-07-09T04:30:00Z',
    }
    expect(rows.close).toEqual([
      { ...same, line: 'BRKB', value: 473.6 },
      { ...same, line: 'DOW', value: 29.03 },
    ])
    expect(rejected).toEqual([])
  })

  test.each([
    ['no close', [row('A', 0), row('B', null)], 2],
    ['no ticker', [{ v: 1, c: 2, t }], 1],
    ['two closes', [row('A', 1), row('A', 2)], 1],
    ['another day', [row('A', 1), row('B', 1), row('C', 1, { t: t - 86_400_000 })], 1],
  ])('rows of %s are rejected one by one', (_, results, count) => {
    const { rows, rejected } = read(answer([...results, row('DOW', 29.03)]))
    expect(rejected).toHaveLength(count)
    expect(rows.close!.map(({ line }) => line)).toContain('DOW')
  })

  test.each([
    ['adjusted anyway', answer([row('A', 1)], { adjusted: true }), 'HEADER'],
    ['another day', answer([row('A', 1, { t: t - 86_400_000 })]), 'OTHER_DAY'],
    ['not whole', answer([row('A', 1)], { resultsCount: 2 }), 'BODY_CUT'],
    ['cut', answer([row('A', 1)]).slice(0, 80), 'BODY_NOT_JSON'],
    ['an error', JSON.stringify({ status: 'ERROR', error: 'Unknown API Key' }), 'UPSTREAM_SAYS'],
  ])('a body that is %s is refused', (_, body, code) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code }))
  })

  test('a day without trading has none', () => {
    expect(read(JSON.stringify({ queryCount: 0, resultsCount: 0, adjusted: false, status: 'OK' })).rows.close).toEqual([])
  })
})

describe('splits', () => {
  const list = 'https://api.massive.com/v3/reference/splits?execution_date.gte=2026-06-30&execution_date.lte=2026-07-08'

  test('are new shares for an old one, page by page', () => {
    const results = [
      { ticker: 'NVVE', execution_date: '2026-07-06', split_from: 18, split_to: 1 },
      { ticker: 'X', execution_date: 'soon', split_from: 1, split_to: 2 },
    ]
    const { rows, rejected, next } = read(JSON.stringify({ status: 'OK', results, next_url: `${list}&cursor=a` }), list)
    expect(rows.split).toEqual([{ feed: 'massive-closes', market: 'us', line: 'NVVE', session: '2026-07-06', ratio: 1 / 18 }])
    expect(rejected).toHaveLength(1)
    expect(next.map(({ url }) => url)).toEqual([`${list}&cursor=a`])
  })
})

describe('the plan requests', () => {
  const asked = (now: string, closes?: [oldest: string, newest: string], firstYear = 0) => {
    const read = closes && new Set(daysBetween(dayNumber(closes[0])!, dayNumber(closes[1])!))
    const state = { now: Date.parse(now), firstYear, closes: new Map(read ? [['massive-closes', read]] : []) }
    return massiveCloses.plan(state as never).map(({ url }) => /\d{4}-\d{2}-\d{2}/.exec(url)![0])
  }

  test('a session when its day is over in New York, and those before', () => {
    // Thursday 26 November 2026 is a holiday
    const first = asked('2026-11-28T04:00:00Z')
    expect([first[0], first.length]).toEqual(['2026-11-25', 21])
    expect(asked('2026-11-28T06:00:00Z', ['2024-12-02', '2026-11-25']).slice(0, 1)).toEqual(['2026-11-27'])
    expect(asked('2026-11-28T06:00:00Z', ['2026-11-20', '2026-11-27']).slice(0, 2)).toEqual(['2026-11-19', '2026-11-18'])
    expect(asked('2026-11-28T06:00:00Z', ['2024-11-29', '2026-11-27'])).toEqual([])
    expect(asked('2026-11-28T06:00:00Z', undefined, 2017)).toEqual(['2026-11-27', '2024-11-28'])
  })
})
