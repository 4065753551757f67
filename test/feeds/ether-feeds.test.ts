import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { flattened } from '../rows.ts'
import { readingAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const lido = 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma'
const funding = (swap: string) => `https://www.okx.com/api/v5/public/funding-rate-history?instId=${swap}&limit=100`
const { parse, refusal, rules, values } = readingAt(at)

describe('OKX funding', () => {
  const swap = 'ETH-USDT-SWAP'
  const paid = (time: string, realizedRate: string, instId = swap) => ({
    instId,
    fundingTime: String(Date.parse(`2026-11-${time}:00Z`)),
    fundingRate: '0.9',
    realizedRate,
  })
  const body = (data: unknown[]) => JSON.stringify({ code: '0', msg: '', data })

  test('payments of a UTC day are added up, however many there are; the oldest day and the one not over are left out', () => {
    const data = [
      ...['20T08:00', '20T00:00'].map((time) => paid(time, '0.0005')),
      ...['19T20:00', '19T16:00', '19T12:00', '19T08:00', '19T04:00', '19T00:00'].map((time) => paid(time, '0.0001')),
      ...['18T16:00', '18T08:00'].map((time) => paid(time, '-0.00002')),
      paid('18T00:00', '-0.00001'),
      paid('17T16:00', '0.0001'),
    ]
    expect(values(funding(swap), body(data))).toEqual([
      ['okx.ETH-USDT-SWAP.funding', '2026-11-19', 0.0006],
      ['okx.ETH-USDT-SWAP.funding', '2026-11-18', -0.00005],
    ])
  })
  test('a day with a payment that cannot be read has no sum', () => {
    const eachDay = (date: number) => ['16', '08', '00'].map((hour) => paid(`${date}T${hour}:00`, '0.0001'))
    const data = [...eachDay(19), ...eachDay(18), ...eachDay(17), ...eachDay(16), ...eachDay(15)]
    const spoilt = data.with(0, paid('19T16:00', 'x')).with(7, paid('17T08:00', '0.0001', 'BTC-USDT-SWAP'))
    const parsed = parse(funding(swap), body(spoilt))
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['row', 'row'])
    expect(flattened(parsed).sighting.map(({ period }) => isoDay(period))).toEqual(['2026-11-18', '2026-11-16'])
    // one that is missing, or stands twice, would make the sum another
    const days = (payments: unknown[]) => values(funding(swap), body(payments)).map(([, day]) => day)
    expect(days(data.toSpliced(7, 1))).toEqual(['2026-11-19', '2026-11-18', '2026-11-16'])
    expect(days(data.toSpliced(7, 0, data[7]!))).toEqual(['2026-11-19', '2026-11-18', '2026-11-16'])
    expect(days(data.slice(1))).toEqual(['2026-11-18', '2026-11-17', '2026-11-16'])
    // between two days: whose it was is not said
    expect(days(data.toSpliced(8, 1))).toEqual(['2026-11-19', '2026-11-18'])
  })
  test.each([
    ['{"code":"51001","msg":"Instrument ID does not exist","data":[]}', 'UPSTREAM_SAYS'],
    ['{"code":"0"}', 'DATA_MISSING'],
    ['{"code":"0","data":[]}', 'PAGE_EMPTY'],
  ])('refuses %s', (text, code) => expect(refusal(funding(swap), text)).toBe(code))
  test('the rate of the running interval and other swaps are not its own', () => {
    expect(feedFor(funding(swap))?.id).toBe('okx-funding')
    expect(feedFor(funding('SOL-USDT-SWAP'))).toBeNull()
    expect(feedFor('https://www.okx.com/api/v5/public/funding-rate?instId=ETH-USDT-SWAP')).toBeNull()
  })
})

describe('Lido', () => {
  test('a rate a day in percent, a number or a text', () => {
    const aprs = [
      { timeUnix: 1_795_091_000, apr: 2.54475 },
      { timeUnix: '1795177400', apr: '2.6' },
      { timeUnix: 1_795_177, apr: 2 },
      { timeUnix: 1_795_177_400, apr: null },
      { timeUnix: 1_795_004_600, apr: 31 },
    ]
    const text = JSON.stringify({ data: { aprs, smaApr: 2.5 }, meta: { symbol: 'stETH' } })
    expect(values(lido, text)).toEqual([
      ['lido.apr', '2026-11-19', 2.54475],
      ['lido.apr', '2026-11-20', 2.6],
    ])
    expect(rules(lido, text)).toEqual(['row', 'row', 'range'])
  })
  test.each([
    ['{"data":{"timeUnix":1795091000,"apr":2.5}}', 'DATA_MISSING'],
    ['{"data":{"aprs":[]}}', 'PAGE_EMPTY'],
    ['{"data":{"aprs":[{"timeUnix":1795091000,"apr":2.5}]},"meta":{"symbol":"stSOL"}}', 'HEADER'],
  ])('refuses %s', (text, code) => expect(refusal(lido, text)).toBe(code))
})

