import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstSessionOf } from '../../data/splits.ts'
import { splitAdjusted } from '../../pipeline/formulas/split-adjusted.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { arraysOf } from '../analysis/columns.ts'
import { recordedFolder } from '../recorded.ts'
import { csv, parse, refusal } from './stooq-csv.ts'

describe('recorded closes, put into the format of Stooq', () => {
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

describe('recorded closes of funds, producers and miners', () => {
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
    return splitAdjusted([{ column, words: null, dependsOn: [series], parts: () => [], notes: () => [] }], {
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
