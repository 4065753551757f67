import { describe, expect, test } from 'vitest'
import { coinmetricsApi } from '../../pipeline/feeds/coinmetrics-api.ts'
import { coinmetricsCsv } from '../../pipeline/feeds/coinmetrics-csv.ts'
import type { FeedState } from '../../pipeline/feeds/feed.ts'
import { fredApi } from '../../pipeline/feeds/fred-api.ts'
import { fredGraph } from '../../pipeline/feeds/fred-graph.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayNumber, dayOf } from '../../pipeline/time/day.ts'
import { flattened } from '../rows.ts'
import { readingAt, stateAt, valuesIn } from './reading.ts'

const at = '2026-07-29T12:00:00Z'
const { parse, refusal, values } = readingAt(at)
const state = (over: Partial<FeedState> = {}): FeedState => ({
  ...stateAt(at),
  credentials: new Set(['FRED_API_KEY']),
  ...over,
})

const api = 'https://community-api.coinmetrics.io/v4/timeseries/asset-metrics?assets=btc&frequency=1d'
const csv = 'https://raw.githubusercontent.com/coinmetrics/data/master/csv/btc.csv'
const graph = (ids: string) => `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${ids}`
const fred = (id: string, more = '') =>
  `https://api.stlouisfed.org/fred/series/observations?series_id=${id}&file_type=json${more}`

describe('Coin Metrics API', () => {
  const page = (data: unknown, more = {}) => JSON.stringify({ data, ...more })
  const row = (time: string, values: object) => ({ asset: 'btc', time: `${time}T00:00:00.000000000Z`, ...values })

  test('values are texts; an absent key or null is missing; the next page is followed', () => {
    const next = `${api}&next_page_token=abc`
    const parsed = parse(api, page([row('2026-07-22', { PriceUSD: '66086.61', TxCnt: null })], { next_page_url: next }))
    expect(valuesIn(parsed)).toEqual([['btc.PriceUSD', '2026-07-22', 66086.61]])
    expect(parsed.next).toEqual([{ feed: 'coinmetrics-api', upstream: 'coinmetrics', url: next }])
  })
  test('a row of another asset, a number, a price out of range are rejected with their rule', () => {
    const data = [
      { ...row('2026-07-22', { PriceUSD: '1' }), asset: 'eth' },
      row('2026-07-21', { PriceUSD: 5 }),
      row('2026-07-20', { PriceUSD: '-5' }),
      row('2026-07-30', { PriceUSD: '5' }),
      row('2026-07-19', { PriceUSD: '1e999' }),
    ]
    const parsed = parse(api, page(data))
    expect(flattened(parsed).sighting).toEqual([])
    expect(parsed.rejected.map(({ rule }) => rule).sort()).toEqual(['future', 'number', 'range', 'row', 'row'])
  })
  test('rows of ether are those of ether', () => {
    const data = [{ ...row('2026-07-22', { PriceUSD: '2500.5', SplyCur: '121000000' }), asset: 'eth' }]
    expect(values(api.replace('btc', 'eth'), page(data))).toEqual([
      ['eth.PriceUSD', '2026-07-22', 2500.5],
      ['eth.SplyCur', '2026-07-22', 121_000_000],
    ])
  })
  test.each([
    ['', 'BODY_EMPTY'],
    ['<html><body>busy</body></html>', 'BODY_IS_HTML'],
    ['{"data":[{"asset":"btc"', 'BODY_NOT_JSON'],
    ['{"data":[]}', 'PAGE_EMPTY'],
    ['{"error":{"type":"forbidden"}}', 'DATA_MISSING'],
    ['[]', 'BODY_NOT_OBJECT'],
  ])('refuses %s', (body, code) => expect(refusal(api, body)).toBe(code))
  test('asks for everything at first, then from two weeks before the newest day', () => {
    expect(coinmetricsApi.plan(state())[0]!.url).not.toContain('start_time')
    const later = state({ newestPeriod: new Map([['btc.PriceUSD', dayNumber('2026-07-22')!]]) })
    expect(coinmetricsApi.plan(later)[0]!.url).toContain('start_time=2026-07-08')
  })
  test('its history file is asked for while the mean difficulty is missing or behind, whatever else is known', () => {
    const { now } = state()
    const known = (id: string, back: number) => state({ newestPeriod: new Map([[id, dayOf(now) - back]]) })
    const asked = [known('btc.PriceUSD', 1), known('btc.DiffMean', 2), known('btc.DiffMean', 1)].map(
      (each) => coinmetricsCsv.plan(each).length,
    )
    expect(asked).toEqual([1, 1, 0])
  })
  test('only daily rows of bitcoin and ether are its own', () => {
    expect(feedFor(api.replace('btc', 'eth'))?.id).toBe('coinmetrics-api')
    expect(feedFor(api.replace('btc', 'ltc'))).toBeNull()
    expect(feedFor(api.replace('1d', '1h'))).toBeNull()
  })
})

