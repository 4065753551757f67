import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { feedFor, feedState, feeds } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody, sampleType } from '../../pipeline/feeds/sample-rows.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { sampleRecording } from '../recording-of.ts'
import { address, ask, everything, now } from './answers.ts'

test('every form of filings of the folder is in its index', () => {
  const folder = new URL('../../sample/wire/', import.meta.url)
  const text = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const declared = readdirSync(folder).flatMap((name) =>
    [...text(name).matchAll(/export const (\w+): WireFormat\b/g)].map(([, form]) => form!),
  )
  expect(declared.length).toBeGreaterThan(8)
  const list = text('index.ts').split('formats: readonly WireFormat[]')[1]!
  expect(declared.filter((form) => !new RegExp(`\\b${form},`).test(list))).toEqual([])
})

describe('the sample transport', () => {
  test('gives the same bytes for the same URL and time', async () => {
    const [one, two] = [await everything(), await everything()]
    expect(one.size).toBeGreaterThan(130)
    expect([...two]).toEqual([...one])
  })

  test('gives these very bytes on every machine', async () => {
    const urls = [
      address.csv,
      address.observations('WALCL'),
      address.observations('ICSA', '&realtime_start=1776-07-04&realtime_end=9999-12-31'),
      address.parCurve('2026'),
      address.cash(),
      address.ecb('EXR/D.USD+JPY+GBP+CHF+CNY.EUR.SP00.A', '&startPeriod=2025-01-01'),
      address.submissions('0009900001'),
      address.document('0009900001', '0009900001-25-000060', 'hrbx-20250102.htm'),
    ]
    const hash = createHash('sha256')
    for (const url of urls) hash.update((await ask(url)).body)
    expect(hash.digest('hex')).toBe('e223d6936a6e0a230d3f71b8d06708382add27f6c49a38745cce825a210e1f61')
  })

  test.each([
    ['2014-03-02T00:00:00Z', 150, 0],
    ['2024-03-01T12:00:00Z', 70_000, 5],
    ['2026-11-20T22:00:00Z', 70_000, 11],
    ['2060-12-31T23:59:59Z', 70_000, 75],
  ])('at %s the feeds find what they plan to ask, and reject no row', async (time, least, notices) => {
    const at = Date.parse(time)
    const state = feedState({ now: at, newestPeriod: new Map(), credentials: new Set(), sample: true })
    const credentials = [new Set<string>(), new Set(['FRED_API_KEY', 'SEC_CONTACT'])]
    const queue = credentials.flatMap((set) => feeds.flatMap((feed) => feed.plan({ ...state, credentials: set })))
    const asked = new Set<string>()
    const silent: string[] = []
    let read = 0
    for (const { url } of queue) {
      if (asked.has(url)) continue
      asked.add(url)
      const response = await ask(url, at)
      expect(response.status, url).toBe(200)
      const { body } = response
      const parsed = parseRecordedBody(feedFor(url)!, body, sampleRecording(response))
      expect(parsed.rejected, url).toEqual([])
      const rows = Object.values(parsed.rows).reduce((sum, of) => sum + of.length, parsed.reports?.length ?? 0)
      if (rows === 0 && feedFor(url)!.id === 'sec-documents') silent.push(new TextDecoder().decode(body))
      read += rows
      queue.push(...parsed.next)
    }
    expect(read).toBeGreaterThan(least)
    const reports = silent.filter((body) => !/^[[{]/.test(body))
    expect(reports.length).toBeGreaterThanOrEqual(notices)
    for (const body of reports) expect(body).toContain('entered into an amendment to its sales agreement')
  })

  test('says when, what and that it is invented', async () => {
    const answer = await ask(address.csv)
    expect(answer.at).toBe('2026-11-20T22:00:00Z')
    expect(answer.headers).toMatchObject({ 'content-type': sampleType, 'x-sample': 'SAMPLE DATA' })
    expect(sampleTransport({ now }).name).toBe('sample')
  })

  test.each([
    address.submissions('0001050446'),
    address.submissions('0009900001', '-submissions-002'),
    address.document('0009900001', '0009900001-26-000000', 'hrbx-20260102.htm'),
    'https://www.sec.gov/files/company_tickers_exchange.json',
  ])('has nothing at %s', async (url) => {
    await expect(ask(url)).rejects.toBeInstanceOf(NotFoundError)
  })

  test.each([
    'https://example.com/',
    'http://data.sec.gov/submissions/CIK0009900001.json',
    'no address',
    'https://opendart.fss.or.kr/api/list.json?colour=red',
  ])('refuses %s', async (url) => {
    await expect(ask(url)).rejects.toBeInstanceOf(InputError)
  })

  test.each([Number.NaN, Date.parse('2013-12-31'), Date.parse('2014-03-01T23:59:59Z'), Date.parse('2061-01-01')])(
    'refuses the time %s',
    (time) => {
      expect(() => sampleTransport({ now: time })).toThrow(InputError)
    },
  )

  test('stops when told to', async () => {
    const stopped = AbortSignal.abort()
    await expect(sampleTransport({ now }).fetch({ feed: 'x', upstream: 'x', url: address.csv }, stopped)).rejects.toThrow()
  })
})
