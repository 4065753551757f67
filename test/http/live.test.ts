import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type LiveOptions, type LiveTransport, liveTransport } from '../../pipeline/http/live.ts'
import type { RawResponse } from '../../pipeline/http/request.ts'
import { systemTimer } from '../../pipeline/http/timer.ts'
import { fakeTimer, mostWithin } from './fake-timer.ts'
import cases from './live.json' with { type: 'json' }
import { type Arrived, closeAfterTest, type Origin, openOrigin } from './origin.ts'

const key = 'abcdef0123456789abcdef0123456789'
const contact = 'Lantern Row ops@lantern-row.example'
const credentials = new Map([
  ['FRED_API_KEY', key],
  ['SEC_CONTACT', contact],
])
const noon = Date.parse('2026-11-20T12:00:00Z')
const never = new AbortController().signal
setMaxListeners(0, never)
const quick = { perSecond: 1_000, concurrency: 8 }
const fredAddress = 'https://api.stlouisfed.org/fred/series/observations?series_id=WALCL&file_type=json'

interface Bench {
  readonly origin: Origin
  readonly transport: LiveTransport
  fred(path?: string, signal?: AbortSignal): Promise<RawResponse>
  sec(path?: string): Promise<RawResponse>
}

async function bench(
  answer: (request: Arrived, response: ServerResponse) => void,
  options: Partial<LiveOptions> = {},
): Promise<Bench> {
  const origin = await openOrigin(answer)
  const transport = liveTransport({
    credentials,
    clock: () => noon,
    limits: { fred: quick, sec: quick, coinmetrics: quick },
    rewrite: origin.rewrite,
    ...options,
  })
  closeAfterTest(origin, transport)
  return {
    origin,
    transport,
    fred: (path = '/fred/x', signal = never) =>
      transport.fetch({ feed: 'fred-observations', upstream: 'fred', url: `https://api.stlouisfed.org${path}` }, signal),
    sec: (path = '/submissions/x.json') =>
      transport.fetch({ feed: 'sec-submissions', upstream: 'sec', url: `https://data.sec.gov${path}` }, never),
  }
}