describe('Coin Metrics CSV', () => {
  test('old and new layout, columns by header, the partial last line', () => {
    expect(values(csv, 'date,TxCnt,PriceUSD\n2019-10-19,309836,7948.47\n2019-10-20,281555,8213.70')).toEqual([
      ['btc.PriceUSD', '2019-10-19', 7948.47],
      ['btc.PriceUSD', '2019-10-20', 8213.7],
      ['btc.TxCnt', '2019-10-19', 309836],
      ['btc.TxCnt', '2019-10-20', 281555],
    ])
    expect(values(csv, 'time,PriceUSD,x\n2026-03-22,68018.15,1\n2026-03-23,,9\n')).toEqual([
      ['btc.PriceUSD', '2026-03-22', 68018.15],
    ])
  })
  test.each([
    ['time,TxCnt\n2026-03-22,5\n', 'HEADER'],
    ['time,PriceUSD,PriceUSD\n2026-03-22,5,6\n', 'HEADER'],
    ['time,x,PriceUSD\n2026-03-22,5,6\n2026-03-23,5', 'BODY_CUT'],
    ['time,x,PriceUSD', 'BODY_CUT'],
  ])('refuses %j', (body, code) => expect(refusal(csv, body)).toBe(code))
})

describe('FRED API', () => {
  const body = (observations: unknown[], more = {}) =>
    JSON.stringify({ count: observations.length, offset: 0, limit: 100_000, observations, ...more })
  const value = (date: string, text: string, start = '2026-07-29') => ({
    realtime_start: start,
    realtime_end: '9999-12-31',
    date,
    value: text,
  })

  test('a plain answer is dated by its recording, a dot is missing', () => {
    const parsed = parse(fred('VIXCLS'), body([value('2026-07-21', '17.05'), value('2026-07-22', '.')]))
    expect(flattened(parsed).sighting).toEqual([
      { series: 'VIXCLS', period: dayNumber('2026-07-21'), value: 17.05, seenAt: Date.parse(at), publishedAt: null },
    ])
  })
  test('vintages carry their day, except at the first day of the range', () => {
    const url = fred('CCSA', '&realtime_start=2026-03-22&realtime_end=2026-08-21')
    const observations = [
      value('2026-03-07', '1800000', '2026-03-22'),
      value('2026-07-11', '1796000', '2026-07-23'),
      value('2026-07-11', '1789000', '2026-07-30'),
    ]
    const parsed = parse(url, body(observations, { realtime_start: '2026-03-22' }), '2026-08-21T23:59:59Z')
    expect(flattened(parsed).sighting.map(({ publishedAt }) => publishedAt && new Date(publishedAt).toISOString())).toEqual([
      null,
      '2026-07-23T23:59:59.000Z',
      '2026-07-30T23:59:59.000Z',
    ])
    expect(new Date(flattened(parsed).sighting[0]!.seenAt).toISOString()).toBe('2026-03-22T23:59:59.000Z')
  })
  test('a page announced longer than it is was cut; a full page leads to the next', () => {
    const one = [value('2026-07-21', '17.05')]
    expect(refusal(fred('VIXCLS'), body(one, { count: 5 }))).toBe('BODY_CUT')
    expect(parse(fred('VIXCLS'), body(one, { count: 5, limit: 1 })).next[0]!.url).toContain('offset=1')
  })
  test('of weekly vintages the range before is asked for while values stood on the first day', () => {
    const next = (start: string, stood = start) => {
      const url = fred('M2SL', `&realtime_start=${start}&realtime_end=9999-12-31`)
      return parse(url, body([value('1999-01-01', '1', stood)], { realtime_start: start })).next.map(({ url: each }) =>
        each.replace(/.*json/, ''),
      )
    }
    expect(next('2020-01-01')).toEqual(['&realtime_start=2000-01-01&realtime_end=2020-01-01'])
    expect(next('2000-01-01')).toEqual(['&realtime_start=1776-07-04&realtime_end=2000-01-01'])
    expect([...next('2020-01-01', '2021-02-03'), ...next('1776-07-04')]).toEqual([])
  })
  test('an error in a 200 is an error', () => {
    expect(refusal(fred('VIXCLS'), '{"error_code":400,"error_message":"Bad Request."}')).toBe('UPSTREAM_SAYS')
  })
  test('changed units and unregistered series are not its own', () => {
    expect(feedFor(fred('VIXCLS', '&units=chg'))).toBeNull()
    expect(feedFor(fred('VIXCLS', '&frequency=m'))).toBeNull()
    expect(feedFor(fred('NASDAQCOM'))).toBeNull()
    expect(feedFor(fred('VIXCLS', '&sort_order=desc'))).toBe(fredApi)
  })
})

