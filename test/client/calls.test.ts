import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { awaitKey } from '../../client/bridge/claim.ts'
import { relayLine } from '../../client/bridge/relay.ts'
import { type Client, type ClientOptions, createClient } from '../../client/index.ts'
import { operations } from '../../client/operations.ts'
import { verify } from '../../client/verify.ts'

type Called = (input?: object) => Promise<Readonly<Record<string, unknown>>>
const json = { 'content-type': 'application/json; charset=utf-8' }

/** A client whose server gives these answers in their order, and what it was asked. */
function answering(answers: readonly Response[], options: Partial<ClientOptions> = {}) {
  const asked: { url: URL; headers: Readonly<Record<string, string>>; at: number }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({ url: new URL(String(url)), headers: init!.headers as Record<string, string>, at: performance.now() })
    return answers[asked.length - 1]!
  }
  const client: Client = createClient({ url: 'https://briefings.example//', fetch, ...options })
  return { asked, call: (id: string, input?: object) => (client as unknown as Record<string, Called>)[id]!(input) }
}

/** Answers of these statuses, to be retried without a wait. */
const statuses = (...all: number[]) =>
  all.map(
    (status) => new Response('{}', { status, headers: { ...json, 'retry-after': '0', 'www-authenticate': `of ${status}` } }),
  )
const quickCheck = `https://briefings.example${operations.getBtcQuickCheck.path}?format=json`
const busy = Array.from({ length: 6 }, () => 503)

describe('a call is sent again only where it was paid and its outcome is unknown', () => {
  test.each([
    ['a document that is free', [200], 200, 1, 0],
    ['a server that is busy before anything was paid', [503, 200], 503, 1, 0],
    ['a payment that is taken', [402, 200], 200, 2, 1],
    ['a payment that is refused', [402, 402, 200], 402, 2, 1],
    ['an outcome that is unknown once', [402, 503, 200], 200, 3, 1],
    ['an outcome that is unknown five times', [402, ...busy.slice(1), 200], 200, 7, 1],
    ['an outcome that stays unknown', [402, ...busy, 200], 503, 7, 1],
    ['a refusal after an outcome that was unknown', [402, 503, 402, 200], 402, 3, 1],
    ['proxies that lose answers', [402, 502, 504, 200], 200, 4, 1],
    ['a fault of the server', [402, 500, 200], 500, 2, 1],
  ])('%s', async (_, all, status, times, payments) => {
    const paid: string[] = []
    const pay = async ({ url, headers }: { url: string; headers: Headers }) => {
      paid.push(`${url} ${headers.get('www-authenticate')}`)
      return { 'x-payment': 'signed once' }
    }
    const { asked, call } = answering(statuses(...all), { pay })
    expect(await call('getBtcQuickCheck', { format: 'json' })).toMatchObject({ ok: status === 200, status })
    expect(asked).toHaveLength(times)
    expect(new Set(asked.map(({ url }) => url.href))).toEqual(new Set([quickCheck]))
    expect(paid).toEqual(Array.from({ length: payments }, () => `${quickCheck} of 402`))
    expect(asked.map(({ headers }) => headers['x-payment'])).toEqual(asked.map((__, n) => (n === 0 ? undefined : 'signed once')))
  })

  test.each([
    ['502', statuses(...Array.from({ length: 6 }, () => 502))],
    ['a cut connection', []],
  ])(
    'a payment that got no answer, %s, is an error with the code and the payment to send again',
    async (_, answers) => {
      let asked = 0
      const fetch = async () => {
        asked += 1
        if (asked === 1) return statuses(402)[0]!
        if (answers.length > 0) return answers[asked - 2]!
        throw new TypeError('fetch failed')
      }
      const payment = { 'x-payment': 'signed once' }
      const client = createClient({ url: 'https://briefings.example', fetch, pay: async () => payment })
      await expect(client.getBtcQuickCheck()).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN', payment })
      expect(asked).toBe(7)
    },
    20_000,
  )

  test.each([
    ['as many seconds as the server says', { 'retry-after': '1' }],
    ['a second where it says nothing', {}],
  ])('waits %s', async (_, headers: Readonly<Record<string, string>>) => {
    const answers = [...statuses(402), new Response('', { status: 503, headers }), ...statuses(200)]
    const { asked, call } = answering(answers, { pay: async () => ({}) })
    expect(await call('getBtcQuickCheck')).toMatchObject({ status: 200 })
    expect(asked[2]!.at - asked[1]!.at).toBeGreaterThan(950)
  })
})

/** Words that an address has to escape, each with a sign that has a meaning in one. */
const words = ['a/b', 'a?b', 'a#b', 'a%2Fb', 'a&b=c', 'a+b c', 'ビットコイン', '"<a>"', '../a', 'a;b,c:d@e']

