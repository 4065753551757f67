import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { closedAfter } from '../closed-after.ts'
import { sampleNow } from '../end-to-end/home.ts'
import { posted } from './fixture.ts'
import { callOf } from './mcp/clients.ts'
import { openSampleShop } from './sample-shop.ts'

const dayMs = 86_400_000

let now = sampleNow
const shop = closedAfter(await openSampleShop({}, () => now))
const freshness = async (path: string, key?: string) => {
  const answer = await shop.get(path, key === undefined ? {} : { headers: { 'x-api-key': key } })
  return [answer.status, answer.headers['briefing-freshness'], answer.headers['payment-required'] !== undefined]
}

const at = async (days: number, check: () => Promise<void>) => {
  now = sampleNow + days * dayMs
  await check().finally(() => (now = sampleNow))
}

describe('freshness as of now, beside frozen bytes', () => {
  const asOf = new Date(sampleNow).toISOString().slice(0, 10)

  test('stands on the quote, on the answer to a key, on 304, on a past day and on catalogues', async () => {
    expect(await freshness('/api/btc/pulse')).toEqual([402, `fresh; as-of=${asOf}`, true])
    expect(await freshness('/api/btc/pulse', shop.holders.keys.pro)).toEqual([200, `fresh; as-of=${asOf}`, false])
    const tag = String((await shop.get('/api/btc/pulse', { headers: { 'x-api-key': shop.holders.keys.pro } })).headers.etag)
    const unchanged = await shop.get('/api/btc/pulse', {
      headers: { 'x-api-key': shop.holders.keys.pro, 'if-none-match': tag },
    })
    expect([unchanged.status, unchanged.headers['briefing-freshness']]).toEqual([304, `fresh; as-of=${asOf}`])
    expect((await shop.get('/api/briefings')).headers['briefing-freshness']).toBe(`fresh; as-of=${asOf}`)
  })

  test('a briefing of an edition that nobody renewed is refused before a price, and no call of it counts', async () => {
    await at(200, async () => {
      for (const { id, path } of briefingRows) {
        const { status, headers, text } = await shop.get(path)
        expect([id, status, headers['payment-required'], headers['www-authenticate']]).toEqual([id, 503, undefined, undefined])
        const { error, retry_after: wait, available_date: day } = JSON.parse(text)
        expect([error, wait >= 300 && wait <= 86_400, headers['retry-after'], day]).toEqual(['DATA_STALE', true, `${wait}`, null])
        expect(headers['briefing-freshness']).toBe(`stale; as-of=${asOf}`)
      }
      const key = { headers: { 'x-api-key': shop.holders.keys.pro } }
      const left = async () => (await shop.get('/api/metrics/vix', { method: 'HEAD', ...key })).headers['x-ratelimit-remaining']
      const before = await left()
      expect((await shop.get('/api/btc/pulse', key)).status).toBe(503)
      expect(await left()).toBe(before)
      const health = JSON.parse((await shop.get('/api/health')).text)
      const { status, detail } = health.checks.find(({ name }: { name: string }) => name === 'briefings')
      expect([health.status, status, detail]).toEqual(['degraded', 'degraded', expect.stringMatching(/stale: .*btc\.pulse/)])
    })
  })

  test('a metric is sold with its word first: a figure of its day concludes nothing of today', async () => {
    await at(200, async () => {
      for (const { metric } of metricRows.slice(0, 40)) {
        const path = `/api/metrics/${metric}`
        if ((await freshness(path))[0] === 503) continue
        expect([metric, ...(await freshness(path))]).toEqual([metric, 402, `stale; as-of=${asOf}`, true])
        expect([metric, ...(await freshness(`${path}/history`))]).toEqual([metric, 402, `stale; as-of=${asOf}`, true])
      }
      expect(await freshness('/api/treasuries')).toEqual([402, `late; as-of=${asOf}`, true])
    })
  })

  test('what nothing decides is late once half of its readings are', async () => {
    await at(30, async () => expect(await freshness('/api/macro/calendar')).toEqual([402, `late; as-of=${asOf}`, true]))
  })

  test('a page says it before all else, and is made again for each word', async () => {
    const page = async () => (await shop.get('/api/metrics/bitcoin-price?format=html')).text
    const fresh = await page()
    expect(fresh).not.toContain('DATA: this page was written')
    await at(200, async () => {
      const stale = await page()
      expect(stale).toContain(`<main id="main"><p class="sample">STALE DATA: this page was written for ${asOf}.`)
      expect(stale.replace(/<p class="sample">STALE DATA: this page[^<]*<\/p>/, '')).toBe(fresh)
    })
  })

  test('MCP has the same words, before the text where it is not fresh', async () => {
    const read = async () => {
      const headers = { accept: 'application/json, text/event-stream', 'x-api-key': shop.holders.keys.pro }
      const { text } = await shop.get('/api/mcp', posted(callOf(1, 'get_metric', { metric: 'bitcoin-price' }), headers))
      return JSON.parse(text).result ?? text
    }
    expect(await read()).toMatchObject({ _meta: { 'briefing/freshness': `fresh; as-of=${asOf}` } })
    await at(200, async () => {
      const { content, _meta } = await read()
      expect(_meta).toMatchObject({ 'briefing/freshness': `stale; as-of=${asOf}` })
      expect(content[0].text).toMatch(new RegExp(`^Briefing-Freshness: stale; as-of=${asOf}\n\n# `))
    })
  })
})
