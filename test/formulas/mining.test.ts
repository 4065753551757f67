import { describe, expect, test } from 'vitest'
import { breakEven, fleetEfficiencyOn, fuelCents, machinesInUseOn } from '../../pipeline/formulas/mining.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { daily as consecutive, day, metricsOf } from '../analysis/columns.ts'

const daily = (series: string, unit: string, from: string, values: readonly number[]): Column =>
  consecutive(from, values, unit, series)

const newest = (name: string, ...columns: Column[]) => metricsOf(...columns)(name)?.column.value.at(-1) ?? null

/** The network on 2026-03-22, from Coin Metrics' file of that day. */
const network = [
  daily('btc.IssTotNtv', 'BTC', '2026-03-22', [506.25]),
  daily('btc.FeeTotNtv', 'BTC', '2026-03-22', [2.01075942]),
  daily('btc.PriceUSD', 'USD', '2026-03-22', [68_018.1534815897]),
  daily('btc.HashRate', 'TH/s', '2026-03-22', [1_077_444_735.2152262]),
  daily('btc.BlkCnt', '1', '2026-03-22', [162]),
  daily('btc.TxCnt', '1', '2026-03-22', [639_039]),
]

describe('revenue', () => {
  test('PH against TH: hashprice is dollars of a petahash, a thousand times that of a terahash', () => {
    const perTerahash = (508.26075942 * 68_018.1534815897) / 1_077_444_735.2152262
    expect(newest('hashprice', ...network)).toBeCloseTo(1_000 * perTerahash, 9)
    expect(newest('hashprice', ...network)).toBeCloseTo(32.0861, 4)
    expect(metricsOf(...network)('hashprice')!.parts(0)).toHaveLength(4)
  })

  test('in satoshis of a terahash no price moves it', () => {
    expect(newest('hashprice-btc', ...network)).toBeCloseTo((508.26075942 * 1e8) / 1_077_444_735.2152262, 9)
  })

  test('revenue, the share of fees, the mean fee and the subsidy of a block', () => {
    expect(newest('miner-revenue', ...network)).toBeCloseTo(34_570_958.34, 1)
    expect(newest('fee-share', ...network)).toBeCloseTo(0.395616, 6)
    expect(newest('fee-per-transaction', ...network)).toBeCloseTo(0.214022, 6)
    expect(newest('bitcoin-block-subsidy', ...network)).toBe(3.125)
  })

  test('on the day of a halving the mean subsidy lies between the two, by the true blocks of the day', () => {
    // block 840,000 came on 2024-04-20 at 00:09 UTC: 1 block of 6.25 and 136 of 3.125
    const halving = [daily('btc.IssTotNtv', 'BTC', '2024-04-20', [431.25]), daily('btc.BlkCnt', '1', '2024-04-20', [137])]
    expect(newest('bitcoin-block-subsidy', ...halving)).toBeCloseTo(3.1478, 4)
  })

  test('a day without fees or hash rate has no hashprice', () => {
    expect(newest('hashprice', ...network.filter(({ series }) => series !== 'btc.FeeTotNtv'))).toBeNull()
    const zero = network.map((column) =>
      column.series === 'btc.HashRate' ? daily('btc.HashRate', 'TH/s', '2026-03-22', [0]) : column,
    )
    expect(newest('hashprice', ...zero)).toBeNull()
  })
})

describe('costs', () => {
  test('a machine of 20 J/TH draws 20 kW a petahash: 24 dollars a day at 5 cents', () => {
    expect(breakEven(20, 5)).toBe(24)
  })

  test('a day knows only the machines on sale by then', () => {
    expect(machinesInUseOn(day('2022-07-31')).map(({ name }) => name)).toEqual([
      'Antminer S7',
      'Antminer S9',
      'Antminer S17',
      'Antminer S19',
    ])
    expect(machinesInUseOn(day('2022-08-01')).at(-1)!.name).toBe('Antminer S19 XP')
    expect(fleetEfficiencyOn(day('2026-03-22'), 'low')).toBe(13.5)
    expect(fleetEfficiencyOn(day('2026-03-22'), 'middle')).toBe((21.5 + 17.5) / 2)
    expect(fleetEfficiencyOn(day('2026-03-22'), 'high')).toBe(34.2)
    expect(fleetEfficiencyOn(day('2014-01-01'), 'middle')).toBeNull()
  })

  test('the cost of a bitcoin is its price times the share of revenue that power takes', () => {
    // 19.5 J/TH at 5.55 cents: 25.974 of 32.0861 dollars a PH/s and day
    expect(newest('mining-cost-middle', ...network)).toBeCloseTo((68_018.1534815897 * 25.974) / 32.08606178394103, 4)
    expect(newest('mining-cost-low', ...network)! < newest('mining-cost-middle', ...network)!).toBe(true)
    expect(newest('mining-cost-high', ...network)! > newest('mining-cost-middle', ...network)!).toBe(true)
    expect(newest('break-even-power', ...network)).toBeCloseTo(32.08606178394103 / (0.24 * 19.5), 9)
  })

  test('a gas plant of 7,740 Btu a kilowatt hour burns 2.322 cents at 3 dollars a million Btu', () => {
    expect(fuelCents(3, 7_740)).toBeCloseTo(2.322, 12)
    expect(newest('gas-power-cost', daily('DHHNGSP', 'USD/MMBtu', '2026-03-20', [3]))).toBeCloseTo(2.322, 12)
  })

  test('power of the network: the 7-day hash rate in EH/s times J/TH, in gigawatts', () => {
    const rates = daily('btc.HashRate', 'TH/s', '2026-03-16', [1.0e9, 1.1e9, 0.9e9, 1.0e9, 1.0e9, 1.0e9, 1.0e9])
    expect(newest('hash-rate-7d', rates)).toBe(1_000)
    expect(newest('bitcoin-network-power', rates)).toBe(19.5)
  })
})

describe('network and grid', () => {
  test('funding of a day is added up and made yearly, whatever its interval', () => {
    // three payments of 0.01% or six of 0.005%
    const paid = daily('okx.BTC-USDT-SWAP.funding', '1', '2026-03-22', [0.0003])
    expect(newest('bitcoin-funding', paid)).toBeCloseTo(10.95, 9)
  })

  test('the drawdown counts from the highest close so far and names it', () => {
    const found = metricsOf(daily('btc.PriceUSD', 'USD', '2026-01-01', [100, 120, 90, 126]))('bitcoin-drawdown')!
    expect(Array.from(found.column.value)).toEqual([0, 0, -25, 0])
    expect(found.parts(2).map(({ period, value }) => [isoDay(period), value])).toEqual([
      ['2026-01-03', 90],
      ['2026-01-02', 120],
    ])
  })

  test('demand of four weeks is a sum in TWh, and stands against the same weekdays 364 days before', () => {
    const demand = [...Array(28).fill(10e6), ...Array(336).fill(11e6), ...Array(28).fill(10.5e6)]
    const grid = daily('eia.grid.US48', 'MWh', '2024-01-01', demand)
    expect(newest('grid-demand-28d', grid)).toBe(294)
    expect(newest('grid-demand-change', grid)).toBeCloseTo(5, 9)
    const gap = { ...grid, period: grid.period.map((period, i) => (i > 380 ? period + 1 : period)) }
    expect(metricsOf(gap)('grid-demand-28d')!.column.period.at(-1)).toBe(day('2024-01-01') + 380)
  })
})
