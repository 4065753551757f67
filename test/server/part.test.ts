import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { closedAfter } from '../closed-after.ts'
import { edition, running } from './fixture.ts'
import { closedAfterTest } from './served.ts'

const server = closedAfter(await running(edition({ edition: 'e1', archive: { '2026-07-20': 'the twentieth' } })))

describe('part=summary', () => {
  test.each(briefingRows.map(({ id, path }) => [id, path] as const))(
    '%s has a short form on each of its routes',
    async (id, path) => {
      for (const url of [
        `${path}?part=summary`,
        `/api/context?briefing=${id}&part=summary`,
        `/api/context?part=summary&briefing=${id}`,
      ]) {
        const text = await server.get(url)
        expect([url, text.status, text.headers['content-type'], text.text]).toEqual([
          url,
          200,
          'text/markdown; charset=utf-8',
          `# short briefing ${id} of e1\n`,
        ])
        const short = { short: `briefing ${id} of e1` }
        expect(JSON.parse((await server.get(`${url}&format=json`)).text)).toEqual(short)
        expect(JSON.parse((await server.get(url, { headers: { accept: 'application/json' } })).text)).toEqual(short)
      }
    },
  )

  test('a browser gets its Markdown, and asking for a page of it is refused with what there is', async () => {
    const answer = await server.get('/api/btc?part=summary', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    const refused = await server.get('/api/btc?part=summary&format=html')
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      400,
      { error: 'INVALID_FORMAT', field: 'format', allowed: ['markdown', 'json'] },
    ])
  })

  test('an unchanged one costs nothing, and its tag is not that of the whole document', async () => {
    const { headers } = await server.get('/api/btc?part=summary')
    const match = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await server.get('/api/btc?part=summary', match)).status).toBe(304)
    expect((await server.get('/api/btc', match)).status).toBe(200)
  })

  test('a past day has one too, where it was published with one', async () => {
    const url = '/api/btc?date=2026-07-20&part=summary'
    expect((await server.get(url)).text).toBe('the twentieth btc.quick-check summary.md')
    expect((await server.get(`${url}&format=json`)).text).toBe('the twentieth btc.quick-check summary.json')
    const old = await running(edition({ edition: 'e1', pages: false, archive: { '2026-07-20': 'the twentieth' } }))
    closedAfterTest(old)
    const { status, text } = await old.get(url)
    expect([status, JSON.parse(text)]).toMatchObject([404, { error: 'NOT_ON_RECORD', field: 'part' }])
    expect((await old.get('/api/btc?part=summary')).status).toBe(503)
  })
})
