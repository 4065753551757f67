import { describe, expect, test } from 'vitest'
import { alfredGraph } from '../../pipeline/feeds/alfred-graph.ts'
import { parseCsvLine } from '../../pipeline/feeds/csv.ts'
import { ecbData } from '../../pipeline/feeds/ecb-data.ts'
import type { Feed, FeedState } from '../../pipeline/feeds/feed.ts'
import { fiscaldataOperatingCash } from '../../pipeline/feeds/fiscaldata-operating-cash.ts'
import { fredApi } from '../../pipeline/feeds/fred-api.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { treasuryParCurve } from '../../pipeline/feeds/treasury-par-curve.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { flattened } from '../rows.ts'
import { newestOf, readingAt, stateAt, valuesIn } from './reading.ts'

const at = '2026-07-29T12:00:00Z'
const { parse, refusal, rules, values } = readingAt(at)
const state = (newest: Record<string, string> = {}, over: Partial<FeedState> = {}): FeedState => ({
  ...stateAt(at, newestOf(newest)),
  credentials: new Set(),
  ...over,
})
const query = (feed: Feed, at: FeedState, key: string) =>
  decodeURIComponent(feed.plan(at).find(({ url }) => url.includes(key))?.url ?? '')

test('cells of a line of CSV', () => {
  expect(parseCsvLine('a,,"b, ""c""",d')).toEqual(['a', '', 'b, "c"', 'd'])
  expect(parseCsvLine('"a"')).toEqual(['a'])
  expect(parseCsvLine('a,""')).toEqual(['a', ''])
  expect(parseCsvLine('a,')).toEqual(['a', ''])
  expect(parseCsvLine('a,"b')).toBeNull()
  expect(parseCsvLine('a,"b"c,d')).toBeNull()
})

