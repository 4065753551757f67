import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { secTickers } from '../../pipeline/feeds/sec-tickers.ts'
import { readingOf } from './reading.ts'

const url = 'https://www.sec.gov/files/company_tickers.json'
const { parse, refusal } = readingOf(url, '2026-04-17T23:59:59Z')
const list = (...rows: unknown[]) => JSON.stringify(Object.fromEntries(rows.map((row, at) => [at, row])))
const nvidia = { cik_str: 1045810, ticker: 'NVDA', title: 'NVIDIA CORP' }

describe('the list of tickers', () => {
  test('its one address', () => {
    expect(feedFor(url)).toBe(secTickers)
    expect(secTickers.match(new URL(`${url}?x=1`))).toBe(false)
    expect(secTickers.match(new URL('https://www.sec.gov/files/company_tickers_exchange.json'))).toBe(false)
  })
  test('a CIK in ten digits; several tickers of one company', () => {
    const row = {
      ...{ company: 'us:0001045810', scheme: 'ticker', name: 'NVIDIA CORP' },
      ...{ from_day: '2026-04-17', to_day: null },
    }
    expect(parse(list(nvidia, { ...nvidia, ticker: 'NVD-B', title: ' NVIDIA CORP ' })).rows.listing).toEqual([
      { ...row, code: 'NVDA', position: 1 },
      { ...row, code: 'NVD-B', position: 2 },
    ])
  })
  test('a row without a CIK, a ticker or a name is rejected alone, as is a ticker that came before', () => {
    const { rows, rejected } = parse(
      list(nvidia, { ...nvidia, cik_str: '1045810' }, { ...nvidia, ticker: 'n v' }, { ...nvidia, title: '' }, null, nvidia),
    )
    expect(rows.listing).toHaveLength(1)
    expect(rejected.map(({ rule }) => rule)).toEqual(['listing', 'listing', 'listing', 'listing', 'ticker-repeated'])
  })
  test.each([
    ['BODY_IS_HTML', '<!DOCTYPE html><html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>'],
    ['BODY_NOT_JSON', list(nvidia).slice(0, -5)],
    ['BODY_NOT_OBJECT', '[]'],
    ['LIST_EMPTY', '{}'],
  ])('refused: %s', (code, body) => expect(refusal(body)).toBe(code))
})
