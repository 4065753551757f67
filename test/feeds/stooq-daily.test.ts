import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { closesSeries } from '../../data/series/closes.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { stooqDaily } from '../../pipeline/feeds/stooq-daily.ts'
import { newestOf, stateAt } from './reading.ts'
import { address, csv, parse, refusal } from './stooq-csv.ts'

describe('closes', () => {
  test('of New York in dollars and of Tokyo in yen, by session', () => {
    expect(parse('mara.us', csv(['2026-11-19', 14.055], ['2026-11-20', '14.1'])).rows).toEqual([
      ['MARA.close', '2026-11-19', 14.055],
      ['MARA.close', '2026-11-20', 14.1],
    ])
    expect(parse('3350.jp', csv(['2026-11-20', 401])).rows).toEqual([['3350.close', '2026-11-20', 401]])
  })
  test('the session that has not closed is left out', () => {
    const body = csv(['2026-11-19', 14.055], ['2026-11-20', 14.1])
    expect(parse('mara.us', body, '2026-11-20T22:59:59Z').rows).toHaveLength(1)
    expect(parse('mara.us', body, '2026-11-20T23:00:00Z').rows).toHaveLength(2)
    expect(parse('3350.jp', body, '2026-11-20T08:59:59Z').rows).toHaveLength(1)
    expect(parse('3350.jp', body, '2026-11-20T09:00:00Z').rows).toHaveLength(2)
  })
  test('a line of another width, a bad day, no number, and nought are rejected, the others read', () => {
    const body = `${csv(['2026-11-19', 14], ['2026-11-31', 14], ['2026-11-18', 'N/D'], ['2026-11-17', 0])}2026-11-16,1,2\r\n`
    const { rows, rejected } = parse('mara.us', body)
    expect(rows).toHaveLength(1)
    expect(rejected.map(({ rule }) => rule).sort()).toEqual(['columns', 'date', 'number', 'range'])
  })
  test('errors inside a 200 are errors, never data', () => {
    expect(refusal('mara.us', 'Exceeded the daily hits limit')).toBe('UPSTREAM_SAYS')
    expect(refusal('mara.us', 'No data')).toBe('UPSTREAM_SAYS')
    expect(refusal('mara.us', '<html><body>captcha</body></html>')).toBe('BODY_IS_HTML')
    expect(refusal('mara.us', '')).toBe('BODY_EMPTY')
    expect(refusal('mara.us', csv())).toBe('PAGE_EMPTY')
    expect(refusal('mara.us', csv(['2026-11-19', 14]).trimEnd())).toBe('BODY_CUT')
  })
  test('only daily, unadjusted prices of the roster are its own', () => {
    expect(feedFor(address('mstr.us'))?.id).toBe('stooq-daily')
    for (const url of [
      address('mstr.us').replace('&o=1111111', ''),
      address('aapl.us'),
      address('mstr.us').replace('i=d', 'i=w'),
    ])
      expect(feedFor(url)).toBeNull()
  })
})

describe('a body across a known split', () => {
  // 10 for 1 on 2024-08-08; the closes of the days before and after as traded, and as adjusted.
  test('as traded is read', () => {
    const body = csv(['2024-08-07', 1_246.9], ['2024-08-08', 135.99], ['2024-08-09', 135.37])
    expect(parse('mstr.us', body).rows).toHaveLength(3)
  })
  test('adjusted is refused', () => {
    expect(refusal('mstr.us', csv(['2024-08-07', 124.69], ['2024-08-08', 135.99]))).toBe('ADJUSTED')
  })
  test('of a consolidation is told apart as well', () => {
    expect(parse('3350.jp', csv(['2024-07-29', 201], ['2024-07-30', 1_510])).rows).toHaveLength(2)
    expect(refusal('3350.jp', csv(['2024-07-29', 201], ['2024-07-30', 151]))).toBe('ADJUSTED')
  })
  test('on one side of it alone is read', () => {
    expect(parse('mstr.us', csv(['2024-08-08', 135.99])).rows).toHaveLength(1)
    expect(parse('mstr.us', csv(['2023-08-07', 124.69], ['2024-08-09', 135.99])).rows).toHaveLength(2)
  })
})

describe('a jump at the ratio of a split', () => {
  test('that no split explains is held from its session on, with what followed', () => {
    const { rows, rejected } = parse('nem.us', csv(['2026-11-17', 100], ['2026-11-18', 51], ['2026-11-19', 52]))
    expect(rows).toEqual([['NEM.close', '2026-11-17', 100]])
    expect(rejected.map(({ rule, row }) => [rule, row])).toEqual([
      ['split', '2026-11-18,51'],
      ['split', '2026-11-19,52'],
    ])
  })
  test('upwards is one as well', () => {
    expect(parse('ung.us', csv(['2026-11-18', 5], ['2026-11-19', 20.3])).rows).toHaveLength(1)
  })
  test('at a declared split is read, and so is a fall that a row says was one of price', () => {
    expect(parse('ung.us', csv(['2024-01-23', 5.03], ['2024-01-24', 21.06])).rows).toHaveLength(2)
    expect(parse('oxy.us', csv(['2020-03-06', 26.86], ['2020-03-09', 12.89])).rows).toHaveLength(2)
  })
  test.each([
    ['3:2 is held', 67, 1, 1],
    ['5:2 is held', 40.3, 1, 1],
    ['5:4 at the open is held', 80.5, 79.9, 1],
    ['a fifth within the session is read', 80.5, 98, 2],
    ['another ratio is read', 62.4, 62, 2],
  ])('%s', (_, close, open, read) => {
    const body = csv(['2026-11-17', 100], ['2026-11-18', close]).replace('18,1,', `18,${open},`)
    expect(parse('hal.us', body).rows).toHaveLength(read)
  })
  test('closes before the first session that is read are left out', () => {
    const { rows, rejected } = parse('corz.us', csv(['2022-12-20', 0.2], ['2024-01-24', 3.44]))
    expect([rows.length, rejected.length]).toEqual([1, 0])
  })
})

describe('what is asked for', () => {
  const asked = (newest: string | null, now: string, sample = false) =>
    stooqDaily
      .plan({ ...stateAt(now, newestOf(newest === null ? {} : { 'MSTR.close': newest })), roster: rosterOf(sample) })
      .map(({ url }) => url)

  test('closes that are due, of the companies in use', () => {
    expect(asked(null, '2026-11-20T23:30:00Z')).toContain(address('mstr.us'))
    expect(asked('2026-11-19', '2026-11-20T22:30:00Z')).not.toContain(address('mstr.us'))
    expect(asked('2026-11-19', '2026-11-20T23:30:00Z')).toContain(address('mstr.us'))
    expect(asked('2026-11-20', '2026-11-22T23:30:00Z')).not.toContain(address('mstr.us'))
    expect(asked(null, '2026-11-20T23:30:00Z', true).sort()).toEqual(
      ['hrbx.us', 'lntx.us', 'sblx.us', 'drft.us', 'qrtz.us', '9901.jp', ...closesSeries.map(({ key }) => key)]
        .map(address)
        .sort(),
    )
  })
})