describe('Treasury par curve', () => {
  const folder = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates'
  const xml = `${folder}/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value=2026`
  const csv = `${folder}/daily-treasury-rates.csv/2026/all?type=daily_treasury_yield_curve&field_tdr_date_value=2026&page&_format=csv`
  const entry = (day: string, cells: string) =>
    `<entry><content><m:properties><d:Id>1</d:Id><d:NEW_DATE m:type="Edm.DateTime">${day}T00:00:00</d:NEW_DATE>${cells}</m:properties></content></entry>`
  const feed = (entries: string) => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`

  test('a tenor that is absent or null has no value, the display tenor is none', () => {
    const cells =
      '<d:BC_1_5MONTH m:null="true" /><d:BC_10YEAR>4.57</d:BC_10YEAR><d:BC_30YEARDISPLAY>4.79</d:BC_30YEARDISPLAY><d:BC_30YEAR>4.79</d:BC_30YEAR>'
    expect(values(xml, feed(entry('2026-01-02', cells)))).toEqual([
      ['treasury.BC_10YEAR', '2026-01-02', 4.57],
      ['treasury.BC_30YEAR', '2026-01-02', 4.79],
    ])
  })
  test('a value out of range, a day in the future and a day that is none are rejected', () => {
    const cell = (value: string) => `<d:BC_10YEAR>${value}</d:BC_10YEAR>`
    const body = feed(
      entry('2026-01-02', cell('457')) +
        entry('2026-08-01', cell('4.5')) +
        entry('2026-02-30', cell('4.5')) +
        entry('2026-01-05', cell('4.6')),
    )
    const parsed = parse(xml, body)
    expect(valuesIn(parsed)).toEqual([['treasury.BC_10YEAR', '2026-01-05', 4.6]])
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['range', 'future', 'date'])
  })
  test('a full page leads to the next, which may be empty', () => {
    const full = feed(
      Array.from({ length: 300 }, (_, i) => entry(isoDay(dayNumber('2025-01-01')! + i), '<d:BC_10YEAR>4</d:BC_10YEAR>')).join(''),
    )
    expect(parse(xml, full).next).toEqual([{ feed: 'treasury-par-curve', upstream: 'treasury', url: `${xml}&page=1` }])
    expect(parse(`${xml}&page=1`, feed(''))).toMatchObject({ rows: { sighting: [] }, next: [] })
  })
  test('a year that has only begun may be empty, no other may', () => {
    expect(values(xml, feed(''), '2026-01-02T12:00:00Z')).toEqual([])
    expect(refusal(xml, feed(''), '2026-01-09T12:00:00Z')).toBe('PAGE_EMPTY')
    expect(refusal(xml, feed(''), '2025-12-31T12:00:00Z')).toBe('PAGE_EMPTY')
  })
  test.each([
    [feed(entry('2026-01-02', '<d:BC_10YEAR>4.5</d:BC_10YEAR>')).slice(0, -20), 'BODY_NOT_XML'],
    ['<rss></rss>', 'BODY_NOT_FEED'],
    ['<!DOCTYPE html><html></html>', 'BODY_IS_HTML'],
    ['', 'BODY_EMPTY'],
  ])('refuses %j', (body, code) => expect(refusal(xml, body)).toBe(code))

  test('CSV: tenors by their header, an empty cell is missing, a cut last cell is rejected', () => {
    const parsed = parse(csv, 'Date,"1.5 Month","10 Yr"\n01/05/2026,3.71,4.19\n01/02/2026,,4.1')
    expect(valuesIn(parsed)).toEqual([
      ['treasury.BC_1_5MONTH', '2026-01-05', 3.71],
      ['treasury.BC_10YEAR', '2026-01-05', 4.19],
    ])
    expect(parsed.rejected).toMatchObject([{ rule: 'row', row: '01/02/2026,,4.1' }])
    expect(refusal(csv, 'Day,"10 Yr"\n01/05/2026,4.19\n')).toBe('HEADER')
    expect(refusal(csv, 'Date,"10 Yr","10 Yr"\n01/05/2026,4.19,4.19\n')).toBe('HEADER')
  })
  test('asks for every year at first, then from the year of the newest day on', () => {
    const years = (of: FeedState) =>
      treasuryParCurve.plan(of).map(({ url }) => Number(new URL(url).searchParams.get('field_tdr_date_value')))
    expect(years(state())).toEqual(Array.from({ length: 37 }, (_, i) => 1990 + i))
    expect(years(state({ 'treasury.BC_10YEAR': '2025-12-31' }))).toEqual([2025, 2026])
    expect(years(state({}, { firstYear: 2017 }))[0]).toBe(2017)
  })
  test('other curves of the site are not its own', () => {
    expect(feedFor(xml.replace('yield_curve', 'real_yield_curve'))?.id).toBe('treasury-real-curve')
    expect(feedFor(xml.replace('yield_curve', 'real_long_term'))).toBeNull()
    expect(feedFor(csv.replace('yield_curve', 'bill_rates'))).toBeNull()
    expect(feedFor(csv)).toBe(treasuryParCurve)
  })
})

describe('Daily Treasury Statement', () => {
  const url =
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance?sort=record_date&page[number]=1&page[size]=10000'
  const line = (record_date: string, account_type: string, close_today_bal: string, open_today_bal: string) => ({
    record_date,
    account_type,
    close_today_bal,
    open_today_bal,
  })
  const body = (data: unknown[], meta = {}) => JSON.stringify({ data, meta: { count: data.length, 'total-pages': 1, ...meta } })

  test('the close stands in another field in each layout', () => {
    const data = [
      line('2021-09-30', 'Federal Reserve Account', '215160', '173745'),
      line('2021-10-01', 'Treasury General Account (TGA)', '132452', '215160'),
      line('2021-10-01', 'Short-Term Cash Investments (Table V)', '0', '0'),
      line('2022-04-18', 'Treasury General Account (TGA) Opening Balance', 'null', '578473'),
      line('2022-04-18', 'Treasury General Account (TGA) Closing Balance', 'null', '841253'),
      line('2022-04-19', 'Treasury General Account (TGA) Closing Balance', 'null', 'null'),
    ]
    expect(values(url, body(data))).toEqual([
      ['fiscaldata.TGA', '2021-09-30', 215160],
      ['fiscaldata.TGA', '2021-10-01', 132452],
      ['fiscaldata.TGA', '2022-04-18', 841253],
    ])
  })
  test('a day whose close has a new name is rejected; billions and dollars are', () => {
    const close = 'Treasury General Account (TGA) Closing Balance'
    const data = [
      line('2026-07-20', close, 'null', '800000'),
      line('2026-07-21', 'Treasury Account, Close', '800000', 'null'),
      line('2026-07-22', close, 'null', '800.1'),
      line('2026-07-23', close, 'null', '800000000000'),
    ]
    const parsed = parse(url, body(data))
    expect(valuesIn(parsed)).toEqual([['fiscaldata.TGA', '2026-07-20', 800000]])
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['account', 'range', 'range'])
  })
  test('pages are followed', () => {
    const data = [line('2026-07-20', 'Federal Reserve Account', '800000', '1')]
    const [next] = parse(url, body(data, { 'total-pages': 2 })).next
    expect(new URL(next!.url).searchParams.get('page[number]')).toBe('2')
    expect(feedFor(next!.url)).toBe(fiscaldataOperatingCash)
    expect(parse(next!.url, body(data, { 'total-pages': 2 })).next).toEqual([])
  })
  test.each([
    [body([line('2026-07-20', 'Federal Reserve Account', '1', '1')], { count: 2 }), 'BODY_CUT'],
    [body([]), 'PAGE_EMPTY'],
    [body([line('2026-07-20', 'Another', '800000', '1')]), 'PAGE_EMPTY'],
    ['{"error":"Invalid Query Param","message":"no such field"}', 'UPSTREAM_SAYS'],
    ['{"data":[]}', 'DATA_MISSING'],
  ])('refuses %j', (text, code) => expect(refusal(url, text)).toBe(code))
  test('asks for everything at first, then from a month before the newest day', () => {
    expect(query(fiscaldataOperatingCash, state(), 'operating_cash')).not.toContain('filter')
    expect(query(fiscaldataOperatingCash, state({ 'fiscaldata.TGA': '2026-07-27' }), 'operating_cash')).toContain(
      'filter=record_date:gte:2026-06-27',
    )
  })
})

describe('ECB data', () => {
  const exr = 'https://data-api.ecb.europa.eu/service/data/EXR/D.USD+BRL.EUR.SP00.A?format=csvdata'
  const fm = 'https://data-api.ecb.europa.eu/service/data/FM/B.U2.EUR.4F.KR.DFR.LEV?format=csvdata'
  const header = 'KEY,TIME_PERIOD,OBS_VALUE,TITLE,UNIT_MULT'
  const usd = (day: string, value: string, more = 'x,0') => `EXR.D.USD.EUR.SP00.A,${day},${value},${more}`
  const dfr = (day: string, value: string) => `FM.B.U2.EUR.4F.KR.DFR.LEV,${day},${value},"Deposit facility, level",0`

  test('NaN and empty are missing, currencies that are not registered are passed over, quotes hold commas', () => {
    const lines = [
      usd('2026-07-27', '1.1378', '"a, b",0'),
      usd('2026-07-28', 'NaN'),
      usd('2026-07-29', ''),
      usd('2026-07-24', '1.14'),
    ]
    const parsed = parse(exr, [header, ...lines, 'EXR.D.BRL.EUR.SP00.A,2026-07-27,5.9,x,0', ''].join('\n'))
    expect(valuesIn(parsed)).toEqual([
      ['ecb.EXR.USD', '2026-07-27', 1.1378],
      ['ecb.EXR.USD', '2026-07-24', 1.14],
    ])
    expect(parsed.rejected).toEqual([])
  })
  test('another multiplier, a line of another width and the inverse rate are rejected', () => {
    const lines = [
      usd('2026-07-27', '1.1378', 'x,3'),
      'EXR.D.USD.EUR.SP00.A,2026-07-28',
      usd('2026-07-28', '11.4'),
      usd('2026-07-29', '1.15'),
    ]
    expect(rules(exr, [header, ...lines, ''].join('\n'))).toEqual(['unit', 'columns', 'range'])
  })
  test('a key rate counts from the day it takes effect, decided before or not', () => {
    const body = [header, dfr('2025-06-11', '2'), dfr('2026-06-17', '2.25'), ''].join('\r\n')
    expect(values(fm, body, '2026-06-16T23:59:59Z')).toEqual([['ecb.DFR', '2025-06-11', 2]])
    expect(values(fm, body, '2026-06-17T00:00:00Z')).toEqual([
      ['ecb.DFR', '2025-06-11', 2],
      ['ecb.DFR', '2026-06-17', 2.25],
    ])
  })
  test.each([
    [`${header}\n`, 'PAGE_EMPTY'],
    [`${header}\n${usd('2026-07-27', '1.13')}`, 'BODY_CUT'],
    ['KEY,OBS_VALUE\nx,1\n', 'HEADER'],
    ['', 'BODY_EMPTY'],
  ])('refuses %j', (body, code) => expect(refusal(exr, body)).toBe(code))
  test('asks for the currencies at once and for the key rate whole', () => {
    expect(ecbData.plan(state({ 'ecb.EXR.USD': '2026-07-28' })).map(({ url }) => url)).toEqual([
      'https://data-api.ecb.europa.eu/service/data/EXR/D.USD+JPY+GBP+CHF+CNY.EUR.SP00.A?format=csvdata&startPeriod=2026-06-28',
      'https://data-api.ecb.europa.eu/service/data/YC/B.U2.EUR.4F.G_N_A.SV_C_YM.SR_2Y+SR_10Y?format=csvdata',
      fm,
    ])
  })
})

describe('vintages', () => {
  const alfred = (keys: string, dates: string) =>
    `https://alfred.stlouisfed.org/graph/alfredgraph.csv?id=${keys}&vintage_date=${dates}`

  test('ALFRED: each column is what stood at the end of its day, a publication time it is not', () => {
    const url = alfred('UNRATE,UNRATE', '2026-06-30,2026-07-31')
    const parsed = parse(
      url,
      'observation_date,UNRATE_20260630,UNRATE_20260731\n2026-05-01,4.3,4.2\n2026-06-01,.,4.1\n',
      '2026-08-05T00:00:00Z',
    )
    expect(valuesIn(parsed)).toEqual([
      ['UNRATE', '2026-05-31', 4.3],
      ['UNRATE', '2026-05-31', 4.2],
      ['UNRATE', '2026-06-30', 4.1],
    ])
    expect(flattened(parsed).sighting.map(({ seenAt, publishedAt }) => [new Date(seenAt).toISOString(), publishedAt])).toEqual([
      ['2026-06-30T23:59:59.000Z', null],
      ['2026-07-31T23:59:59.000Z', null],
      ['2026-07-31T23:59:59.000Z', null],
    ])
  })
  test('ALFRED: columns of other days, transformed values and series that are not registered are not taken', () => {
    const body = 'observation_date,UNRATE_20260630\n2026-05-01,4.3\n'
    expect(refusal(alfred('UNRATE', '2026-07-31'), body)).toBe('HEADER')
    expect(refusal(alfred('UNRATE,UNRATE', '2026-06-30'), body)).toBe('HEADER')
    expect(feedFor(`${alfred('UNRATE', '2026-06-30')}&units=chg`)).toBeNull()
    expect(feedFor(alfred('GDP', '2026-06-30'))).toBeNull()
  })
  test('ALFRED is asked once, for a year of month ends, and only without a key', () => {
    const plan = alfredGraph.plan(state({ UNRATE: '2026-06-30' })).map(({ url }) => new URL(url).searchParams)
    const asked = plan.map((each) => each.get('id')!.split(',')[0])
    expect(asked.slice(0, 4)).toEqual(['M2SL', 'PAYEMS', 'CPIAUCSL', 'CPILFESL'])
    expect(asked).not.toContain('UNRATE')
    // quarters are revised too; weeks and what is not revised are not asked
    expect(asked).toContain('GDPC1')
    expect(asked.filter((key) => ['TOTBKCR', 'SAHMREALTIME', 'DGS10'].includes(key!))).toEqual([])
    expect(plan[0]!.get('vintage_date')!.split(',')).toEqual([
      '2025-07-31',
      '2025-08-31',
      '2025-09-30',
      '2025-10-31',
      '2025-11-30',
      '2025-12-31',
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ])
    expect(plan[0]!.get('id')!.split(',')).toHaveLength(12)
    expect(alfredGraph.plan(state({}, { credentials: new Set(['FRED_API_KEY']) }))).toEqual([])
  })
  test('FRED: a revision may reach back to the beginning of a month’s figure, five years of a week’s', () => {
    const newest = state({ PAYEMS: '2026-06-30', ICSA: '2026-07-18', VIXCLS: '2026-07-28', NFCI: '2026-07-17' })
    expect(query(fredApi, newest, 'PAYEMS')).toMatch(/json&realtime_start=2026-05-01&realtime_end=9999-12-31$/)
    expect(query(fredApi, newest, 'ICSA')).toMatch(
      /&observation_start=2020-10-17&realtime_start=2026-05-19&realtime_end=9999-12-31$/,
    )
    expect(query(fredApi, newest, 'VIXCLS')).toMatch(/json&observation_start=2026-05-29$/)
    expect(query(fredApi, state(), 'PAYEMS')).toMatch(/json&realtime_start=1776-07-04&realtime_end=9999-12-31$/)
    expect(query(fredApi, state(), 'NFCI')).toMatch(/json$/)
    expect(query(fredApi, state(), 'M2SL')).toMatch(/json&realtime_start=2020-01-01&realtime_end=9999-12-31$/)
  })
  test('a quarter that stands twice, with two totals, has no value: which of them is later is not said', () => {
    const body =
      'observation_date,GDPC1\n2025-04-01,23770.976\n2025-07-01,24026.834\n2025-07-01,24055.749\n2025-10-01,24111.832\n'
    const parsed = parse('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDPC1', body)
    expect(valuesIn(parsed).map(([, day]) => day)).toEqual(['2025-06-30', '2025-12-31'])
    expect(parsed.rejected.map(({ rule, row }) => [rule, row])).toEqual([['duplicate', '2025-07-01,24055.749']])
    // twice with one total it is one
    const same = body.replace('24055.749', '24026.834')
    expect(values('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDPC1', same)).toHaveLength(3)
  })
  test('a block that is believable in both of its units is not guessed at', () => {
    const url = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=WRESBAL'
    const body = (values: string[]) =>
      `observation_date,WRESBAL\n${values.map((value, i) => `2026-07-0${i + 1},${value}\n`).join('')}`
    expect(refusal(url, body(['2987.4', '3001.2']))).toBe('PAGE_EMPTY')
    expect(values(url, body(['30.1', '3001.2'])).map(([, , value]) => value)).toEqual([30100, 3001200])
    expect(values(url, body(['2944059', '3001200'])).map(([, , value]) => value)).toEqual([2944059, 3001200])
  })
})
