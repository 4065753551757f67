import { describe, expect, test } from 'vitest'
import { coingeckoTreasuries } from '../../pipeline/feeds/coingecko-treasuries.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingAt, stateAt } from './reading.ts'

const at = '2026-11-20T12:00:00Z'
const counts = 'https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin'
const list = 'https://api.coingecko.com/api/v3/entities/list?entity_type=company&per_page=250&page=1'
const entity = 'https://api.coingecko.com/api/v3/public_treasury/strategy'
const pointer = 'https://data.strategytracker.com/latest.json'
const file = 'https://data.strategytracker.com/all.v20261120T114500Z.json'

const { contents: parse, refusal } = readingAt(at)

describe('counts of CoinGecko', () => {
  const company = (symbol: string, held: unknown, value = Number(held) * 60_000) => ({
    name: 'A company',
    symbol,
    country: 'US',
    total_holdings: held,
    total_entry_value_usd: 0,
    total_current_value_usd: value,
    percentage_of_total_supply: 0.1,
  })
  const page = (...companies: unknown[]) => ({ total_holdings: 1, total_value_usd: 1, market_cap_dominance: 1, companies })

  test('are of the day they were read; private and unknown companies are skipped, fractions are kept', () => {
    const body = page(company('MSTR.US', 843_775), company('', 18_712), company('NONE.US', 5), company('3350.T', 43_000.25))
    expect(parse(counts, body)).toEqual({
      rows: [
        ['MSTR.bitcoin.coingecko', '2026-11-20', 843_775],
        ['3350.bitcoin.coingecko', '2026-11-20', 43_000.25],
      ],
      rejected: [],
      next: [],
    })
  })
  test('that are not the value beside them at the price of the other rows are rejected, as is no number', () => {
    const sound = [company('MSTR.US', 843_775), company('MARA.US', 50_000), company('RIOT.US', 18_000)]
    const body = page(
      ...sound,
      company('NAKA.US', 4_467_000, 4_467 * 60_000),
      company('DJT.US', '9542.16', 9542.16 * 60_000),
      null,
    )
    const { rows, rejected } = parse(counts, body)
    expect(rows).toHaveLength(3)
    expect(rejected).toEqual([
      ['NAKA.bitcoin.coingecko', 'value'],
      ['DJT.bitcoin.coingecko', 'number'],
    ])
  })
  test('of one company that differ are rejected', () => {
    const body = page(company('MSTR.US', 843_775), company('MSTR.US', 843_000), company('MARA.US', 50_000))
    expect(parse(counts, body)).toMatchObject({
      rows: [['MARA.bitcoin.coingecko', '2026-11-20', 50_000]],
      rejected: [['MSTR.bitcoin.coingecko', 'duplicate']],
    })
  })
  test('a refusal in a 200 and a page without the roster are refused', () => {
    expect(refusal(counts, { status: { error_code: 429 } })).toBe('DATA_MISSING')
    expect(refusal(counts, page())).toBe('PAGE_EMPTY')
    expect(refusal(counts, page(company('NONE.US', 5)))).toBe('PAGE_EMPTY')
    expect(refusal(counts, '<html></html>')).toBe('BODY_IS_HTML')
  })
})

