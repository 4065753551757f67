import { describe, expect, test } from 'vitest'
import { closedAfter } from '../closed-after.ts'
import { edition, running } from './fixture.ts'
import { openSampleShop } from './sample-shop.ts'
import { closedAfterTest } from './served.ts'

type Json = Record<string, unknown>

const shop = closedAfter(await openSampleShop())
const key = { 'x-api-key': shop.holders.keys.pro }

const read = async (url: string, headers: Record<string, string> = key) => {
  const answer = await shop.get(url, { headers })
  return { ...answer, document: JSON.parse(answer.text) as Json }
}

describe('fields=', () => {
  test.each([
    '/api/macro?fields=summary,points',
    '/api/context?briefing=macro.snapshot&fields=points,summary',
    '/api/macro?fields=points,summary,points&format=json',
  ])('%s answers those members of the JSON, each as in the whole document', async (url) => {
    const whole = (await read('/api/macro?format=json')).document
    const { status, document, headers } = await read(url)
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(Object.keys(document)).toEqual(['briefing', 'as_of', 'fingerprint', 'sample', 'summary', 'points', 'notices'])
    expect(whole).toMatchObject(document)
  })

  test('single readings, and what a browser prefers does not matter', async () => {
    const { readings } = (await read('/api/macro?format=json')).document as { readings: Json }
    const { document } = await read('/api/macro?fields=readings.vix', { ...key, accept: 'text/html,*/*;q=0.8' })
    expect(document['readings']).toEqual({ vix: readings['vix'] })
    expect((await read('/api/macro?fields=readings,readings.vix')).document['readings']).toEqual(readings)
  })

  test('readings are in short; whole, and with the factors of their confidence, they are served on demand alone, as the metric has them', async () => {
    const short = (await read('/api/macro?format=json')).document as { readings: Record<string, Json>; sources: Json[] }
    const { document } = await read('/api/macro?fields=confidence_factors,readings_in_full')
    const whole = document['readings_in_full'] as Record<string, Json & { confidence: Json }>
    const factors = document['confidence_factors'] as Json
    expect(Object.keys(whole)).toEqual(Object.keys(short.readings))
    for (const [metric, reading] of Object.entries(short.readings)) {
      expect(whole[metric]).toMatchObject(reading)
      expect(reading).not.toHaveProperty('confidence.calibration')
      expect(reading).not.toHaveProperty('confidence.factors')
    }
    const scored = Object.entries(whole).filter(([, { confidence }]) => confidence['score'] !== null)
    expect(Object.keys(factors).sort()).toEqual(scored.map(([metric]) => metric).sort())
    for (const [metric, reading] of scored.slice(0, 3)) {
      const served = (await read(`/api/metrics/${metric}?format=json`)).document as { confidence: Json }
      expect(served).toMatchObject(reading)
      expect(factors[metric]).toEqual(served.confidence['factors'])
    }
    const one = (await read('/api/macro?fields=readings_in_full.vix')).document
    expect(one['readings_in_full']).toEqual({ vix: whole['vix'] })
  })

  test.each([
    [
      '/api/metrics/vix?fields=value,signal',
      ['metric', 'value', 'access', 'as_of', 'fingerprint', 'sample', 'notices', 'signal'],
    ],
    ['/api/btc?part=summary&fields=headline', ['briefing', 'as_of', 'fingerprint', 'sample', 'headline', 'notices']],
  ])('%s: any priced document', async (url, members) => {
    expect(Object.keys((await read(url)).document)).toEqual(members)
  })

  test.each(['/api/treasuries', '/api/companies/MZPX', '/api/companies/MZPX/header'])('%s too', async (path) => {
    const whole = (await read(`${path}?format=json`)).document
    const { status, document } = await read(`${path}?fields=as_of,notices`)
    expect(status).toBe(200)
    expect(whole).toMatchObject(document)
    expect(Object.keys(document).length).toBeLessThan(Object.keys(whole).length)
  })

  test('a plan that reads the latest value alone gets no more by asking', async () => {
    const free = { 'x-api-key': shop.holders.keys.free }
    const { document } = await read('/api/metrics/vix?fields=value,signal', free)
    expect(document).toMatchObject({ access: { served: 'latest_reading' }, value: expect.any(Number) })
    expect(document).not.toHaveProperty('signal')
  })

  test.each(['', 'sumary', 'readings.gold-price', 'readings.', 'readings.vix.value', '__proto__', 'summary,'])(
    'an unknown member, such as "%s", is refused before any price',
    async (fields) => {
      const { status, document } = await read(`/api/macro?fields=${fields}`, {})
      expect([status, document]).toMatchObject([400, { error: 'INVALID_FIELDS', field: 'fields' }])
      expect(document['allowed']).toEqual(
        expect.arrayContaining(['summary', 'readings.vix', 'readings_in_full.vix', 'confidence_factors']),
      )
    },
  )

  test.each(['markdown', 'html'])('format=%s has no members', async (format) => {
    const { status, document } = await read(`/api/macro?fields=summary&format=${format}`)
    expect([status, document]).toMatchObject([400, { error: 'INVALID_FORMAT', field: 'format', allowed: ['json'] }])
  })

  test.each([
    ['/api/macro?fields=summary', '/api/macro?format=json'],
    ['/api/companies/MZPX?fields=as_of', '/api/companies/MZPX?format=json'],
    ['/api/btc?part=summary&format=json', '/api/btc?format=json'],
  ])('%s costs what %s costs', async (part, whole) => {
    const quoted = async (url: string) => JSON.parse((await shop.get(url)).text).accepts.map((offer: Json) => offer['amount'])
    expect(await quoted(part)).toEqual(await quoted(whole))
  })

  test('each selection has its own tag, the same in any order, and an unchanged one costs nothing', async () => {
    const tagOf = async (url: string) => String((await read(url)).headers.etag)
    const tag = await tagOf('/api/macro?fields=summary,points')
    expect(await tagOf('/api/macro?fields=points,summary')).toBe(tag)
    expect(await tagOf('/api/macro?fields=summary')).not.toBe(tag)
    expect(await tagOf('/api/macro?format=json')).not.toBe(tag)
    const again = await shop.get('/api/macro?fields=summary,points', { headers: { ...key, 'if-none-match': tag } })
    expect(again.status).toBe(304)
  })
})

test('a past day is cut too, and one published before factors were kept apart has none', async () => {
  const archive = { '2026-07-20': '{"briefing":"btc.quick-check","summary":"then","points":[]}' }
  const server = closedAfterTest(await running(edition({ edition: 'e1', pages: false, archive })))
  const past = (fields: string) => server.get(`/api/btc?date=2026-07-20&fields=${fields}`)
  expect(await past('summary')).toMatchObject({ status: 200, text: '{"briefing":"btc.quick-check","summary":"then"}' })
  expect(JSON.parse((await past('confidence_factors')).text)).toMatchObject({ error: 'INVALID_FIELDS' })
})