/** What a call was refused with, seen to end in a full stop and to hold no credential in any corner of it. */
async function refusal(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await call.then(
    () => expect.unreachable('resolved'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  const { name, code, message, retryAfterMs, facts } = error as Error & Record<string, unknown>
  const everything = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)} ${(error as Error).stack}`
  expect(everything).not.toContain(key)
  expect(everything).not.toContain('ops@lantern-row.example')
  expect(message).toMatch(/\.$/)
  expect((error as Error).cause).toBeUndefined()
  return { name, code, message, retryAfterMs, facts }
}

const text = (response: RawResponse) => Buffer.from(response.body).toString()

describe('what goes out', () => {
  test('FRED gets its key in the query on the wire, and nowhere else', async () => {
    const { origin, transport } = await bench((_, response) => response.end('{}'))
    const answer = await transport.fetch({ feed: 'f', upstream: 'fred', url: fredAddress }, never)
    const sent = origin.arrived.map(({ host, path }) => [host, new URLSearchParams(path.split('?')[1]).get('api_key')])
    expect([sent, answer.url]).toEqual([[['api.stlouisfed.org', key]], fredAddress])
    expect(inspect(answer, { depth: 5 })).not.toContain(key)
  })

  test('EDINET gets its key in a header on the wire, and nowhere else', async () => {
    const { origin, transport } = await bench((_, response) => response.end('{}'), {
      credentials: new Map([['EDINET_API_KEY', key]]),
    })
    const url = 'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2026-06-30&type=2'
    const answer = await transport.fetch({ feed: 'e', upstream: 'edinet', url }, never)
    expect(origin.arrived[0]?.headers['ocp-apim-subscription-key']).toBe(key)
    expect([origin.arrived[0]?.path, answer.url]).toEqual(['/api/v2/documents.json?date=2026-06-30&type=2', url])
    expect(inspect(answer, { depth: 5 })).not.toContain(key)
    const keyed = transport.fetch({ feed: 'e', upstream: 'edinet', url: `${url}&Subscription-Key=${key}` }, never)
    await expect(keyed).rejects.toThrow('must not contain a credential')
  })

  test.each([
    ['massive', 'https://api.massive.com/v2/x', 'MASSIVE_API_KEY', { authorization: `Bearer ${key}` }],
    ['coingecko', 'https://api.coingecko.com/api/v3/global', 'COINGECKO_API_KEY', { 'x-cg-demo-api-key': key }],
    ['bse', 'https://www.bseindia.com/x.CSV', 'BSE_USER_AGENT', { 'user-agent': key, referer: 'https://www.bseindia.com/' }],
  ])('%s gets its credential in headers', async (upstream, url, setting, headers) => {
    const { origin, transport } = await bench((_, response) => response.end('{}'), { credentials: new Map([[setting, key]]) })
    await transport.fetch({ feed: 'f', upstream, url }, never)
    expect(origin.arrived[0]?.headers).toMatchObject(headers)
  })

  test('an optional key is sent where it is set, and the request leaves without it', async () => {
    const url = 'https://stooq.com/q/d/l/?s=spy.us&i=d'
    const sent = await Promise.all(
      [new Map([['STOOQ_API_KEY', key]]), new Map<string, string>()].map(async (credentials) => {
        const { origin, transport } = await bench((_, response) => response.end('Date'), { credentials })
        expect((await transport.fetch({ feed: 's', upstream: 'stooq', url }, never)).url).toBe(url)
        return origin.arrived[0]?.path
      }),
    )
    expect(sent).toEqual([`/q/d/l/?s=spy.us&i=d&apikey=${key}`, '/q/d/l/?s=spy.us&i=d'])
  })

  test('SEC gets the contact as its User-Agent; others get ours; all are asked for gzip', async () => {
    const { origin, transport, sec } = await bench((_, response) => response.end('{}'))
    await sec()
    await transport.fetch({ feed: 'c', upstream: 'coinmetrics', url: 'https://community-api.coinmetrics.io/v4/x' }, never)
    expect(origin.arrived.map(({ headers }) => headers['user-agent'])).toEqual([contact, 'market-briefing'])
    expect(origin.arrived.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip, br', 'gzip, br'])
  })

  test.each([undefined, '', '   '])('without its credential (%j) nothing leaves and the setting is named', async (value) => {
    const settings = new Map(value === undefined ? [] : [['FRED_API_KEY', value]])
    const { origin, fred } = await bench((_, response) => response.end('{}'), { credentials: settings })
    const message = expect.stringMatching(/FRED_API_KEY.*https:\/\/fredaccount\.stlouisfed\.org\/apikeys/)
    expect(await refusal(fred())).toMatchObject({ name: 'InputError', code: 'CREDENTIAL_MISSING', message })
    expect(origin.arrived).toHaveLength(0)
  })

  test('a contact that would break out of its header is refused', async () => {
    const { origin, sec } = await bench((_, response) => response.end('{}'), {
      credentials: new Map([['SEC_CONTACT', `${contact}\r\nx-evil: 1`]]),
    })
    expect(await refusal(sec())).toMatchObject({ name: 'InputError', code: 'CREDENTIAL_INVALID' })
    expect(origin.arrived).toHaveLength(0)
  })

  test.each([
    'http://api.stlouisfed.org/fred/x',
    'https://evil.example/fred/x',
    'https://api.stlouisfed.org.evil.example/',
    'https://api.stlouisfed.org:8443/fred/x',
    'https://user:pass@api.stlouisfed.org/',
    'https://data.sec.gov/x',
    'file:///etc/passwd',
    'not an address',
    `https://api.stlouisfed.org/fred/x?api_key=${key}`,
  ])('the address %s is refused', async (url) => {
    const { origin, transport } = await bench((_, response) => response.end('{}'))
    const call = transport.fetch({ feed: 'f', upstream: 'fred', url }, never)
    expect(await refusal(call)).toMatchObject({ name: 'InputError', code: 'ADDRESS_REFUSED' })
    expect(origin.arrived).toHaveLength(0)
  })

  test('an upstream nobody knows is refused', async () => {
    const { transport } = await bench((_, response) => response.end('{}'))
    const call = transport.fetch({ feed: 'f', upstream: 'nowhere', url: 'https://nowhere.example/' }, never)
    expect(await refusal(call)).toMatchObject({ name: 'InputError', code: 'UPSTREAM_UNKNOWN' })
  })

  test('300 requests of several feeds share one bucket', async () => {
    const { origin, fred } = await bench((_, response) => response.end('{}'), {
      limits: { fred: { perSecond: 200, concurrency: 4 } },
    })
    const started = performance.now()
    await Promise.all(Array.from({ length: 300 }, (_, n) => fred(`/fred/${n}`)))
    expect(origin.arrived).toHaveLength(300)
    expect(performance.now() - started).toBeGreaterThanOrEqual(299 * 5 - 2)
  })

  test('SEC at its own limit on a fake clock: 40 requests, at most 10 in any second, evenly spaced', async () => {
    const timer = fakeTimer()
    const left: number[] = []
    const { transport, origin } = await bench((_, response) => response.end('{}'))
    const limited = liveTransport({
      credentials,
      clock: () => noon,
      timer,
      rewrite(url) {
        left.push(timer.now())
        return origin.rewrite(url)
      },
    })
    closeAfterTest(limited)
    const all = Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        limited.fetch({ feed: 's', upstream: 'sec', url: `https://data.sec.gov/${n}` }, never),
      ),
    )
    let done = false
    void all.then(() => {
      done = true
    })
    while (!done) {
      await new Promise((turn) => setTimeout(turn, 2))
      await timer.advance(5)
    }
    expect(left).toHaveLength(40)
    expect(mostWithin(left, 1_000)).toBeLessThanOrEqual(10)
    await transport.close()
    await transport.close()
  })
})

