import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import type { Calculated } from '../../pipeline/formulas/formula.ts'
import { coinFlow, shareFlow } from '../../pipeline/formulas/fund-flow.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { businessDayFrom } from '../../pipeline/time/holiday.ts'
import { columnOf, readOf } from '../analysis/columns.ts'
import { recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'

const textOf = (...path: string[]) => readFileSync(join(recordedFolder, ...path), 'utf8')

type Flows = { daily_flows: { date: string; flows: Record<string, number> }[] }
/** Published flows of bitcoin funds, US$ millions, by session. */
const published = new Map(
  (JSON.parse(textOf('etf', 'btc_etf_flows_per_issuer_2024-01-11_2026-08-21.json')) as Flows).daily_flows.map(
    ({ date, flows }) => [date, flows],
  ),
)
/** Dollars of a bitcoin at the end of a UTC day. */
const prices = new Map(
  textOf('btc_network', 'btc_daily_mvrv_2010-2026-07-26_assembled.csv')
    .split('\n')
    .map((line) => line.split(','))
    .map(([date, , , , close]) => [date!, Number(close)]),
)
/** Coins of a fund after a session, and their change to it, by a project that reads the issuers' pages. */
const counted = (
  JSON.parse(textOf('etf', 'btcetfdata_current_2026-04-18_3funds.json')) as {
    data: Record<string, { dt: string; holdings: number; change: number }>
  }
).data
const sessionBefore = (day: string): string => {
  let at = dayNumber(day)! - 1
  while (businessDayFrom(at, 'us-market') !== at) at--
  return isoDay(at)
}

/** Coins are sold for its fee, 1.5% a year, every day. */
const soldADay = (0.015 / 365) * counted['GBTC']!.holdings

test.each([
  // coins of the session of the trades
  { fund: 'IBIT', back: 0, sold: 0, within: 0.1, others: 5 },
  { fund: 'FBTC', back: 0, sold: 0, within: 0.1, others: 5 },
  // a file of what is settled
  { fund: 'GBTC', back: 1, sold: soldADay, within: 0.2, others: 1 },
])('the change of the coins of $fund is the published flow of $back sessions before the day of its file', (expected) => {
  const { fund, back, sold, within, others } = expected
  const { dt, change, holdings } = counted[fund]!
  const days = [dt, sessionBefore(dt), sessionBefore(sessionBefore(dt))]
  const flowAt = (day: string): number =>
    coinFlow.calculate(
      [
        readOf(columnOf({ [sessionBefore(dt)]: holdings - change - sold, [dt]: holdings })),
        readOf(columnOf({ [sessionBefore(dt)]: 1, [dt]: holdings * prices.get(day)! })),
      ],
      { name: 'flow', unit: 'USD mn' },
    )!.column.value[0]!
  const compared = days.map((day) => ({ day, flow: flowAt(day), published: published.get(day)![fund]! }))
  const shown = compared.map(
    ({ day, flow, published: flows }) => `${day} ${flow.toFixed(2)} against ${flows.toFixed(1)} published`,
  )
  console.log(`${fund}, file of ${dt}: ${change} coins at the price of each session, USD mn: ${shown.join('; ')}`)
  for (const [at, { flow, published: other }] of compared.entries())
    if (at === back) expect(Math.abs(flow - other)).toBeLessThan(within)
    else expect(Math.abs(flow - other)).toBeGreaterThan(others)
})

/** What is read of a file of the issuer. */
const readFile = (url: string, body: Uint8Array) => {
  const { sighting } = flattened(feedFor(url)!.parse(body, recordingOf(url, body, '2026-10-08T21:00:00Z')))
  return new Map(sighting.map(({ series, period, value }) => [`${series} ${isoDay(period)}`, value]))
}

test('the coins of IBIT of 6 May 2026 hold the flow of that session', () => {
  const url = 'https://www.ishares.com/us/products/333011/ishares-bitcoin-trust-etf/latest-holdings.csv'
  const read = readFile(url, readFileSync(join(recordedFolder, 'etf', 'IBIT_holdings_2026-05-06.csv')))
  const { dt, holdings } = counted['IBIT']!
  const change = read.get('ishares.IBIT.coins 2026-05-06')! - holdings
  /** Coins that the published flows of the sessions after one and up to another bought. */
  const bought = (after: string, upTo: string) =>
    [...published].reduce(
      (sum, [day, flows]) => (day > after && day <= upTo ? sum + (1e6 * flows['IBIT']!) / prices.get(day)! : sum),
      0,
    )
  const [ofTrades, aSessionLate] = [bought(dt, '2026-05-06'), bought(sessionBefore(dt), '2026-05-05')]
  // a quarter of a percent a year of them is sold for the fee
  const fee = (0.0025 / 12) * holdings
  console.log(
    `IBIT, ${dt} to 2026-05-06: ${change.toFixed(0)} coins; published flows bought ${ofTrades.toFixed(0)} to the same session, ${aSessionLate.toFixed(0)} to the one before; a month's fee is ${fee.toFixed(0)}`,
  )
  expect(Math.abs(change + fee - ofTrades)).toBeLessThan(100)
  expect(Math.abs(change + fee - aSessionLate)).toBeGreaterThan(400)
})

test('the price in the files of IBIT and ETHA is that of the day', () => {
  const ether = new Map(
    textOf('prices', 'close_ETH-USD_coinbase_2016-05-18_2026-08-21.csv')
      .split('\n')
      .map((line) => line.split(',') as [string, string]),
  )
  for (const [fund, path, price] of [
    ['IBIT', '333011/ishares-bitcoin-trust-etf', prices.get('2026-05-06')!],
    ['ETHA', '337614/ishares-ethereum-trust-etf', Number(ether.get('2026-05-06'))],
  ] as const) {
    const body = readFileSync(join(recordedFolder, 'etf', `${fund}_holdings_2026-05-06.csv`))
    const read = readFile(`https://www.ishares.com/us/products/${path}/latest-holdings.csv`, body)
    const own = read.get(`ishares.${fund}.worth 2026-05-06`)! / read.get(`ishares.${fund}.coins 2026-05-06`)!
    console.log(`${fund}, 2026-05-06: ${own.toFixed(2)} in the file, ${price.toFixed(2)} at the end of the UTC day`)
    expect(Math.abs(own / price - 1)).toBeLessThan(0.01)
  }
})

test('the reverse split of ETHA is not a flow, by its coins or by its shares', () => {
  const faults = join(recordedFolder, '..', 'faults', 'closes')
  const rows = new Map<string, number>()
  const holdings = 'https://www.ishares.com/us/products/337614/ishares-ethereum-trust-etf/1467271812596.ajax?fileType=csv'
  for (const day of ['20261005', '20261006', '20261007'])
    for (const [key, value] of readFile(
      `${holdings}&asOfDate=${day}`,
      readFileSync(join(faults, `ishares_etha_holdings_${day}.csv`)),
    ))
      rows.set(key, value)
  const history =
    'https://www.blackrock.com/varnish-api/blk-one01-product-data/product-data/api/v1/get-fund-document?portfolioId=337614&component=fundDownload'
  for (const [key, value] of readFile(history, readFileSync(join(faults, 'ishares_etha_history.xls')))) rows.set(key, value)
  const column = (name: string) =>
    readOf(
      columnOf(
        [...rows]
          .flatMap(([key, value]) => (key.startsWith(`ishares.ETHA.${name} `) ? [[key.slice(-10), value] as const] : []))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    )
  const made = (flow: Pick<Calculated, 'column'> | null) =>
    [...flow!.column.period].map((period, i) => [isoDay(period), Number(flow!.column.value[i]!.toFixed(1))])
  const metric = { name: 'flow', unit: 'USD mn' }
  const byCoins = made(coinFlow.calculate([column('coins'), column('worth')], metric))
  const byShares = made(shareFlow('settlement').calculate([column('shares'), column('nav')], metric))
  console.log(`ETHA around its split: ${JSON.stringify({ byCoins, byShares })}`)
  // a thousand coins were sold for the fee
  expect(byCoins).toEqual([
    ['2026-10-06', -2],
    ['2026-10-07', 44.1],
  ])
  expect(byShares).toEqual([
    ['2026-10-05', 0],
    ['2026-10-06', 43.8],
  ])
})

test('the shares of GBTC given back on 15 September 2026 are the flow of that session', () => {
  const body = readFileSync(join(recordedFolder, '..', 'faults', 'closes', 'grayscale_gbtc.xlsx'))
  const url =
    'https://reporting-prod-20231113144948145500000003.s3.us-east-1.amazonaws.com/product-performance/672e88c7-dac6-4fcd-9069-18eef01a2c73.xlsx'
  const rows = [...readFile(url, body)].reverse()
  const column = (name: string) =>
    readOf(columnOf(rows.flatMap(([key, value]) => (key.includes(`.${name} `) ? [[key.slice(-10), value] as const] : []))))
  const made = shareFlow('settlement').calculate([column('shares'), column('nav')], { name: 'flow', unit: 'USD mn' })!
  expect([...made.column.period].map(isoDay)).toEqual(['2026-09-15', '2026-09-16'])
  expect(made.column.value[0]).toBeCloseTo(-44.2, 1)
  expect(made.column.value[1]).toBe(0)
})