const ethstore = 'https://beaconcha.in/api/v1/ethstore/latest'
const market = 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=ethereum'
const vix = 'https://cdn.cboe.com/api/global/us_indices/daily_prices/VIX_History.csv'

describe('beaconcha.in', () => {
  const body = (avgapr7d: unknown, status = 'OK') =>
    JSON.stringify({ status, data: { day_end: '2026-11-20T00:00:00Z', apr: 0.03, avgapr7d } })

  test('a share of the stake, a number or a text, is read in percent, of the day that has ended', () => {
    for (const rate of [0.02871, '0.02871'])
      expect(values(ethstore, body(rate))).toEqual([['beaconchain.apr7d', '2026-11-19', 2.871]])
  })
  test('a rate that is in percent already is not believed', () => {
    expect(rules(ethstore, body(31.5))).toEqual(['range'])
  })
  test.each([
    [body(0.03, 'ERROR: rate limit'), 'UPSTREAM_SAYS'],
    [body(null), 'DATA_MISSING'],
    ['{"status":"OK"}', 'DATA_MISSING'],
  ])('refuses %s', (text, code) => expect(refusal(ethstore, text)).toBe(code))
})

describe('CoinGecko on ether', () => {
  const coin = (over: object = {}) => ({
    ...{ id: 'ethereum', current_price: 2500.5, market_cap: 3e11, total_volume: 1.06e10 },
    ...{ last_updated: '2026-11-20T20:59:00.000Z', ...over },
  })

  test('price, volume and value of the day it was asked on', () => {
    expect(values(market, JSON.stringify([coin({ id: 'bitcoin' }), coin()]))).toEqual([
      ['coingecko.eth-price', '2026-11-20', 2500.5],
      ['coingecko.eth-volume-24h', '2026-11-20', 1.06e10],
      ['coingecko.eth-market-cap', '2026-11-20', 3e11],
    ])
  })
  test.each([
    [[], 'DATA_MISSING'],
    [[coin({ id: 'ethereum-classic' })], 'DATA_MISSING'],
    [[coin({ total_volume: null })], 'DATA_MISSING'],
    [[coin({ last_updated: '2026-11-18T00:00:00Z' })], 'TIME'],
  ])('refuses %j', (items, code) => expect(refusal(market, JSON.stringify(items))).toBe(code))
  test('other coins and currencies are not its own', () => {
    expect(feedFor(market)?.id).toBe('coingecko-markets')
    expect(feedFor(market.replace('ids=ethereum', 'ids=solana'))).toBeNull()
    expect(feedFor(market.replace('usd', 'eur'))).toBeNull()
  })
})

describe('Cboe', () => {
  const body = (...lines: string[]) => ['DATE,OPEN,HIGH,LOW,CLOSE', ...lines, ''].join('\n')

  test('the close of each session, but of none that is open', () => {
    const text = body('11/19/2026,19.5,20,18,18.400000', '11/20/2026,18,19,17,17.090000')
    expect(values(vix, text)).toEqual([['cboe.VIX', '2026-11-19', 18.4]])
    expect(values(vix, text, '2026-11-20T23:00:00Z')).toHaveLength(2)
  })
  test('a day in another order, a cut line and a missing price are rejected', () => {
    const text = body('2026-11-19,1,1,1,17', '11/18/2026,17', '11/17/2026,17,17,17,', '11/16/2026,17,17,17,17.5')
    expect(rules(vix, text)).toEqual(['row', 'columns', 'number'])
    expect(values(vix, text)).toEqual([['cboe.VIX', '2026-11-16', 17.5]])
  })
  test.each([
    ['Date,Close\n', 'HEADER'],
    [body('11/19/2026,1,1,1,17').trimEnd(), 'BODY_CUT'],
    [body(), 'PAGE_EMPTY'],
  ])('refuses %j', (text, code) => expect(refusal(vix, text)).toBe(code))
})