describe('what comes back', () => {
  test.each([
    ['plain', undefined, (body: Buffer) => body],
    ['gzip', 'gzip', (body: Buffer) => gzipSync(body)],
    ['x-gzip', 'X-GZIP', (body: Buffer) => gzipSync(body)],
    ['br', 'br', (body: Buffer) => brotliCompressSync(body)],
    ['identity', 'identity', (body: Buffer) => body],
  ])('a body sent %s comes out byte for byte', async (_, coding, pack) => {
    const body = Buffer.concat([randomBytes(300_000), Buffer.alloc(300_000, 'a')])
    const { fred } = await bench((_, response) => {
      response.setHeader('x-thing', 'kept')
      response.setHeader('set-cookie', 'session=1')
      if (coding !== undefined) response.setHeader('content-encoding', coding)
      response.end(pack(body))
    })
    const answer = await fred()
    expect(Buffer.compare(answer.body, body)).toBe(0)
    expect(answer).toMatchObject({ status: 200, at: '2026-11-20T12:00:00.000Z' })
    const ofTheWire = ['content-encoding', 'content-length', 'set-cookie'].filter((name) => name in answer.headers)
    expect([answer.headers['x-thing'], ofTheWire]).toEqual(['kept', []])
  })

  test('`at` is the clock when the answer was complete', async () => {
    let time = noon
    const { fred } = await bench(
      (_, response) => {
        response.write('{')
        setTimeout(() => {
          time = noon + 5_000
          response.end('}')
        }, 30)
      },
      { clock: () => time },
    )
    expect((await fred()).at).toBe('2026-11-20T12:00:05.000Z')
  })

  test.each([200, 204, 400, 410, 422])('%i is an answer for the feed to judge', async (status) => {
    const words = status === 204 ? '' : '<html>said no</html>'
    const { fred } = await bench((_, response) => response.writeHead(status).end(words))
    const answer = await fred()
    expect([answer.status, text(answer)]).toEqual([status, words])
  })

  test('an empty 200 is an answer too', async () => {
    const { fred } = await bench((_, response) => response.end())
    expect((await fred()).body.byteLength).toBe(0)
  })

  test('404 is NotFoundError', async () => {
    const { fred } = await bench((_, response) => response.writeHead(404).end('no such series'))
    expect(await refusal(fred())).toMatchObject({ name: 'NotFoundError', code: 'UPSTREAM_NOT_FOUND' })
  })

  test('404 is an answer where the request takes it for one', async () => {
    const { transport } = await bench((_, response) => response.writeHead(404).end('no facts'))
    const answer = await transport.fetch({ feed: 'f', upstream: 'fred', url: fredAddress, absence: true }, never)
    expect([answer.status, text(answer)]).toEqual([404, 'no facts'])
  })

  test.each([408, 425, 500, 502, 503, 504, 304])('%i is UpstreamError and does not rest the upstream', async (status) => {
    let asked = 0
    const { fred } = await bench((_, response) => {
      if (asked++ === 0) response.statusCode = status
      response.end(status === 304 && asked === 1 ? undefined : 'x')
    })
    expect(await refusal(fred())).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_FAILED', facts: { status } })
    expect((await fred()).status).toBe(200)
  })

  test.each([
    ['30', 30_000],
    [new Date(noon + 45_000).toUTCString(), 45_000],
    ['nonsense', undefined],
  ])('503 with Retry-After %s', async (header, expected) => {
    const { fred } = await bench((_, response) => response.writeHead(503, { 'retry-after': header }).end())
    expect((await refusal(fred()))['retryAfterMs']).toBe(expected)
  })

  test('a header that repeats our key is kept without it; a body that does is not kept at all', async () => {
    const { fred } = await bench((request, response) => {
      response.setHeader('link', `<https://api.stlouisfed.org${request.path}>; rel="self"`)
      response.end(request.path.startsWith('/fred/echo') ? `you asked for ${request.path}` : '{}')
    })
    const answer = await fred('/fred/quiet')
    expect(answer.headers['link']).toBe('<https://api.stlouisfed.org/fred/quiet?api_key=[credential]>; rel="self"')
    expect(await refusal(fred('/fred/echo'))).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_ECHOED_CREDENTIAL' })
  })
})