describe('whatever the caller names reaches the server as it is', () => {
  const named = Object.entries(operations).filter(([, { path }]) => path.includes('{'))
  test.each(named.map(([id, { path }]) => [id, path]))('%s fills %s', async (id, path) => {
    for (const word of words) {
      const { asked, call } = answering(statuses(200))
      const parameters = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, word]))
      await call(id, { ...parameters, query: word, left_out: undefined })
      const { pathname, searchParams, hash } = asked[0]!.url
      expect(pathname.split('/').map(decodeURIComponent)).toEqual(path.split('/').map((part) => part.replace(/\{\w+\}/g, word)))
      expect([[...searchParams], hash]).toEqual([[['query', word]], ''])
    }
  })

  test.each(['', '.', '..'])('a name that an address drops asks for nothing: "%s"', async (ticker) => {
    const { asked, call } = answering(statuses(200))
    await expect(call('getTreasury', { ticker })).rejects.toThrow('ticker must not be empty')
    expect(asked).toEqual([])
  })

  test('the key and the tag of the document that is there are headers, and no part of the address', async () => {
    const { asked, call } = answering(statuses(200), { key: 'k1' })
    await call('getBtcQuickCheck', { ifNoneMatch: '"e1"' })
    expect(asked[0]!.url.search).toBe('')
    expect(asked[0]!.headers).toEqual({ authorization: 'Bearer k1', 'if-none-match': '"e1"' })
  })
})

describe('an answer is read by its status and its type', () => {
  const answer = (status: number, body: string | null, headers: Readonly<Record<string, string>>) =>
    new Response(body, { status, headers })
  test.each([
    ['JSON', answer(200, '{"a":1}', json), { ok: true, document: { a: 1 } }],
    ['a JSON feed', answer(200, '{"a":1}', { 'content-type': 'application/feed+json' }), { document: { a: 1 } }],
    [
      'text',
      answer(200, '# A', { 'content-type': 'text/markdown' }),
      { document: '# A', etag: null, receipt: null, signature: null },
    ],
    [
      'rows of Arrow',
      answer(200, 'ab', { 'content-type': 'application/vnd.apache.arrow.stream' }),
      { document: Uint8Array.of(97, 98) },
    ],
    [
      'what has not changed',
      answer(304, null, { ...json, etag: '"e1"' }),
      { ok: true, status: 304, document: null, etag: '"e1"' },
    ],
    [
      'a receipt of x402',
      answer(200, '1', { ...json, 'payment-response': 'r1', 'briefing-signature': 's1' }),
      { receipt: 'r1', signature: 's1' },
    ],
    ['a receipt of MPP', answer(200, '1', { ...json, 'payment-receipt': 'r2' }), { receipt: 'r2' }],
    ['a refusal', answer(400, '{"error":"A"}', json), { ok: false, status: 400, error: { error: 'A' } }],
    [
      'a page of a proxy',
      answer(502, '<html>', { 'content-type': 'text/html' }),
      { ok: false, status: 502, error: { message: '<html>' } },
    ],
  ])('%s', async (_, served, expected) => {
    expect(await answering([served]).call('getBtcQuickCheck')).toMatchObject(expected)
  })
})

test('members are sorted by their code units before a fingerprint is compared', async () => {
  const sorted = '{"1":1,"A":2,"_":3,"a":{"B":[],"b":null},"é":4,"€":5}'
  const fingerprint = `sha256:${createHash('sha256').update(sorted).digest('hex')}`
  const document = { '€': 5, a: { b: null, B: [] }, _: 3, é: 4, A: 2, fingerprint, '1': 1 }
  expect(await verify(document, null, { keys: [] })).toEqual({ fingerprint: true, signature: null })
  expect(await verify({ ...document, A: 3 }, null, { keys: [] })).toEqual({ fingerprint: false, signature: null })
})

test.each([
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
])('the headers of a relayed %s repeat its %s', async (method, member) => {
  const params = { [member]: 'x', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
  let sent: unknown
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent = init?.headers
    return new Response('{}')
  }
  const parts = { url: 'https://a.example/', userAgent: 'u', fetch, key: () => 'k', needKey: async () => null }
  await relayLine(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), parts)
  expect(sent).toMatchObject({ 'mcp-name': 'x', 'mcp-method': method, authorization: 'Bearer k' })
})

test('a claim is polled until the moment it ends, and no more', async () => {
  const claim = { code: 'c', token: 't', approveUrl: null, expiresAt: 5_000, pollUrl: 'https://a.example/', intervalMs: 1_000 }
  let now = 3_000
  let polls = 0
  const fetch = async () => {
    polls++
    return Response.json({ status: 'pending' })
  }
  const wait = async (ms: number) => {
    now += ms
  }
  expect([await awaitKey(claim as never, { fetch, wait, now: () => now } as never), polls]).toEqual([{ kind: 'expired' }, 2])
})
