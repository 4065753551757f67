import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { columnOf, daily as consecutive, metricsOf } from '../analysis/columns.ts'

const series = (id: string, unit: string, rows: Parameters<typeof columnOf>[0]): Column => columnOf(rows, unit, id)
const daily = (id: string, unit: string, from: string, values: readonly number[]): Column => consecutive(from, values, unit, id)

const last = (column: Column): [string, number] => [isoDay(column.period.at(-1)!), column.value.at(-1)!]

describe('formulas', () => {
  test('a plain series is itself, under the name of the metric, with no inputs', () => {
    const found = metricsOf(series('VIXCLS', 'points', { '2026-07-22': 16.64 }))('vix')!
    expect(last(found.column)).toEqual(['2026-07-22', 16.64])
    expect(found.column.series).toBe('vix')
    expect(found.parts(0)).toEqual([])
    expect(found.words).toBeNull()
  })

  test('change in 24 hours needs the day before, and says both prices', () => {
    const found = metricsOf(
      series('btc.PriceUSD', 'USD', { '2026-07-18': 90, '2026-07-20': 100, '2026-07-21': 110, '2026-07-22': 99 }),
    )('bitcoin-change-24h')!
    expect(Array.from(found.column.value)).toEqual([10, -10])
    expect(found.parts(1).map(({ period, value }) => [isoDay(period), value])).toEqual([
      ['2026-07-22', 99],
      ['2026-07-21', 110],
    ])
  })

  test('the 200-day mean takes 200 values and names its window', () => {
    const prices = daily('btc.PriceUSD', 'USD', '2026-01-01', [...Array(199).fill(1), 201, 401])
    const found = metricsOf(prices)('btc-price-200d-ma')!
    expect(Array.from(found.column.value)).toEqual([2, 4])
    expect(found.parts(1)[0]).toMatchObject({
      series: 'mean of bitcoin-price, 200 daily values 2026-01-02 to 2026-07-20',
      value: 4,
    })
    expect(metricsOf(daily('btc.PriceUSD', 'USD', '2026-01-01', Array(199).fill(1)))('btc-price-200d-ma')).toBeNull()
  })

  test('a mean is known when the last of its values was, be it a revision in the middle', () => {
    const prices = daily('btc.PriceUSD', 'USD', '2026-01-01', Array(200).fill(1))
    const newest = prices.known.at(-1)!
    const revised = { ...prices, known: prices.known.map((known, i) => (i === 100 ? newest + 5_000 : known)) }
    expect(metricsOf(prices)('btc-price-200d-ma')!.column.known[0]).toBe(newest)
    expect(metricsOf(revised)('btc-price-200d-ma')!.column.known[0]).toBe(newest + 5_000)
    const rates = daily('btc.HashRate', 'TH/s', '2026-01-01', Array(60).fill(1e6))
    const late = { ...rates, known: rates.known.map((known, i) => (i === 40 ? rates.known.at(-1)! + 7_000 : known)) }
    expect(metricsOf(late)('hash-ribbon')!.column.known[0]).toBe(rates.known.at(-1)! + 7_000)
  })

  test('hash rate is the source’s own where there is one, else implied and said to be an estimate', () => {
    // 13,008,091,666,971.93 x 2^32 x 146 / 86,400 = 94.4088 EH/s, Bitcoin on 2019-10-20
    const evaluate = metricsOf(
      series('btc.HashRate', 'TH/s', { '2019-10-19': 91_819_000 }),
      series('btc.DiffMean', '1', { '2019-10-19': 1, '2019-10-20': 13_008_091_666_971.93 }),
      series('btc.BlkCnt', '1', { '2019-10-19': 1, '2019-10-20': 146 }),
    )
    const found = evaluate('bitcoin-hash-rate')!
    expect(found.column.value[0]).toBe(91.819)
    expect(found.notes(0)).toEqual([])
    expect(found.column.value[1]).toBeCloseTo(94.4088186432885, 9)
    expect(found.notes(1)).toEqual([expect.stringMatching(/^The .*estimate.*\.$/)])
    expect(found.parts(1).map(({ series: name }) => name)).toEqual(['btc.DiffMean', 'btc.BlkCnt'])
  })

  test('the hash ribbon needs sixty days without a gap', () => {
    const rates = daily('btc.HashRate', 'TH/s', '2026-01-01', [...Array(30).fill(1e6), ...Array(30).fill(3e6)])
    expect(last(metricsOf(rates)('hash-ribbon')!.column)).toEqual(['2026-03-01', 1.5])
    const gap = { ...rates, period: rates.period.map((period, i) => (i > 40 ? period + 1 : period)) }
    expect(metricsOf(gap)('hash-ribbon')).toBeNull()
  })

  test('net liquidity is Wednesday on Wednesday, known when the last of its parts was', () => {
    const wednesday = '2026-07-22'
    const evaluate = metricsOf(
      series('WALCL', 'USD mn', [[wednesday, 6_747_378, 300]]),
      series('WTREGEN', 'USD mn', [[wednesday, 829_623, 500]]),
      series('RRPONTSYD', 'USD bn', [
        ['2026-07-21', 0.275, 100],
        [wednesday, 0.376, 200],
      ]),
    )
    const found = evaluate('net-liquidity')!
    expect(last(found.column)).toEqual([wednesday, 5_917.379])
    expect(found.column.known[0]).toBe(500)
    expect(found.notes(0)).toEqual([expect.stringMatching(/^The .*weekly average.*\.$/)])
    expect(found.parts(0).map(({ series: name, value }) => [name, value])).toEqual([
      ['fed-balance', 6_747.378],
      ['tga', 829.623],
      ['rrp', 0.376],
    ])
    const tuesday = metricsOf(
      series('WALCL', 'USD mn', { '2026-07-21': 1e6 }),
      series('WDTGAL', 'USD mn', { '2026-07-21': 1e5 }),
      series('RRPONTSYD', 'USD bn', { '2026-07-21': 1 }),
    )
    expect(tuesday('net-liquidity')).toBeNull()
  })

  test('on a Wednesday without a reverse repo operation, net liquidity has that of the business day before', () => {
    const on = (wednesday: string, repo: Readonly<Record<string, number>>) => {
      const found = metricsOf(
        series('WALCL', 'USD mn', { [wednesday]: 4_549_100 }),
        series('WDTGAL', 'USD mn', { [wednesday]: 527_800 }),
        series('RRPONTSYD', 'USD bn', repo),
      )('net-liquidity')
      return found && [...last(found.column), ...found.parts(0).map(({ period }) => isoDay(period))]
    }
    const [veterans, tuesday] = ['2026-11-11', '2026-11-10']
    expect(on(veterans, { '2026-11-09': 4.2, [tuesday]: 4.5, '2026-11-12': 9 })).toEqual([
      ...[veterans, 4_016.8],
      ...[veterans, veterans, tuesday],
    ])
    // an operation that has not been read, of the business day before or of the Wednesday itself
    expect(on(veterans, { '2026-11-09': 4.2, '2026-11-12': 9 })).toBeNull()
    expect(on('2026-11-18', { '2026-11-17': 4.5, '2026-11-19': 9 })).toBeNull()
  })

  test('the Treasury account is the Wednesday level alone where that is known', () => {
    const found = metricsOf(
      series('WDTGAL', 'USD mn', { '2026-07-15': 700_000 }),
      series('WTREGEN', 'USD mn', { '2026-07-22': 829_623 }),
    )('tga')!
    expect(last(found.column)).toEqual(['2026-07-15', 700])
    expect(found.notes(0)).toEqual([])
  })
})

