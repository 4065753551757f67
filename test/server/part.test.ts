import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { edition, running } from './fixture.ts'
import { openSampleShop } from './sample-shop.ts'

let server: Awaited<ReturnType<typeof running>>

beforeAll(async () => {
  server = await running(edition({ edition: 'e1', archive: { '2026-07-20': 'the twentieth' } }))
})
afterAll(() => server.close())

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

  test.each(['', 'head', 'SUMMARY', 'summary '])('another part, such as "%s", is refused with what there is', async (part) => {
    const { status, text } = await server.get(`/api/btc?part=${encodeURIComponent(part)}`)
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'INVALID_PART', field: 'part', allowed: ['summary'] }])
  })

  test('a metric has none: the parameter is unknown there', async () => {
    const { status, text } = await server.get('/api/metrics/vix?part=summary')
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'UNKNOWN_PARAMETER', field: 'part' }])
  })

  test('an unchanged one costs nothing, and its tag is not that of the whole document', async () => {
    const [short, whole] = [await server.get('/api/btc?part=summary'), await server.get('/api/btc')]
    expect(short.headers.etag).not.toBe(whole.headers.etag)
    const headers = { 'if-none-match': String(short.headers.etag) }
    expect((await server.get('/api/btc?part=summary', { headers })).status).toBe(304)
    expect((await server.get('/api/btc', { headers })).status).toBe(200)
  })

  test('a past day has one too, where it was published with one', async () => {
    const url = '/api/btc?date=2026-07-20&part=summary'
    expect((await server.get(url)).text).toBe('the twentieth btc.quick-check summary.md')
    expect((await server.get(`${url}&format=json`)).text).toBe('the twentieth btc.quick-check summary.json')
    const old = await running(edition({ edition: 'e1', pages: false, archive: { '2026-07-20': 'the twentieth' } }))
    const { status, text } = await old.get(url)
    expect([status, JSON.parse(text)]).toMatchObject([404, { error: 'NOT_ON_RECORD', field: 'part' }])
    expect((await old.get('/api/btc?part=summary')).status).toBe(503)
    await old.close()
  })

  test('a paid call of it costs what the whole document costs', async () => {
    const shop = await openSampleShop()
    const quoted = async (url: string) => {
      const { status, text } = await shop.get(url)
      return [status, ...JSON.parse(text).accepts.map(({ amount }: { amount: string }) => amount)]
    }
    const whole = await quoted('/api/btc?format=json')
    expect(whole).toEqual([402, '20000'])
    expect(await quoted('/api/btc?part=summary&format=json')).toEqual(whole)
    const { text } = await shop.get('/api/btc?part=summary&format=json', { headers: { 'x-api-key': shop.holders.keys.free } })
    expect(JSON.parse(text)).toMatchObject({
      briefing: 'btc.quick-check',
      headline: expect.any(String),
      turns: expect.any(Array),
    })
    await shop.close()
  })
})
