import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { markFrontPart, priceMarker } from '../../data/front-parts.ts'
import { offerMarker } from '../../data/page-frame.ts'
import { pageStyle } from '../../data/page-style.ts'
import { closedAfter } from '../closed-after.ts'
import { edition, running } from './fixture.ts'
import { closedAfterTest } from './served.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const server = closedAfter(await running(edition({ edition: 'e1', archive: { '2026-07-20': 'the twentieth' } })))

const get = (url: string, accept?: string) => server.get(url, accept === undefined ? {} : { headers: { accept } })

describe('a page of a briefing', () => {
  test.each([
    [browser, 'html'],
    ['text/html', 'html'],
    ['text/html,*/*', 'html'],
    ['text/markdown;q=0.5, text/html', 'html'],
    ['text/markdown, text/html', 'markdown'],
    ['text/markdown, text/html;q=0.9', 'markdown'],
    ['text/html;q=0, */*', 'markdown'],
    ['*/*', 'markdown'],
    ['text/html;q=0.1, text/markdown', 'markdown'],
    ['text/*', 'markdown'],
    ['*/*;q=0.1, text/html', 'html'],
    ['Text/HTML', 'html'],
    ['', 'markdown'],
  ])('Accept %s gives %s', async (accept, format) => {
    expect((await get('/api/btc', accept)).headers['content-type']).toContain(`text/${format}`)
  })

  test('the format named wins over Accept', async () => {
    expect((await get('/api/btc?format=markdown', browser)).headers['content-type']).toContain('text/markdown')
    expect((await get('/api/btc?format=json', browser)).headers['content-type']).toContain('application/json')
  })

  test('its policy lets in the one style of the pages and nothing else', async () => {
    const hash = createHash('sha256').update(pageStyle).digest('base64')
    for (const url of ['/api/btc?format=html', '/']) {
      const policy = String((await get(url)).headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain(`style-src 'sha256-${hash}'`)
    }
    expect((await get('/api/btc')).headers['content-security-policy']).not.toContain('style-src')
  })

  test('that of a past day lets in the style it was made with', async () => {
    const style = 'p{color:#123456}'
    const old = closedAfterTest(await running(edition({ edition: 'e1', archive: { '2026-07-20': `<style>${style}</style>` } })))
    const { headers } = await old.get('/api/btc?date=2026-07-20&format=html')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
  })

  test('where a day was published without pages, a browser gets the Markdown, and one that asks for a page is told', async () => {
    const old = await running(edition({ edition: 'e1', pages: false, archive: { '2026-07-20': 'the twentieth' } }))
    closedAfterTest(old)
    const headers = { accept: browser }
    for (const url of ['/api/btc', '/api/context?briefing=btc.quick-check', '/api/btc?date=2026-07-20']) {
      const answer = await old.get(url, { headers })
      expect([url, answer.status, answer.headers['content-type']]).toEqual([url, 200, 'text/markdown; charset=utf-8'])
    }
    expect((await old.get('/api/btc?format=html')).status).toBe(503)
    expect((await old.get('/api/btc?date=2026-07-20&format=html')).status).toBe(404)
  })

  test('an error is a page too, unless JSON or Markdown is asked for', async () => {
    for (const url of ['/api/btc?date=2020-01-01', '/api/btc?day=1', '/api/none', '/api/btc?date=2020-01-01&format=html']) {
      const { status, headers, text } = await get(url, url.includes('format=') ? '*/*' : browser)
      expect([url, status >= 400, headers['content-type']]).toEqual([url, true, 'text/html; charset=utf-8'])
      expect(headers['content-security-policy']).toContain('style-src')
      expect(text).toContain('<main id="main">')
      for (const accept of ['*/*', 'application/json', 'text/markdown, text/html'])
        expect((await get(url.replace(/.format=html/, ''), accept)).headers['content-type']).toBe(
          'application/json; charset=utf-8',
        )
    }
    expect((await get('/api/btc?date=2020-01-01&format=json', browser)).headers['content-type']).toMatch(/json/)
    expect((await get('/api/btc?date=2020-01-01&format=html', 'application/json')).headers['content-type']).toMatch(/json/)
  })
})

describe('the front page of the edition', async () => {
  const parts = ['btc.quick-check', 'btc.pulse', 'cross.regime'].flatMap((id) => [
    markFrontPart('story', id, `[${id} leads]`, `[${id} below]`),
    markFrontPart('row', id, `(${id} whole)`, `(${id} short${priceMarker('0.02')})`),
  ])
  const front = `<!doctype html><style>${pageStyle}</style>${offerMarker}${parts.join('')}${markFrontPart('unsold', 'btc', '<a>Absent</a>')}`
  const view = edition({ edition: 'e2', front })
  Object.assign(view.entries.get('briefing/btc.pulse')!.facts, { stands_until: '2026-07-20T00:00:00Z' })
  const glance = closedAfter(await running(view))

  test('shows anyone the free briefings, what reading costs here, and in one line what is not sold today', async () => {
    const { text, headers } = await glance.get('/')
    expect(text).toContain('[btc.quick-check leads](btc.quick-check whole)(cross.regime short)')
    expect(text).toContain('<b>Not sold today:</b> <a href="/api/btc/pulse?format=html">BTC Pulse</a>, <a>Absent</a>.</p>')
    expect(text).toContain('Reading a briefing requires an API key; single calls are not for sale here.')
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache' })
    expect(headers.vary).toBe('Accept, Accept-Encoding, Cookie')
  })

  test('shows a person who is signed in what their plan reads, and is kept nowhere', async () => {
    const { text, headers } = await glance.get('/', { headers: { accept: browser, cookie: `session=${'s'.repeat(43)}` } })
    expect(text).toContain('[btc.quick-check leads](btc.quick-check whole)[cross.regime below](cross.regime whole)')
    expect(text).toContain('You are signed in with the Enterprise plan.')
    expect(headers['cache-control']).toBe('no-store')
  })
})