describe('FRED chart CSV', () => {
  test('new and old header, several series, empty cells and dots', () => {
    expect(
      values(
        graph('VIXCLS,SP500,WALCL'),
        'observation_date,VIXCLS,SP500,WALCL\n2026-07-21,17.05,6000,\n2026-07-22,.,6001,6747378\n',
      ),
    ).toEqual([
      ['VIXCLS', '2026-07-21', 17.05],
      ['WALCL', '2026-07-22', 6747378],
    ])
    expect(values(graph('WALCL'), 'DATE,WALCL\n2024-06-26,7231000\n')).toEqual([['WALCL', '2024-06-26', 7231000]])
  })
  test('a block in billions is read in millions, exactly; a stray value outside the range is rejected', () => {
    const parsed = parse(graph('WTREGEN'), 'DATE,WTREGEN\n2024-06-12,30.230\n2024-06-19,723.41\n2024-06-26,765.417\n')
    expect(flattened(parsed).sighting.map(({ value }) => value)).toEqual([30230, 723410, 765417])
    const mixed = parse(
      graph('WTREGEN'),
      'DATE,WTREGEN\n2026-09-02,840000\n2026-09-09,883335\n2026-09-16,877.028\n'
        .replace('2026-09-16', '2026-07-22')
        .replaceAll('2026-09', '2026-06'),
    )
    expect(flattened(mixed).sighting.map(({ value }) => value)).toEqual([840000, 883335])
    expect(mixed.rejected).toMatchObject([{ rule: 'range', series: 'WTREGEN' }])
  })
  test.each([
    ['observation_date,WALCL\n2026-07-22,67473', 'BODY_CUT'],
    ['observation_date,SP500\n2026-07-22,67473\n', 'HEADER'],
    ['date;WALCL\n', 'HEADER'],
    ['observation_date,WALCL\n', 'BODY_CUT'],
    ['observation_date,WALCL\n2026-07-22,\n', 'PAGE_EMPTY'],
  ])('refuses %j', (body, code) => expect(refusal(graph('WALCL'), body)).toBe(code))
  test('a body whose rows are all out of range is refused for that, with the rule and the first value, not as an empty page', () => {
    const refused = 'observation_date,WALCL\n2026-07-15,-1\n2026-07-22,-2\n'
    expect(() => parse(graph('WALCL'), refused)).toThrow(
      expect.objectContaining({
        code: 'ALL_OUT_OF_RANGE',
        message: expect.stringMatching(
          /^fred-graph: no row is left: 2 of 2 rejected rows break the rule "range"; the first, 2026-07-15,-1 of WALCL, is outside \d/,
        ),
      }),
    )
  })
  test('is asked only where no key is set', () => {
    expect(fredGraph.plan(state())).toEqual([])
    expect(fredGraph.plan(state({ credentials: new Set() })).length).toBeGreaterThan(5)
  })
})
