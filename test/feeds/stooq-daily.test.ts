import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { dayNumber, isoDay } from '../../pipeline/calendar/day.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { stooqDaily } from '../../pipeline/feeds/stooq-daily.ts'
import { recordedFolder, recordingOf, withoutRecorded } from '../recorded.ts'
import { flattened } from '../rows.ts'

const address = (symbol: string) => `https://stooq.com/q/d/l/?s=${symbol}&i=d&o=1111111`
const csv = (...rows: readonly (readonly [day: string, close: number | string])[]) =>
  ['Date,Open,High,Low,Close,Volume', ...rows.map(([day, close]) => `${day},1,9,1,${close},1000`), ''].join('\r\n')

function parse(symbol: string, body: string, made = '2026-11-20T23:30:00Z') {
  const { sighting, rejected } = flattened(stooqDaily.parse(Buffer.from(body), recordingOf(address(symbol), body, made)))
  return { rows: sighting.map(({ series, period, value }) => [series, isoDay(period), value]), rejected }
}

const refusal = (symbol: string, body: string) => {
  try {
    parse(symbol, body)
  } catch (error) {
    return (error as { code: string }).code
  }
  return null
}

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

describe('what is asked for', () => {
  const asked = (newest: string | null, now: string, sample = false) =>
    stooqDaily
      .plan({
        now: Date.parse(now),
        newestPeriod: new Map(newest === null ? [] : [['MSTR.close', dayNumber(newest)!]]),
        credentials: new Set(),
        roster: rosterOf(sample),
        firstYear: 0,
      })
      .map(({ url }) => url)

  test('closes that are due, of the companies in use', () => {
    expect(asked(null, '2026-11-20T23:30:00Z')).toContain(address('mstr.us'))
    expect(asked('2026-11-19', '2026-11-20T22:30:00Z')).not.toContain(address('mstr.us'))
    expect(asked('2026-11-19', '2026-11-20T23:30:00Z')).toContain(address('mstr.us'))
    expect(asked('2026-11-20', '2026-11-22T23:30:00Z')).not.toContain(address('mstr.us'))
    expect(asked(null, '2026-11-20T23:30:00Z', true)).toEqual(
      ['hrbx.us', 'lntx.us', 'sblx.us', 'drft.us', 'qrtz.us', '9901.jp'].map(address),
    )
  })
})

describe.skipIf(withoutRecorded)('recorded closes, put into the format of Stooq', () => {
  interface Recorded {
    readonly prices: readonly { readonly date: string; readonly time?: string; readonly close: number }[]
  }
  const closes = (name: string) =>
    (JSON.parse(readFileSync(join(recordedFolder, 'prices', name), 'utf8')) as Recorded).prices
      .filter(({ time }) => time === undefined)
      .map(({ date, close }) => [date, close] as const)

  test.each([
    ['close_CLSK.json', 'clsk.us', 'CLSK.close'],
    ['close_MARA.json', 'mara.us', 'MARA.close'],
    ['close_NAKA.json', 'naka.us', 'NAKA.close'],
  ])('%s', (name, symbol, series) => {
    const recorded = closes(name)
    expect(recorded.length).toBeGreaterThan(100)
    const { rows, rejected } = parse(symbol, csv(...recorded))
    expect(rejected).toEqual([])
    expect(rows).toEqual(recorded.map(([day, close]) => [series, day, close]))
  })
  test.each([
    ['close_MSTR.json', 'mstr.us'],
    ['close_3350_T.json', '3350.jp'],
  ])('%s is adjusted for splits, and seen to be', (name, symbol) => {
    expect(refusal(symbol, csv(...closes(name)))).toBe('ADJUSTED')
  })
})