test('an upstream that repeats every request, and our key in it, has its answers kept without it', async () => {
  const { origin, transport } = await bench(
    (request, response) => {
      const command = `{"response":{"total":"1"},"request":{"params":{"api_key":"${new URLSearchParams(request.path.split('?')[1]).get('api_key')}"}}}`
      response.end(Buffer.concat([Buffer.from(command), Buffer.from([0xff])]))
    },
    { limits: { eia: quick }, credentials: new Map([['EIA_API_KEY', key]]) },
  )
  const url = 'https://api.eia.gov/v2/seriesid/PET.WCESTUS1.W'
  const { body } = await transport.fetch({ feed: 'eia-weekly', upstream: 'eia', url }, never)
  expect(origin.arrived[0]?.path).toContain(key)
  expect(Buffer.from(body).toString('latin1')).toBe(
    '{"response":{"total":"1"},"request":{"params":{"api_key":"[credential]"}}}\xff',
  )
})

test('the open hosts of an upstream with a key are read without it', async () => {
  const { origin, transport } = await bench((_, response) => response.end('observation_date,WALCL\n'), {
    limits: { fred: quick },
    credentials: new Map(),
  })
  const signal = new AbortController().signal
  const url = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=WALCL'
  expect((await transport.fetch({ feed: 'fred-graph', upstream: 'fred', url }, signal)).status).toBe(200)
  expect(origin.arrived).toHaveLength(1)
})

describe('an upstream that refused us', () => {
  test.each([
    [403, undefined, 600_000],
    [429, undefined, 600_000],
    [429, '5', 600_000],
    [403, '1800', 1_800_000],
  ])('%i with Retry-After %s rests it for %i ms, during which nothing leaves', async (status, header, restMs) => {
    const timer = fakeTimer()
    let refuse = true
    const { origin, sec, fred } = await bench(
      (_, response) => {
        if (refuse) response.statusCode = status
        if (refuse && header !== undefined) response.setHeader('retry-after', header)
        response.end('<html>Undeclared Automated Tool</html>')
      },
      { timer, limits: { sec: { perSecond: 1_000, concurrency: 1, restAfterRefusalMs: 600_000 }, fred: quick } },
    )
    const first = await refusal(sec())
    expect(first).toMatchObject({ code: 'UPSTREAM_REFUSED', retryAfterMs: restMs })
    const words = `${status === 403 ? 'refuses our requests' : 'received more requests than it allows'} (HTTP ${status})`
    expect(first['message']).toContain(words)
    refuse = false
    const second = await refusal(sec())
    expect(second['message']).toContain(`${words}; requests are suspended for ${restMs / 60_000} minutes (until `)

    await timer.advance(restMs - 1_000)
    for (let n = 0; n < 20; n++)
      expect(await refusal(sec())).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_RESTING', retryAfterMs: 1_000 })
    expect(origin.arrived).toHaveLength(1)
    expect((await fred()).status).toBe(200)

    await timer.advance(1_000)
    expect((await sec()).status).toBe(200)
    expect(origin.arrived).toHaveLength(3)
  })

  test('those who already wait for a token are turned away at once', async () => {
    const limits = { sec: { perSecond: 1, concurrency: 1 } }
    const { origin, sec } = await bench((_, response) => response.writeHead(403).end(), { limits })
    const [first, ...others] = await Promise.allSettled(Array.from({ length: 50 }, () => sec()))
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'UPSTREAM_REFUSED' } })
    for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: { code: 'UPSTREAM_RESTING' } })
    expect(origin.arrived).toHaveLength(1)
  })
})

