import { afterAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { edition, running } from './fixture.ts'
import { keyHolders } from './key-holders.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const archive = { '2026-07-20': 'recent' }

const holders = await keyHolders()
const sample = await running(edition({ edition: 'e1', sample: true, archive }), { gate: holders.gate })
const real = await running(edition({ edition: 'e1', archive }), { gate: holders.gate })
afterAll(async () => {
  await sample.close()
  await real.close()
  await holders.close()
})

const pages: readonly (readonly [string, string | undefined])[] = briefingRows.flatMap(({ id, path }) => [
  [`${path}?format=html`, undefined] as const,
  [path, browser] as const,
  [`/api/context?briefing=${id}`, browser] as const,
  [`${path}?date=2026-07-20&format=html`, undefined] as const,
])
const asked = (accept: string | undefined, key?: string) => ({
  headers: { ...(accept === undefined ? {} : { accept }), ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
})

describe('on sample data', () => {
  test('the page of every briefing and day is open, and any cache may keep it', async () => {
    for (const [path, accept] of pages) {
      const { status, headers } = await sample.get(path, asked(accept))
      expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'public, no-cache',
      ])
      expect(headers.vary).toBe(path.includes('format=') ? 'Accept-Encoding' : 'Accept, Accept-Encoding')
    }
  })

  test('neither a key nor a bad one beside the request changes that, and no call is counted', async () => {
    for (const key of [holders.keys.free, holders.keys.pro, 'mb_live_not-a-key']) {
      const { status, headers } = await sample.get('/api/btc', asked(browser, key))
      expect([status, headers['x-service-tier'], headers['x-ratelimit-remaining']]).toEqual([200, undefined, undefined])
    }
    const { headers } = await sample.get('/api/btc', { headers: { 'x-api-key': holders.keys.free } })
    expect(headers['x-ratelimit-remaining']).toBe('29')
  })

  test.each(['format=json', 'format=markdown', 'part=summary', 'date=2026-07-20', ''])(
    'JSON and Markdown need a key: %s',
    async (query) => {
      const answer = await sample.get(`/api/btc?${query}`)
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([401, 'KEY_REQUIRED'])
    },
  )

  test('a day published without pages stays behind the key, whatever a browser prefers', async () => {
    const old = await running(edition({ edition: 'e1', sample: true, pages: false, archive }), { gate: holders.gate })
    for (const path of ['/api/btc', '/api/btc?date=2026-07-20']) {
      expect((await old.get(path, asked(browser))).status).toBe(401)
      const { status, headers } = await old.get(path, asked(browser, holders.keys.pro))
      expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    }
    await old.close()
  })

  test('HEAD and a tag that is still right answer alike', async () => {
    const { headers } = await sample.get('/api/btc', asked(browser))
    expect((await sample.get('/api/btc', { method: 'HEAD', ...asked(browser) })).status).toBe(200)
    const again = await sample.get('/api/btc', { headers: { accept: browser, 'if-none-match': String(headers.etag) } })
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'public, no-cache'])
  })
})

test('with real data every page is behind the key, and no shared cache keeps it', async () => {
  for (const [path, accept] of pages) {
    expect([path, (await real.get(path, asked(accept))).status]).toEqual([path, 401])
    const { status, headers } = await real.get(path, asked(accept, holders.keys.enterprise))
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'private, no-cache'])
    expect(headers.vary).toMatch(/Authorization, X-API-Key, Cookie$/)
  }
})
