import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../../data/companies.ts'
import { closesSeries } from '../../../data/series/closes.ts'
import { firstSessionOf } from '../../../data/splits.ts'
import { splitAdjusted } from '../../../pipeline/analysis/formulas/split-adjusted.ts'
import { feedFor } from '../../../pipeline/source/feeds/index.ts'
import { stooqDaily } from '../../../pipeline/source/feeds/stooq-daily.ts'
import { dayNumber, isoDay } from '../../../pipeline/time/day.ts'
import { arraysOf } from '../../analysis/columns.ts'
import { recordedFolder, withoutRecorded } from '../../recorded.ts'
import { newestOf, readingAt, stateAt } from './reading.ts'

const address = (symbol: string) => `https://stooq.com/q/d/l/?s=${symbol}&i=d&o=1111111`
const csv = (...rows: readonly (readonly [day: string, close: number | string])[]) =>
  ['Date,Open,High,Low,Close,Volume', ...rows.map(([day, close]) => `${day},1,9,1,${close},1000`), ''].join('\r\n')

const { parse: read, values, refusal: refused } = readingAt('2026-11-20T23:30:00Z')
const parse = (symbol: string, body: string, made?: string) => ({
  rows: values(address(symbol), body, made),
  rejected: read(address(symbol), body, made).rejected,
})
const refusal = (symbol: string, body: string) => refused(address(symbol), body)

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

describe('a jump by a whole multiple', () => {
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
  test('a fall that is no whole multiple is read', () => {
    expect(parse('hal.us', csv(['2020-03-06', 12.9], ['2020-03-09', 8.05])).rows).toHaveLength(2)
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

describe.skipIf(withoutRecorded)('recorded closes of funds, producers and miners', () => {
  const read = (name: string) => readFileSync(join(recordedFolder, 'prices', name), 'utf8')
  const table = (name: string) =>
    read(name)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([day, close]) => [day!, close!] as const)
  const chart = (name: string) => {
    const { timestamp, indicators } = JSON.parse(read(name)).chart?.result[0] ?? JSON.parse(read(name))
    const day = (at: number) => isoDay(Math.floor(at / 86_400))
    const of = (values: readonly number[]) => timestamp.map((at: number, i: number) => [day(at), values[i]!] as const)
    return { close: of(indicators.quote[0].close), adjusted: of(indicators.adjclose[0].adjclose) } as Record<
      'close' | 'adjusted',
      readonly (readonly [string, number])[]
    >
  }
  const columnOf = (series: string, closes: readonly (readonly [string, number | string])[]) => ({
    series,
    unit: 'USD',
    ...arraysOf(
      closes,
      ([day]) => dayNumber(day)!,
      ([, close]) => Number(close),
      ([day]) => (dayNumber(day)! + 1) * 86_400_000,
      () => 0,
    ),
  })
  const adjusted = (series: string, closes: readonly (readonly [string, number | string])[]) => {
    const column = columnOf(series, closes)
    return splitAdjusted([{ column, words: null, rests: [series], parts: () => [], notes: () => [] }], {
      name: 'adjusted',
      unit: 'USD',
    })!.column
  }

  test.each([
    [
      'XOM',
      'rawclose_XOM_2015_2026-08-14.csv',
      [
        ['2025-08-14', 107.38],
        ['2016-01-04', 77.46],
      ],
    ],
    ['CVX', 'rawclose_CVX_2015_2026-08-14.csv', [['2016-01-04', 88.85]]],
    ['SPY', 'rawclose_SPY_2015_2026-07-22.csv', [['2016-01-04', 201.02]]],
  ] as const)('%s as traded', (ticker, name, byHand) => {
    const closes = table(name).filter(([day]) => day >= '2016-01-04')
    const { rows, rejected } = parse(`${ticker.toLowerCase()}.us`, csv(...table(name)))
    expect(rejected).toEqual([])
    expect(rows).toEqual(closes.map(([day, close]) => [`${ticker}.close`, day, Number(close)]))
    for (const [day, close] of byHand) expect(rows).toContainEqual([`${ticker}.close`, day, close])
  })

  test('adjusted against traded closes: dividends stay in the price', () => {
    const { close, adjusted: withDividends } = chart('yahoo_chart_XOM_1d_2015-01-02_2026-08-14.json')
    const at = (closes: readonly (readonly [string, number])[], day: string) => closes.find(([on]) => on === day)![1]
    const ours = adjusted('XOM.close', table('rawclose_XOM_2015_2026-08-14.csv'))
    const oursAt = (day: string) => ours.value[ours.period.indexOf(dayNumber(day)!)]!
    expect(oursAt('2025-08-14')).toBe(107.38)
    expect(at(close, '2025-08-14')).toBeCloseTo(107.38, 2)
    expect(at(withDividends, '2025-08-14')).toBeCloseTo(104.06, 2)
    expect(100 * (oursAt('2025-08-15') / oursAt('2025-08-14') - 1)).toBeCloseTo(-0.83, 2)
    expect(100 * (at(withDividends, '2025-08-15') / at(withDividends, '2025-08-14') - 1)).toBeCloseTo(0.09, 2)
  })

  test('one share of USO for eight: adjusted bytes are refused, traded ones are put into today’s shares', () => {
    const { close } = chart('yahoo_chart_USO_1d_2015-01-02_2026-08-20.json')
    const rounded = close.map(([day, value]) => [day, value.toFixed(4)] as const)
    expect(refusal('uso.us', csv(...rounded))).toBe('ADJUSTED')
    const traded = close.map(([day, value]) => [day, (day < '2020-04-29' ? value / 8 : value).toFixed(6)] as const)
    const { rows, rejected } = parse('uso.us', csv(...traded))
    expect(rejected).toEqual([])
    const today = adjusted(
      'USO.close',
      rows.map(([, day, value]) => [day as string, value as number] as const),
    )
    for (const [day, value] of close.filter(([on]) => on >= '2016-01-04'))
      expect(today.value[today.period.indexOf(dayNumber(day)!)]).toBeCloseTo(value, 4)
    const before = adjusted(
      'USO.close',
      traded.filter(([day]) => day < '2020-04-29'),
    )
    expect(before.value.at(-1)).toBeCloseTo(Number(traded.find(([day]) => day === '2020-04-28')![1]), 6)
  })

  test.each(
    'AGG COP CTVA DE DVN EOG FCX GDX HAL HYG IREN IWM MARA MOS MPC NEM OXY PSX RIOT RSP SHY SLB TLT TSN VLO CORZ HUT CLSK'.split(
      ' ',
    ),
  )('%s: every recorded close is read, none is taken for a split', (ticker) => {
    const name = readdirSync(join(recordedFolder, 'prices')).find((file) => file.startsWith(`adjclose_${ticker}_20`))!
    const { rows, rejected } = parse(`${ticker.toLowerCase()}.us`, csv(...table(name)))
    expect(rejected).toEqual([])
    const first = firstSessionOf({ id: `${ticker}.close` })
    expect(rows).toHaveLength(table(name).filter(([day]) => day >= first).length)
    expect(rows.length).toBeGreaterThan(500)
  })
  test('XLE, whose recorded closes are adjusted for the split of 2025, is refused', () => {
    expect(refusal('xle.us', csv(...table('adjclose_XLE_2015_2026-08-20.csv')))).toBe('ADJUSTED')
  })
})
