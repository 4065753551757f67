import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { newestOf, readingAt, readingOf, stateAt } from './reading.ts'
import { workbook } from './workbook.ts'

const at = '2026-11-20T21:00:00Z'
const { refusal, rules, values } = readingAt(at)
const history = (portfolio: string) =>
  `https://www.blackrock.com/varnish-api/blk-one01-product-data/product-data/api/v1/get-fund-document?appType=PRODUCT_PAGE&appSubType=ISHARES&targetSite=us-ishares&locale=en_US&portfolioId=${portfolio}&component=fundDownload&userType=individual`
const ether = history('337614')
const bucket = 'https://reporting-prod-20231113144948145500000003.s3.us-east-1.amazonaws.com/product-performance'
const gbtc = `${bucket}/672e88c7-dac6-4fcd-9069-18eef01a2c73.xlsx`
const arkb = 'https://assets.ark-funds.com/fund-documents/funds-etf-csv/ARK_21SHARES_BITCOIN_ETF_ARKB_HOLDINGS.csv'
const units = 'https://api.secondary.21shares.com/api/product_valuation_history/ARKB'
const staking = 'https://yields.llama.fi/chart/747c1d2a-c668-4682-b9f9-296708a3dd90'

describe('the history of a fund of iShares', () => {
  const row = (...cells: string[]) =>
    `<ss:Row>${cells.map((cell) => `<ss:Cell><ss:Data ss:Type="String">${cell}</ss:Data></ss:Cell>`).join('')}</ss:Row>`
  const header = ['As Of', 'NAV per Share', 'Ex-Dividends', 'Shares Outstanding']
  const sheet = (...rows: string[]) =>
    `<?xml version="1.0"?>\n<ss:Workbook><ss:Worksheet ss:Name="Holdings"><ss:Data>R&D</ss:Data></ss:Worksheet><ss:Worksheet ss:Name="Historical"><ss:Table>${rows.join('\n')}</ss:Table></ss:Worksheet></ss:Workbook>`
  const whole = sheet(row(...header), row('Oct 06, 2026', '43.80', '--', '130000000'), row('Oct 05, 2026', '14.55', '--', '--'))

  test('gives net assets and shares under the days of the file, whatever other sheets hold', () => {
    expect(values(ether, whole)).toEqual([
      ['ishares.ETHA.nav', '2026-10-06', 43.8],
      ['ishares.ETHA.nav', '2026-10-05', 14.55],
      ['ishares.ETHA.shares', '2026-10-06', 130_000_000],
    ])
  })
  test('a row of another form is rejected', () => {
    const odd = sheet(
      row(...header),
      row('Oct 06, 2026', '43.80', '--', '130000000'),
      row('10/05/2026', '1', '--', '1'),
      row('x'),
    )
    expect(rules(ether, odd)).toEqual(['row', 'row'])
  })
  test.each([
    [whole.slice(0, -40), 'DATA_MISSING'],
    [whole.replace('NAV per Share', 'NAV'), 'HEADER'],
    [whole.replace('<ss:Cell>', '<ss:Cell ss:StyleID="1" ss:Index="2">'), 'HEADER'],
    [sheet(row(...header)), 'PAGE_EMPTY'],
    ['<!DOCTYPE html><html></html>', 'BODY_IS_HTML'],
  ])('refuses %s', (body, code) => expect(refusal(ether, body)).toBe(code))
  test('is that of the two funds, and no other document of theirs', () => {
    expect(feedFor(history('333011'))?.id).toBe('ishares-history')
    expect(feedFor(history('239726'))).toBeNull()
    expect(feedFor(ether.replace('fundDownload', 'holdings'))).toBeNull()
  })
})

describe('the workbook of a fund of Grayscale', () => {
  const header = ['Date', 'NAV Per Share', 'Market Price Per Share', 'Shares Outstanding', 'AUM']
  const book = (...rows: (string | number | null)[][]) => workbook([header, ...rows], 'Daily Performance')

  test('gives net assets and shares under the days of the file', () => {
    const body = book([46_282, 58.1, 58.12, 170_000_000, 9_877_000_000], [46_281, 58.8, null, null, null])
    expect(values(gbtc, body)).toEqual([
      ['grayscale.GBTC.nav', '2026-09-17', 58.1],
      ['grayscale.GBTC.nav', '2026-09-16', 58.8],
      ['grayscale.GBTC.shares', '2026-09-17', 170_000_000],
    ])
  })
  test('a row without the number of a day is rejected; another sheet and other columns are refused', () => {
    expect(rules(gbtc, book([46_282, 58.1, 58.12, 1, 1], ['09/16/2026', 58.8, 58.8, 1, 1]))).toEqual(['row'])
    expect(refusal(gbtc, workbook([header], 'Holdings'))).toBe('WORKBOOK_SHEET')
    expect(
      refusal(
        gbtc,
        workbook(
          [
            ['Date', 'NAV'],
            [46_282, 58.1],
          ],
          'Daily Performance',
        ),
      ),
    ).toBe('HEADER')
    expect(refusal(gbtc, book())).toBe('PAGE_EMPTY')
  })
})