describe('redirects', () => {
  test('are followed to the hosts of the same upstream, the credential sent again, the asked address recorded', async () => {
    const { origin, fred } = await bench((request, response) => {
      if (request.path.startsWith('/fred/old'))
        response.writeHead(302, { location: `https://fred.stlouisfed.org/new${request.path.slice(9)}` }).end()
      else response.end('moved here')
    })
    const answer = await fred('/fred/old?id=A')
    expect([text(answer), answer.url]).toEqual(['moved here', 'https://api.stlouisfed.org/fred/old?id=A'])
    expect(origin.arrived.map(({ host }) => host)).toEqual(['api.stlouisfed.org', 'fred.stlouisfed.org'])
    expect(origin.arrived[1]?.path).toBe(`/new?id=A&api_key=${key}`)
  })

  test.each(cases.elsewhere)('to %s are not', async (location) => {
    const { origin, fred } = await bench((_, response) => response.writeHead(301, { location }).end())
    expect(await refusal(fred())).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_REDIRECTED' })
    expect(origin.arrived).toHaveLength(1)
  })

  test('without a location, or in a loop, end in an error; a loop after three steps', async () => {
    const { origin, fred } = await bench((request, response) => {
      response.writeHead(307, request.path.startsWith('/fred/bare') ? {} : { location: request.path }).end()
    })
    expect(await refusal(fred('/fred/bare'))).toMatchObject({ code: 'UPSTREAM_REDIRECTED' })
    expect(await refusal(fred('/fred/loop'))).toMatchObject({ code: 'UPSTREAM_REDIRECTED' })
    expect(origin.arrived).toHaveLength(1 + 4)
  })

  test('three steps are still followed, each taking a token', async () => {
    const { fred } = await bench(
      (request, response) => {
        const step = Number(/^\/fred\/(\d)/.exec(request.path)?.[1])
        if (step < 3) response.writeHead(308, { location: `/fred/${step + 1}` })
        response.end(`at ${step}`)
      },
      { limits: { fred: { perSecond: 20, concurrency: 1 } } },
    )
    const started = performance.now()
    expect(text(await fred('/fred/0'))).toBe('at 3')
    expect(performance.now() - started).toBeGreaterThanOrEqual(148)
  })
})