test('Treasuries of the Federal Reserve are those of H.4.1 in a week without the account, which the value says', () => {
  const kinds = ['bills', 'notesbonds', 'tips', 'tipsInflationCompensation', 'frn']
  const { column, notes } = metricsOf(
    ...kinds.map((kind) => series(`nyfed.soma.${kind}`, 'USD', { '2025-10-15': 1e12 })),
    series('TREAST', 'USD mn', { '2025-10-15': 4_999_999, '2025-10-22': 5_001_000 }),
  )('fed-treasuries')!
  expect([...column.value]).toEqual([5_000, 5_001])
  expect([notes(0), notes(1)]).toEqual([
    [],
    [
      'Federal Reserve: Treasuries is from FRED, Federal Reserve Bank of St. Louis; Federal Reserve Bank of New York has none for the day.',
    ],
  ])
})

test('a metric of the past does not change when later days are added', () => {
  const values = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 210, maxLength: 260 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 20 }), (all, cut) => {
      const whole = metricsOf(daily('btc.PriceUSD', 'USD', '2025-01-01', all))
      const early = metricsOf(daily('btc.PriceUSD', 'USD', '2025-01-01', all.slice(0, -cut)))
      for (const name of ['bitcoin-change-24h', 'btc-price-200d-ma']) {
        const before = early(name)?.column.value ?? new Float64Array()
        const after = whole(name)!.column.value
        expect(Array.from(after.subarray(0, before.length))).toEqual(Array.from(before))
      }
    }),
    { numRuns: 30 },
  )
})

test('the series a metric rests on, through the metrics it is made of', () => {
  expect(seriesOf('net-liquidity')).toEqual(['WALCL', 'WDTGAL', 'WTREGEN', 'RRPONTSYD'])
  expect(seriesOf('hash-ribbon')).toEqual(['btc.HashRate', 'btc.DiffMean', 'btc.BlkCnt'])
})