describe('the holdings ARK states of ARKB', () => {
  const body = (...lines: string[]) =>
    ['date,fund,company,ticker,cusip,shares,market value ($),weight (%)', ...lines, '"Legal, text."', ''].join('\n')
  const bitcoin = (day: string, fund = 'ARKB') => `${day},${fund},BITCOIN,BTC,,"34,012","$2,310,000,000.00",100.00%`

  test.each([
    ['09/25/2026', '2026-09-24'],
    ['09/28/2026', '2026-09-25'],
    // after the holiday of Labor Day
    ['09/08/2026', '2026-09-04'],
  ])('stamped %s are those of the session before, %s', (stamp, day) => {
    expect(values(arkb, body(bitcoin(stamp)))).toEqual([
      ['ark.ARKB.coins', day, 34_012],
      ['ark.ARKB.worth', day, 2_310_000_000],
    ])
  })
  test('rows of cash are passed over, those of another fund rejected', () => {
    const lines = [bitcoin('09/25/2026'), '09/25/2026,ARKB,US DOLLAR,,,"1,000","$1,000.00",0.00%', bitcoin('09/25/2026', 'ARKK')]
    expect(values(arkb, body(...lines))).toHaveLength(2)
    expect(rules(arkb, body(...lines))).toEqual(['fund'])
  })
  test.each([
    [body(bitcoin('09/25/2026')).split('"Legal')[0]!.trimEnd(), 'BODY_CUT'],
    [body(), 'PAGE_EMPTY'],
    ['date,fund,shares\n', 'HEADER'],
  ])('refuses %j', (text, code) => expect(refusal(arkb, text)).toBe(code))
})

test('units and net assets of ARKB by 21Shares: a row without figures is before the fund began', () => {
  const row = (day: string, nav: number | null, count: number | null) => ({
    ...{ valuation_date: day, nav_per_share: nav, total_nav: 1, total_units_outstanding: count },
  })
  const data = [row('2026-09-25', 22.61, 103_440_000), row('2024-01-10', null, null)]
  expect(values(units, { data })).toEqual([
    ['twentyone-shares.ARKB.nav', '2026-09-25', 22.61],
    ['twentyone-shares.ARKB.shares', '2026-09-25', 103_440_000],
  ])
  expect(refusal(units, { data: data.slice(1) })).toBe('PAGE_EMPTY')
  expect(refusal(units, { error: 'x' })).toBe('DATA_MISSING')
})

describe('the yield of staked ether', () => {
  const { parse, values: read, refusal: refused } = readingOf(staking, '2026-10-08T23:30:00Z')
  const row = (timestamp: string, apy: number | null) => ({ timestamp, tvlUsd: 2.2e10, apy, apyBase: apy })
  const data = [
    ...[row('2026-10-06T23:01:47.215Z', 2.58), row('2026-10-07T23:01:50.880Z', 2.6)],
    row('2026-10-08T23:01:52.103Z', 2.61),
  ]

  test('is that of days that are over; the row of the running day counts once it is', () => {
    expect(read({ status: 'success', data })).toEqual([
      ['defillama.steth-apy', '2026-10-06', 2.58],
      ['defillama.steth-apy', '2026-10-07', 2.6],
    ])
    expect(parse({ status: 'success', data }).until).toBe(Date.parse('2026-10-08T23:59:59Z'))
    expect(read({ status: 'success', data }, '2026-10-09T00:15:00Z')).toHaveLength(3)
  })
  test.each([
    [{ status: 'error', data }, 'UPSTREAM_SAYS'],
    [{ status: 'success' }, 'DATA_MISSING'],
    [{ status: 'success', data: [] }, 'PAGE_EMPTY'],
    [{ status: 'success', data: data.slice(2) }, 'PAGE_EMPTY'],
  ])('refuses %j', (body, code) => expect(refused(body)).toBe(code))
})

test.each([
  ['ishares-history', 'ishares.IBIT.nav', ['2026-11-19', '2026-11-18']],
  ['ark-holdings', 'ark.ARKB.coins', ['2026-11-19', '2026-11-18']],
  ['twentyone-shares-history', 'twentyone-shares.ARKB.shares', ['2026-11-19', '2026-11-18']],
  // settled a session later, posted in the night after that
  ['grayscale-funds', 'grayscale.GBTC.shares', ['2026-11-18', '2026-11-17']],
] as const)('the files of %s are asked for while the newest session that is due is missing', (id, series, [newest, before]) => {
  const urls = { 'ishares-history': ether, 'ark-holdings': arkb, 'twentyone-shares-history': units, 'grayscale-funds': gbtc }
  const feed = feedFor(urls[id])!
  const others = { 'ishares.ETHA.nav': '2026-11-19', 'grayscale.BTC.shares': '2026-11-19' }
  const asked = (day: string) => feed.plan(stateAt(at, newestOf({ ...others, [series]: day }))).length
  expect([feed.id, asked(newest), asked(before)]).toEqual([id, 0, 1])
})
