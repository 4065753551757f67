import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { upstreamById } from '../../data/upstreams.ts'
import type { BriefingError } from '../../pipeline/errors.ts'
import { liveTransport } from '../../pipeline/http/live.ts'
import { bodyExcerpt, refusalIn } from '../../pipeline/http/refusals.ts'
import { systemTimer, type Timer } from '../../pipeline/http/timer.ts'
import { fakeTimer } from './fake-timer.ts'
import { type Arrived, closeAfterTest, openOrigin } from './origin.ts'
import cases from './refusals.json' with { type: 'json' }

const bodyOf = (text: string) => Buffer.from(text.replace('LONG', 'words '.repeat(800)))

describe('the words of a refusal', () => {
  test.each(cases as [string, string, number, string, string | null, string][])('%s', (_, id, status, text, means, quote) => {
    const body = bodyOf(text)
    const refusal = refusalIn(upstreamById.get(id)!, status, body)
    expect(refusal?.means ?? null).toBe(means)
    if (refusal) expect(refusal.what).toMatch(new RegExp(`\\(HTTP ${status}\\)$`))
    expect(bodyExcerpt(body).slice(1, -1)).toContain(quote)
  })

  test('are looked for in the beginning only', () => {
    const stooq = upstreamById.get('stooq')!
    const page = (before: number) => Buffer.from(`<html>${' '.repeat(before)}<title>Just a moment...</title>`)
    expect(refusalIn(stooq, 200, page(100))).toMatchObject({ means: 'robot', restMs: 3_600_000 })
    expect(refusalIn(stooq, 200, page(5_000))).toBeNull()
  })

  test('are quoted without markup, control characters, keys and length', () => {
    const text = `<p onclick="x">\u001b[31mNo\u202e "more"</p><script>alert(1)</script> key 0123456789abcdef0123 ${'and so on '.repeat(40)}`
    const quote = bodyExcerpt(Buffer.from(text))
    expect(quote).toMatch(/^"\[31mNo more key … and so on [^"]*…"$/)
    expect(quote.length).toBeLessThanOrEqual(142)
  })
})

const key = 'abcdef0123456789abcdef0123456789'

/** Two feeds of one upstream, its other requests, and a clock to set. */
async function bench(answer: (request: Arrived, response: ServerResponse) => void, timer: Timer = systemTimer) {
  const origin = await openOrigin(answer)
  let now = Date.parse('2026-11-27T20:00:00Z')
  const quick = { perSecond: 1_000, concurrency: 1, restAfterRefusalMs: 60_000 }
  const transport = liveTransport({
    credentials: new Map([['FRED_API_KEY', key]]),
    clock: () => now,
    limits: { fred: quick, stooq: quick },
    rewrite: origin.rewrite,
    timer,
  })
  closeAfterTest(origin, transport)
  const ask = (upstream: string, host: string, path: string) =>
    transport.fetch({ feed: 'f', upstream, url: `https://${host}${path}` }, new AbortController().signal)
  return {
    origin,
    stooq: (path: string) => ask('stooq', 'stooq.com', path),
    fred: (path: string) => ask('fred', 'api.stlouisfed.org', path),
    set: (at: string) => {
      now = Date.parse(at)
    },
  }
}

async function errorOf(call: Promise<unknown>): Promise<BriefingError & { retryAfterMs?: number }> {
  const error = await call.then(
    () => expect.unreachable('resolved'),
    (reason) => reason,
  )
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key)
  return error
}

