import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isoDay } from '../../pipeline/calendar/day.ts'
import type { Feed } from '../../pipeline/feeds/feed.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { lidoApr } from '../../pipeline/feeds/lido-apr.ts'
import { okxFunding } from '../../pipeline/feeds/okx-funding.ts'
import { recordedFolder, recordingOf, withoutRecorded } from '../recorded.ts'
import { flattened } from '../rows.ts'

const at = '2026-11-20T21:00:00Z'
const lido = 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma'
const funding = (swap: string) => `https://www.okx.com/api/v5/public/funding-rate-history?instId=${swap}&limit=100`
const parse = (feed: Feed, url: string, body: string, time = at) => feed.parse(Buffer.from(body), recordingOf(url, body, time))
const values = (feed: Feed, url: string, body: string, time = at) =>
  flattened(parse(feed, url, body, time)).sighting.map((row) => [row.series, isoDay(row.period), row.value])

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
      paid('20T16:00', '0.0005'),
      ...['19T20:00', '19T16:00', '19T12:00', '19T08:00', '19T04:00', '19T00:00'].map((time) => paid(time, '0.0001')),
      ...['18T16:00', '18T08:00'].map((time) => paid(time, '-0.00002')),
      paid('18T00:00', '-0.00001'),
      paid('17T16:00', '0.0001'),
    ]
    expect(values(okxFunding, funding(swap), body(data))).toEqual([
      ['okx.ETH-USDT-SWAP.funding', '2026-11-19', 0.0006],
      ['okx.ETH-USDT-SWAP.funding', '2026-11-18', -0.00005],
    ])
  })
  test('a day with a payment that cannot be read has no sum', () => {
    const data = [paid('19T16:00', 'x'), paid('19T08:00', '0.0001'), paid('18T16:00', '0.0002'), paid('17T16:00', '0.0001')]
    const parsed = parse(okxFunding, funding(swap), body([...data, paid('18T08:00', '0.0001', 'BTC-USDT-SWAP')]))
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['row', 'row'])
    expect(flattened(parsed).sighting.map(({ period }) => isoDay(period))).toEqual(['2026-11-18'])
  })
  test.each([
    ['{"code":"51001","msg":"Instrument ID does not exist","data":[]}', 'UPSTREAM_SAYS'],
    ['{"code":"0"}', 'DATA_MISSING'],
    ['{"code":"0","data":[]}', 'PAGE_EMPTY'],
  ])('refuses %s', (text, code) =>
    expect(() => parse(okxFunding, funding(swap), text)).toThrow(expect.objectContaining({ name: 'ParseError', code })),
  )
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
    expect(values(lidoApr, lido, text)).toEqual([
      ['lido.apr', '2026-11-19', 2.54475],
      ['lido.apr', '2026-11-20', 2.6],
    ])
    expect(parse(lidoApr, lido, text).rejected.map(({ rule }) => rule)).toEqual(['row', 'row', 'range'])
  })
  test.each([
    ['{"data":{"timeUnix":1795091000,"apr":2.5}}', 'DATA_MISSING'],
    ['{"data":{"aprs":[]}}', 'PAGE_EMPTY'],
    ['{"data":{"aprs":[{"timeUnix":1795091000,"apr":2.5}]},"meta":{"symbol":"stSOL"}}', 'HEADER'],
  ])('refuses %s', (text, code) =>
    expect(() => parse(lidoApr, lido, text)).toThrow(expect.objectContaining({ name: 'ParseError', code })),
  )
})

describe.skipIf(withoutRecorded)('recorded funding', () => {
  test.each(['BTC-USDT-SWAP', 'ETH-USDT-SWAP'])('of %s: the whole days between the first and the last', (swap) => {
    const text = readFileSync(join(recordedFolder, 'okx', `funding_rate_history_${swap}_2026-02-05_2026-03-10.json`), 'utf8')
    const time = '2026-03-10T12:00:00Z'
    expect(parse(okxFunding, funding(swap), text, time).rejected).toEqual([])
    const days = values(okxFunding, funding(swap), text, time)
    expect([days.length, days[0]![1], days.at(-1)![1]]).toEqual([32, '2026-03-09', '2026-02-06'])
    // the three payments of 9 March 2026, added up by hand
    if (swap === 'ETH-USDT-SWAP') expect(days[0]![2]).toBe(-0.0001129897)
  })
})
