import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { InputError, NotFoundError } from '../../../pipeline/errors.ts'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { sampleTransport } from '../../../pipeline/http/sample/transport.ts'
import { address, ask, everything, now } from './answers.ts'

describe('the sample transport', () => {
  test('gives the same bytes for the same URL and time', async () => {
    const [one, two] = [await everything(), await everything()]
    expect(one.size).toBeGreaterThan(130)
    expect([...two]).toEqual([...one])
  })

  test('gives these very bytes on every machine', async () => {
    const urls = [
      address.csv,
      address.observations('RRPONTSYD'),
      address.observations('ICSA', '&realtime_start=1776-07-04&realtime_end=9999-12-31'),
      address.submissions('0009900001'),
      address.document('0009900001', '0009900001-25-000060', 'hrbx-20250102.htm'),
    ]
    const hash = createHash('sha256')
    for (const url of urls) hash.update((await ask(url)).body)
    expect(hash.digest('hex')).toBe('PIN')
  })

  test('a full refresh costs under two seconds of CPU', async () => {
    const before = process.cpuUsage()
    await everything(now + 86_400_000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(2)
  })

  test('is read by the feeds without a row rejected', async () => {
    let read = 0
    const silent: string[] = []
    for (const [url, body] of await everything()) {
      const feed = feedFor(url)
      expect(feed, url).not.toBeNull()
      const bytes = new TextEncoder().encode(body)
      const parsed = feed!.parse(bytes, {
        id: 'x',
        url,
        at: new Date(now).toISOString(),
        status: 200,
        headers: {},
        sha256: 'x',
        bytes: bytes.length,
        sample: true,
      })
      expect(parsed.rejected, url).toEqual([])
      const rows = parsed.sightings.length + parsed.filings.length + parsed.spans.length
      if (rows === 0) silent.push(url)
      read += rows
      for (const { url: next } of parsed.next) expect((await ask(next)).status, next).toBe(200)
    }
    expect(read).toBeGreaterThan(80_000)
    expect(silent).toEqual([])
  })

  test('says when, what and that it is invented', async () => {
    const answer = await ask(address.csv)
    expect(answer.at).toBe('2026-11-20T22:00:00Z')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-sample': 'SAMPLE DATA' })
    expect(sampleTransport({ now }).name).toBe('sample')
  })

  test.each([
    'https://community-api.coinmetrics.io/v4/catalog/assets',
    'https://raw.githubusercontent.com/coinmetrics/data/master/csv/eth.csv',
    'https://api.stlouisfed.org/fred/series?series_id=VIXCLS',
    address.graph('id=NOSUCH'),
    address.submissions('0001050446'),
    address.submissions('0009900001', '-submissions-002'),
    address.document('0009900001', '0009900001-26-000000', 'hrbx-20260102.htm'),
    'https://www.sec.gov/files/company_tickers.json',
  ])('has nothing at %s', async (url) => {
    await expect(ask(url)).rejects.toBeInstanceOf(NotFoundError)
  })

  test.each([
    'https://example.com/',
    'http://data.sec.gov/submissions/CIK0009900001.json',
    'no address',
    address.observations('VIXCLS', '&units=pch'),
    'https://api.stlouisfed.org/fred/series/observations?series_id=VIXCLS',
  ])('refuses %s', async (url) => {
    await expect(ask(url)).rejects.toBeInstanceOf(InputError)
  })

  test.each([Number.NaN, Date.parse('2013-12-31'), Date.parse('2100-01-01')])('refuses the time %s', (time) => {
    expect(() => sampleTransport({ now: time })).toThrow(InputError)
  })

  test('stops when told to', async () => {
    const stopped = AbortSignal.abort()
    await expect(sampleTransport({ now }).fetch({ feed: 'x', upstream: 'x', url: address.csv }, stopped)).rejects.toThrow()
  })
})