describe('an upstream that refuses by its words', () => {
  test('rests with all its feeds after a 200, and is retried when the rest is over', async () => {
    let text = 'Exceeded the daily hits limit'
    const timer = fakeTimer()
    const { origin, stooq } = await bench((_, response) => response.end(text), timer)
    const first = await errorOf(stooq('/one'))
    expect(first).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_REFUSED', retryAfterMs: 60_000 })
    expect(first.message).toBe(
      'Stooq received more requests than it allows (HTTP 200) (stooq.com/one): "Exceeded the daily hits limit". Nothing was stored. It is retried after 1 minutes.',
    )
    text = 'Date,Open,High,Low,Close,Volume\n'
    expect(await errorOf(stooq('/two'))).toMatchObject({
      code: 'UPSTREAM_RESTING',
      message: expect.stringContaining('received more requests than it allows (HTTP 200); requests are suspended for 60 s'),
    })
    expect(origin.arrived).toHaveLength(1)
    await timer.advance(60_000)
    expect((await stooq('/two')).status).toBe(200)
  })

  test('and asks for a key: the error names the setting without our value, and requests are suspended for longer than a run waits', async () => {
    const { origin, fred } = await bench((request, response) => {
      const sent = new URLSearchParams(request.path.split('?')[1]).get('api_key')
      response.statusCode = 400
      response.end(`{"error_code":400,"error_message":"Bad Request. The value ${sent} for variable api_key is not registered."}`)
    })
    const error = await errorOf(fred('/fred/x'))
    expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', retryAfterMs: 20 * 60_000 })
    expect(error.message).toContain('Check FRED_API_KEY. ')
    expect(error.message).toContain('"Bad Request. The value [credential] for variable api_key is not registered."')
    expect(await errorOf(fred('/fred/y'))).toMatchObject({ code: 'UPSTREAM_RESTING' })
    expect(origin.arrived).toHaveLength(1)
  })

  test('a 401 without words that are known does the same', async () => {
    const { fred } = await bench((_, response) => response.writeHead(401).end('{"status":"ERROR","error":"Unknown API Key"}'))
    const error = await errorOf(fred('/fred/x'))
    expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', retryAfterMs: 20 * 60_000 })
    expect(error.message).toContain(
      'does not accept our credential (HTTP 401) (api.stlouisfed.org/fred/x): "Unknown API Key". Check FRED_API_KEY. ',
    )
    expect(await errorOf(fred('/fred/y'))).toMatchObject({ code: 'UPSTREAM_RESTING' })
  })

  test('with 503 in gzip, or cut off in the middle, is heard all the same', async () => {
    const page = `<html><head><title>Just a moment...</title></head><body>${'x'.repeat(20_000)}</body></html>`
    const { fred, stooq } = await bench((request, response) => {
      const isGzip = request.host === 'stooq.com'
      response.writeHead(503, isGzip ? { 'content-encoding': 'gzip' } : { 'content-length': '99999' })
      response.write(isGzip ? gzipSync(page) : page, () => isGzip || response.socket?.destroy())
      if (isGzip) response.end()
    })
    for (const error of [await errorOf(stooq('/a')), await errorOf(fred('/fred/a'))])
      expect([error.code, error.message]).toEqual(['UPSTREAM_REFUSED', expect.stringContaining(': "Just a moment... xxx')])
  })

  test('waits at least three minutes where that is known to be needed', async () => {
    const words = '{"error":"You\'ve exceeded the maximum requests per minute, please wait"}'
    const { stooq } = await bench((_, response) => response.writeHead(429, { 'retry-after': '1' }).end(words))
    expect(await errorOf(stooq('/a'))).toMatchObject({ code: 'UPSTREAM_REFUSED', retryAfterMs: 180_000 })
  })
})

describe('an address that is not to be had', () => {
  test('before the end of the day rests nothing, and is asked for again after midnight in New York', async () => {
    let isOver = false
    const { origin, stooq, set } = await bench((request, response) => {
      if (request.path === '/today' && !isOver)
        response.writeHead(403).end('{"message":"Attempted to request today\'s data before end of day."}')
      else response.end('data')
    })
    const error = await errorOf(stooq('/today'))
    expect(error).toMatchObject({ name: 'NotFoundError', code: 'UPSTREAM_NOT_YET' })
    expect(error.message).toContain('It is retried after 2026-11-28T05:00:00Z.')
    expect((await stooq('/yesterday')).status).toBe(200)
    isOver = true
    set('2026-11-28T04:59:59Z')
    expect(await errorOf(stooq('/today'))).toMatchObject({ code: 'UPSTREAM_NOT_YET' })
    expect(origin.arrived).toHaveLength(2)
    set('2026-11-28T05:00:00Z')
    expect((await stooq('/today')).status).toBe(200)
  })

  test('because of our plan is an answer to keep, and rests nothing', async () => {
    const words = '{"message":"Your plan doesn\'t include this data timeframe."}'
    const { stooq } = await bench((request, response) =>
      request.path === '/old' ? response.writeHead(403).end(words) : response.end('data'),
    )
    const { status, body } = await stooq('/old')
    expect([status, Buffer.from(body).toString()]).toEqual([403, words])
    expect((await stooq('/new')).status).toBe(200)
  })
})