describe('entities of CoinGecko', () => {
  const of = (id: unknown, symbol: string) => ({ id, symbol, name: 'A company', country: 'US' })

  test('the list leads to the companies of the roster, and a full page to the next', () => {
    const body = [of('strategy', 'MSTR.US'), of('texas', ''), of('metaplanet', '3350.T'), of(7, 'MARA.US')]
    expect(parse(list, body)).toEqual({
      rows: [],
      rejected: [[null, 'row']],
      next: [entity, entity.replace('strategy', 'metaplanet')],
    })
    const full = Array.from({ length: 250 }, () => of('texas', ''))
    expect(parse(list, full).next).toEqual([list.replace(/1$/, '2')])
    expect(refusal(list, [])).toBe('PAGE_EMPTY')
  })
  test('are asked for once a day', () => {
    const urls = (period: number) =>
      coingeckoTreasuries.plan(stateAt(at, new Map([['MSTR.mnav.coingecko', period]]))).map(({ url }) => url)
    const today = Math.floor(Date.parse(at) / 86_400_000)
    expect(urls(today - 1)).toEqual([counts, list])
    expect(urls(today)).toEqual([counts])
  })

  const page = (mnav: unknown, ...values: [string, unknown][]) => ({
    name: 'Strategy',
    id: 'strategy',
    type: 'company',
    symbol: 'MSTR.US',
    m_nav: mnav,
    holdings: values.map(([coin_id, current_value_usd]) => ({ coin_id, amount: 1, current_value_usd })),
  })
  const row = [['MSTR.mnav.coingecko', '2026-11-20', 1.03]]
  const bitcoin: [string, unknown] = ['bitcoin', 990]

  test.each([
    ['bitcoin alone', page(1.03, bitcoin), row],
    ['bitcoin and a hundredth of another coin', page(1.03, bitcoin, ['ethereum', 10]), row],
    ['bitcoin and more of another coin', page(1.03, bitcoin, ['ethereum', 11]), []],
    ['another coin alone', page(1.03, ['ethereum', 11]), []],
    ['none published', page(null, bitcoin), []],
    ['nothing held', page(1.03), []],
  ])('%s', (_, body, rows) => {
    expect(parse(entity, body)).toEqual({ rows, rejected: [], next: [] })
  })
  test('a ratio that is no number, or not above nought, is rejected', () => {
    for (const [mnav, rule] of [
      ['1.03', 'number'],
      [0, 'range'],
      [-1, 'range'],
    ] as const)
      expect(parse(entity, page(mnav, bitcoin)).rejected).toEqual([['MSTR.mnav.coingecko', rule]])
  })
  test('another entity, one off the roster, a coin without a value and a refusal are refused', () => {
    expect(refusal(entity, { ...page(1, bitcoin), id: 'metaplanet' })).toBe('DATA_MISSING')
    expect(refusal(entity, { ...page(1, bitcoin), symbol: 'NONE.US' })).toBe('DATA_MISSING')
    expect(refusal(entity, page(1, bitcoin, ['ethereum', null]))).toBe('VALUE_MISSING')
    expect(refusal(entity, { status: { error_code: 429 } })).toBe('DATA_MISSING')
    expect(refusal(entity, { ...page(1), holdings: [null] })).toBe('VALUE_MISSING')
  })
})

describe('StrategyTracker', () => {
  const balance = (day: unknown, coins: unknown) => ({ Date: day, 'BTC Balance': coins })
  const company = (table: unknown, value = 43_000 * 60_000) => ({
    processedMetrics: { btcPrice: 60_000, holdingsValue: value, treasury_table: table },
  })
  const page = (companies: object, timestamp: unknown = '2026-11-20T11:45:00.123456+00:00') => ({ timestamp, companies })

  test('the pointer leads to the newest file of all companies', () => {
    const body = {
      version: 'x',
      timestamp: '2026-11-20T11:45:00+00:00',
      files: { full: 'all.v20261120T114500Z.json', light: 'x' },
    }
    expect(parse(pointer, body)).toEqual({ rows: [], rejected: [], next: [file] })
    expect(refusal(pointer, { ...body, files: { full: '../secret.json' } })).toBe('POINTER')
    expect(refusal(pointer, { ...body, timestamp: '2026-11-19T11:45:00Z' })).toBe('TIME')
  })
  test('the newest balance of each company of the roster, wherever it stands in the table', () => {
    const table = [balance('2026-11-17', 43_000), balance('2026-06-30', 40_177), balance('2026-10-01', 41_000)]
    expect(parse(file, page({ '3350.T': company(table), 'NONE.X': company([]) })).rows).toEqual([
      ['3350.bitcoin.strategytracker', '2026-11-20', 43_000],
    ])
  })
  test.each([
    ['a balance that is not the value beside it', company([balance('2026-11-17', 40_177)])],
    ['no balance', company([balance('2026-11-17', null)])],
    ['a row without a day', company([balance('2026-11-17', 43_000), balance('soon', 43_000)])],
    ['no table', company(null)],
    ['no value', { processedMetrics: { treasury_table: [balance('2026-11-17', 43_000)] } }],
  ])('%s is rejected', (_, body) => {
    expect(parse(file, page({ '3350.T': body })).rejected).toEqual([['3350.bitcoin.strategytracker', 'value']])
  })
  test('an old file, one of no company of the roster, and one of another shape are refused', () => {
    expect(refusal(file, page({ '3350.T': company([]) }, '2026-11-18T11:45:00Z'))).toBe('TIME')
    expect(refusal(file, page({ '3350.T': company([]) }, null))).toBe('TIME')
    expect(refusal(file, page({}))).toBe('PAGE_EMPTY')
    expect(refusal(file, page([]))).toBe('DATA_MISSING')
    expect(refusal(file, page({ '3350.T': { processedMetrics: 1 } }))).toBe('DATA_MISSING')
  })
})

test('addresses are told apart', () => {
  const feeds = [counts, list, entity, pointer, file].map((url) => feedFor(url)?.id)
  expect(feeds).toEqual([
    'coingecko-treasuries',
    'coingecko-treasuries',
    'coingecko-treasury-entity',
    'strategytracker',
    'strategytracker',
  ])
  for (const url of [`${counts}?x=1`, counts.replace('bitcoin', 'ethereum'), file.replace('all', 'all-light')])
    expect(feedFor(url)).toBeNull()
})
