import { describe, expect, test } from 'vitest'
import { cftcSeries } from '../../data/series/cftc.ts'
import { cftcPositions } from '../../pipeline/feeds/cftc-positions.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { readingAt, stateAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const resource = (report: string, query = '') => `https://publicreporting.cftc.gov/resource/${report}.json${query}`
const { parse, refusal, values } = readingAt(at)
const state = (newestPeriod?: ReadonlyMap<string, number>) => stateAt(at, newestPeriod)
const gold = (over: object = {}) => ({
  report_date_as_yyyy_mm_dd: '2026-11-17T00:00:00.000',
  cftc_contract_market_code: '088691',
  open_interest_all: '400000',
  m_money_positions_long_all: '154384',
  m_money_positions_short_all: '31102',
  ...over,
})

describe('CFTC positions', () => {
  test('a row gives the figures of its contract, told by its code and never by its name', () => {
    const rows = [
      gold({ market_and_exchange_names: 'SILVER - COMMODITY EXCHANGE INC.' }),
      gold({ cftc_contract_market_code: '001234' }),
    ]
    expect(values(resource('72hh-3qpy'), JSON.stringify(rows))).toEqual([
      ['cftc.gold.open-interest', '2026-11-17', 400_000],
      ['cftc.gold.managed-money-long', '2026-11-17', 154_384],
      ['cftc.gold.managed-money-short', '2026-11-17', 31_102],
    ])
  })
  test('futures only: the combined and the legacy reports are other figures and not its own', () => {
    for (const report of ['kh3c-gbw2', 'yw9f-hn96', '6dca-aqww', 'jun7-fc8e']) expect(feedFor(resource(report))).toBeNull()
    for (const report of ['72hh-3qpy', 'gpe5-46if']) expect(feedFor(resource(report))?.id).toBe('cftc-positions')
  })
  test('a row without a code is of the contract the request names; an absent key is a missing value', () => {
    const { cftc_contract_market_code: _, m_money_positions_short_all: __, ...row } = gold()
    const expected = [
      ['cftc.silver.open-interest', '2026-11-17', 400_000],
      ['cftc.silver.managed-money-long', '2026-11-17', 154_384],
    ]
    for (const query of ["?$where=cftc_contract_market_code='084691'", '?cftc_contract_market_code=084691'])
      expect(values(resource('72hh-3qpy', query), JSON.stringify([row]))).toEqual(expected)
  })
  test('numbers that are no texts, days that are none and figures below zero are rejected with their rule', () => {
    const rows = [
      gold({ open_interest_all: 400_000 }),
      gold({ report_date_as_yyyy_mm_dd: '2026-11-17' }),
      gold({ report_date_as_yyyy_mm_dd: '2026-11-10T00:00:00.000', m_money_positions_long_all: '-5', open_interest_all: '1e9' }),
      gold({ report_date_as_yyyy_mm_dd: '2026-11-24T00:00:00.000' }),
    ]
    const { rejected } = parse(resource('72hh-3qpy'), JSON.stringify(rows))
    expect(rejected.map(({ rule }) => rule).sort()).toEqual(['future', 'future', 'future', 'range', 'range', 'row', 'row'])
  })
  test.each([
    ['[]', 'PAGE_EMPTY'],
    ['{"error":true,"message":"Unrecognized arguments"}', 'BODY_NOT_ARRAY'],
    ['[{"report_date', 'BODY_NOT_JSON'],
    ['<html></html>', 'BODY_IS_HTML'],
  ])('refuses %s', (body, code) => expect(refusal(resource('72hh-3qpy'), body)).toBe(code))
  test('a full page leads to the next, which may be empty', () => {
    const [next] = parse(resource('72hh-3qpy', '?$limit=1'), JSON.stringify([gold()])).next
    expect(new URL(next!.url).searchParams.get('$offset')).toBe('1')
    expect(parse(next!.url, '[]')).toMatchObject({ rejected: [], next: [] })
  })
  test('asks for each report whole, then for two months again, and whole once more when a contract is new', () => {
    const [whole] = cftcPositions.plan(state())
    const asked = new URL(whole!.url).searchParams
    expect(asked.get('$where')).toBe(
      "cftc_contract_market_code in('088691','084691','085692','001602','002602','005602','067651','023651')",
    )
    const newest = new Map<string, number>(cftcSeries.map(({ id }) => [id, dayNumber('2026-11-17')!]))
    for (const { url } of cftcPositions.plan(state(newest)))
      expect(new URL(url).searchParams.get('$where')).toContain(">= '2026-09-18T00:00:00.000'")
    newest.delete('cftc.ether.open-interest')
    expect(cftcPositions.plan(state(newest)).filter(({ url }) => !url.includes('>='))).toHaveLength(1)
  })
})
