import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { closedAfter } from '../closed-after.ts'
import { edition, running } from './fixture.ts'
import { closedAfterTest, served } from './served.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const archive = { '2026-07-20': 'recent' }

const { holders, server: real } = await served(edition({ edition: 'e1', archive }))
const sample = closedAfter(await running(edition({ edition: 'e1', sample: true, archive }), { gate: holders.gate }))

const pages = briefingRows.flatMap(({ id, path }): [path: string, accept: string | undefined, holds: string][] => [
  [`${path}?format=html`, undefined, `<p>briefing ${id} of e1</p>`],
  [path, browser, `<p>briefing ${id} of e1</p>`],
  [`/api/context?briefing=${id}`, browser, `<p>briefing ${id} of e1</p>`],
  [`${path}?date=2026-07-20&format=html`, undefined, `recent ${id} html`],
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
    closedAfterTest(old)
    for (const path of ['/api/btc', '/api/btc?date=2026-07-20']) expect((await old.get(path, asked(browser))).status).toBe(401)
  })

  test('HEAD and a tag that is still right answer alike', async () => {
    const { headers } = await sample.get('/api/btc', asked(browser))
    expect((await sample.get('/api/btc', { method: 'HEAD', ...asked(browser) })).status).toBe(200)
    const again = await sample.get('/api/btc', { headers: { accept: browser, 'if-none-match': String(headers.etag) } })
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'public, no-cache'])
  })
})

test('with real data every page is behind the key, and no shared cache keeps it', async () => {
  for (const [path, accept, holds] of pages) {
    expect([path, (await real.get(path, asked(accept))).status]).toEqual([path, 401])
    const { status, headers, text } = await real.get(path, asked(accept, holders.keys.enterprise))
    expect([path, status, headers['cache-control'], text.includes(holds)]).toEqual([path, 200, 'private, no-cache', true])
    expect(headers.vary).toMatch(/Authorization, X-API-Key, Cookie$/)
  }
})