describe('a wire that fails', () => {
  test('a slow drip is cut off at the time limit and frees its place', async () => {
    let drip = true
    const { fred } = await bench(
      (_, response) => {
        if (!drip) return void response.end('whole')
        const dripping = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(dripping))
      },
      { timeoutMs: 200, limits: { fred: { perSecond: 1_000, concurrency: 1 } } },
    )
    expect(await refusal(fred())).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_TOO_SLOW' })
    drip = false
    expect(text(await fred())).toBe('whole')
  })

  test('an upstream that never answers is cut off as well', async () => {
    const { fred } = await bench(() => {}, { timeoutMs: 150 })
    expect(await refusal(fred())).toMatchObject({ code: 'UPSTREAM_TOO_SLOW' })
  })

  test('the wait for a token does not count towards the time limit', async () => {
    const { fred } = await bench((_, response) => response.end('ok'), {
      timeoutMs: 250,
      limits: { fred: { perSecond: 4, concurrency: 4 } },
    })
    await expect(Promise.all([fred(), fred(), fred(), fred()])).resolves.toHaveLength(4)
  })

  test('our own cancellation is passed on as it is, before and during the answer', async () => {
    const stop = new AbortController()
    const reason = new Error('cancelled by the run')
    const { origin, fred } = await bench((_, response) => void response.write('half', () => stop.abort(reason)))
    await expect(fred('/fred/x', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(origin.arrived).toHaveLength(0)
    await expect(fred('/fred/x', stop.signal)).rejects.toBe(reason)
    expect(origin.arrived).toHaveLength(1)
  })

  /** Answers every connection with these bytes and ends it, politely or by a reset. */
  async function raw(bytes: string | Buffer, ending: 'end' | 'reset'): Promise<LiveTransport> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(bytes, () => {
          if (ending === 'end') socket.end()
          else setTimeout(() => socket.resetAndDestroy(), 20)
        })
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as { port: number }
    const transport = liveTransport({
      credentials,
      clock: () => noon,
      timer: systemTimer,
      timeoutMs: 3_000,
      rewrite: (url) => new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
    })
    closeAfterTest({ close: () => new Promise((closed) => server.close(() => closed())) }, transport)
    return transport
  }

  test.each(cases.broken as [string, string, 'end' | 'reset', string][])(
    '%s is UpstreamError',
    async (_, bytes, ending, code) => {
      const transport = await raw(bytes, ending)
      const call = transport.fetch({ feed: 'f', upstream: 'fred', url: fredAddress }, never)
      expect(await refusal(call)).toMatchObject({ name: 'UpstreamError', code })
    },
  )

  test('a gzip body cut short, its Content-Length honest, is UpstreamError', async () => {
    const packed = gzipSync(randomBytes(10_000)).subarray(0, 5_000)
    const { fred } = await bench((_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(packed)
    })
    expect(await refusal(fred())).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_CUT_SHORT' })
  })

  test.each([
    ['gzip that is none', 'gzip', Buffer.from('{"not":"gzip"}')],
    ['gzip with a broken checksum', 'gzip', gzipSync('hello').map((byte, at, all) => (at === all.length - 8 ? byte ^ 1 : byte))],
    ['brotli that is none', 'br', Buffer.alloc(200, 0xff)],
    ['a coding nobody asked for', 'zstd', Buffer.from('x')],
    ['two codings', 'gzip, br', Buffer.from('x')],
  ])('%s is UpstreamError', async (_, coding, body) => {
    const { fred } = await bench((_, response) => {
      response.setHeader('content-encoding', coding)
      response.end(body)
    })
    expect(await refusal(fred())).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_DAMAGED' })
  })

  test('200 MB in a 200 KB gzip body stop at the cap, and so does a long plain one, announced or not', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    const { fred } = await bench(
      (request, response) => {
        if (request.path.startsWith('/fred/bomb')) {
          response.setHeader('content-encoding', 'gzip')
          response.end(bomb)
        } else if (request.path.startsWith('/fred/announced')) {
          response.setHeader('content-length', 2_000_001)
          response.write('x')
        } else {
          const pouring = setInterval(() => response.write(Buffer.alloc(100_000)), 1)
          response.on('close', () => clearInterval(pouring))
        }
      },
      { maxBytes: 2_000_000 },
    )
    const before = process.memoryUsage().rss
    for (const path of ['/fred/bomb', '/fred/announced', '/fred/poured'])
      expect(await refusal(fred(path))).toMatchObject({ name: 'UpstreamError', code: 'UPSTREAM_TOO_LARGE' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  test('a body of just the cap is whole', async () => {
    const { fred } = await bench((_, response) => response.end(Buffer.alloc(1_000, 'x')), { maxBytes: 1_000 })
    expect((await fred()).body.byteLength).toBe(1_000)
  })

  test('nobody listening is UPSTREAM_UNREACHABLE', async () => {
    const { origin, transport } = await bench((_, response) => response.end())
    await origin.close()
    const call = transport.fetch({ feed: 'f', upstream: 'fred', url: fredAddress }, never)
    const words = 'could not be reached: nothing accepts connections at api.stlouisfed.org (ECONNREFUSED). '
    const error = { name: 'UpstreamError', code: 'UPSTREAM_UNREACHABLE', message: expect.stringContaining(words) }
    expect(await refusal(call)).toMatchObject(error)
  })
})
