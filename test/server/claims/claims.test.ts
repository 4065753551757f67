import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readClaimRequest } from '../../../server/claims/claim-request.ts'
import { skeletonOf } from '../../../server/claims/confusables.ts'
import { Refusal } from '../../../server/http/errors.ts'
import { network } from '../../../server/http/network.ts'
import { listAccounts } from '../../../server/state/accounts.ts'
import { approveClaim, denyClaim, listClaims } from '../../../server/state/claims.ts'
import { type Answer, edition, posted, type Running, running } from '../fixture.ts'
import { closedAfterTest, served } from '../served.ts'

const { holders, server } = await served(undefined, { now: Date.now })
// one address makes every request of these tests, and each begins with its limits unused
beforeEach(() => holders.state.db.deleteFrom('attempt').execute())
afterEach(() => holders.state.db.deleteFrom('claim').execute())

type Headers = Record<string, string>
const create = (body: unknown = {}, headers: Headers = {}, at: Running = server) =>
  at.get('/api/agent/claims', posted(body, headers))
const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>
interface Begun {
  readonly claim_code: string
  readonly claim_token: string
}
const begun = async (body: unknown = {}) => json(await create(body)) as unknown as Begun
const poll = (code: string, token: string, method = 'GET') =>
  server.get(`/api/agent/claims/${code}`, { method, headers: { authorization: `Bearer ${token}` } })
const approve = async (code: string, plan = 'basic') => {
  const owner = (await listAccounts(holders.state)).find((account) => account.plan === plan)!
  await approveClaim(holders.state, code, owner.id, { by: 'ada', now: Date.now() })
}

describe('an agent', () => {
  test('creates a claim, polls, and receives its key once', async () => {
    const created = await create({ client_name: '@prereason/mcp 0.5.4 (linux)', purpose: 'MCP bridge for x' })
    const body = json(created)
    const { claim_code: code, claim_token: token } = body as unknown as Begun
    expect([created.status, created.headers['cache-control'], created.headers.location]).toEqual([
      201,
      'no-store',
      `http://127.0.0.1:${server.port}/api/agent/claims/${code}`,
    ])
    expect(body).toEqual({
      claim_code: expect.stringMatching(/^MB-[A-Z2-9]{4}-[A-Z2-9]{4}$/),
      claim_token: expect.stringMatching(/^mbc_[\w-]{43}$/),
      status: 'pending',
      approve_url: `http://127.0.0.1:${server.port}/claim/${code}`,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
      expires_in: 900,
      poll: {
        url: `http://127.0.0.1:${server.port}/api/agent/claims/${code}`,
        method: 'GET',
        header: 'Authorization: Bearer <claim_token>',
        interval_seconds: 5,
      },
      instructions: expect.stringContaining(code),
      docs: `http://127.0.0.1:${server.port}/docs/keys#keys-for-agents`,
    })
    expect(json(await poll(code, token))).toMatchObject({ status: 'pending', claim_code: code, poll_interval: 5 })
    await approve(code)
    const head = await poll(code, token, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    const answer = await poll(code, token)
    const approved = json(answer)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(approved).toMatchObject({
      status: 'approved',
      claim_code: code,
      api_key: expect.stringMatching(/^mb_live_[A-Za-z0-9_-]{36}$/),
      delivered_once: true,
      key: { name: 'Agent: @prereason/mcp 0.5.4 (linux)', scopes: ['read'] },
      account: { tier: 'basic', limits: { per_hour: 120, per_day: 2_000 } },
      how_to_use: { x_api_key: 'X-API-Key: <api_key>' },
    })
    const key = String(approved['api_key'])
    expect((approved['key'] as { prefix: string }).prefix).toBe(key.slice(0, 12))
    expect((await server.get('/api/btc', { headers: { 'x-api-key': key } })).status).toBe(200)
    const again = await poll(code, token)
    expect([json(again)['status'], again.text.includes(key)]).toEqual(['delivered', false])
    const logged = JSON.stringify(server.lines)
    for (const secret of [key, token, code]) expect(logged).not.toContain(secret)
  })

  test('in a sandbox receives a key that begins otherwise than a live one', async () => {
    const sandbox = await running(edition({ edition: 'e1', sample: true }), { gate: holders.gate, now: Date.now })
    closedAfterTest(sandbox)
    const { claim_code: code, claim_token: token } = await begun()
    await approve(code)
    const polled = await sandbox.get(`/api/agent/claims/${code}`, { headers: { authorization: `Bearer ${token}` } })
    expect(json(polled)['api_key']).toMatch(/^mb_test_[A-Za-z0-9]{36}$/)
  })

  test('learns that it was denied', async () => {
    const { claim_code: code, claim_token: token } = await begun()
    await denyClaim(holders.state, code, null, { by: 'ada', now: Date.now() })
    const answer = await poll(code, token)
    expect([answer.status, json(answer)['status']]).toEqual([200, 'denied'])
  })

  test('learns why an approved claim has no key, and whether waiting helps', async () => {
    const owner = (await listAccounts(holders.state)).find(({ plan }) => plan === 'free')!
    const first = await begun({ client_name: 'one' })
    await approve(first.claim_code, 'free')
    await poll(first.claim_code, first.claim_token)
    const { claim_code: code, claim_token: token } = await begun({ client_name: 'two' })
    await approve(code, 'free')
    const full = json(await poll(code, token))
    expect(full).toMatchObject({ status: 'approved', error: 'KEY_LIMIT_REACHED', active_keys: 2, max_keys: 2 })
    expect(Object.keys(full)).not.toContain('retry_after')
    await holders.state.db.updateTable('account').set({ suspended_at: 1 }).where('id', '=', owner.id).execute()
    const failed = json(await poll(code, token))
    expect(failed).toMatchObject({ status: 'approved', error: 'KEY_ISSUE_FAILED', retry_after: 30 })
  })

  test('is told of payments only while they are on', async () => {
    const sold = { enabled: true, sandbox: false, x402: { version: 2, networks: [] }, mpp: null }
    const gate = { ...holders.gate, payments: () => ({ status: () => sold }) as never }
    const shop = closedAfterTest(await running(edition({ edition: 'e1' }), { gate, now: Date.now }))
    expect(json(await create({}, {}, shop))['without_a_human']).toEqual({
      summary: expect.stringContaining('x402'),
      quickstart: `http://127.0.0.1:${shop.port}/prices#pay`,
    })
  })
})

describe('refused', () => {
  test('whoever polls with anything wrong gets one answer', async () => {
    const { claim_code: code, claim_token: token } = await begun()
    const answers = await Promise.all([
      poll('MB-AAAA-AAAA', token),
      poll('a%20b', token),
      poll("'", token),
      poll('x'.repeat(300), token),
      poll(code, `${token}x`),
      poll(code, 'x'.repeat(4_000)),
      server.get(`/api/agent/claims/${code}`),
      server.get(`/api/agent/claims/${code}`, { headers: { 'x-api-key': token } }),
      server.get(`/api/agent/claims/${code}`, { headers: { authorization: `Basic ${token}` } }),
    ])
    const bodies = new Set(answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, '')))
    expect([...bodies]).toEqual([expect.stringContaining('"error":"CLAIM_NOT_FOUND"')])
    const heads = new Set(
      answers.map(({ status, headers: { date, 'x-request-id': id, ...rest } }) => JSON.stringify([status, rest])),
    )
    expect(heads.size).toBe(1)
  })

  test.each<[string, unknown, Headers, number, string, string]>([
    ['a name that is too long', { client_name: 'x'.repeat(65) }, {}, 400, 'VALIDATION_ERROR', 'client_name'],
    ['a purpose that is too long', { purpose: 'x'.repeat(201) }, {}, 400, 'VALIDATION_ERROR', 'purpose'],
    ['a version that is too long', { client_version: '1'.repeat(33) }, {}, 400, 'VALIDATION_ERROR', 'client_version'],
    ['a name that is no text', { client_name: 7 }, {}, 400, 'VALIDATION_ERROR', 'client_name'],
    ['a name with a URL', { client_name: 'see https://x.example' }, {}, 400, 'VALIDATION_ERROR', 'client_name'],
    ['a list', [], {}, 400, 'VALIDATION_ERROR', 'body'],
    ['what is no JSON', '{', {}, 400, 'INVALID_REQUEST', ''],
    ['a form', 'client_name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'INVALID_REQUEST', 'content-type'],
    ['5 KB', { purpose: 'x'.repeat(5_000) }, {}, 413, 'BODY_TOO_LARGE', ''],
    ['an Idempotency-Key with a space', {}, { 'idempotency-key': 'a b' }, 400, 'VALIDATION_ERROR', 'idempotency-key'],
  ])('%s', async (_, body, headers, status, error, field) => {
    const answer = await create(body, headers)
    expect([answer.status, json(answer)['error'], json(answer)['field'] ?? '']).toEqual([status, error, field])
    expect(await listClaims(holders.state, Date.now())).toEqual([])
  })

  test('nobody who says nothing of themselves', async () => {
    for (const body of ['', '{}', '{"client_name":null,"other":1}', '{"client_name":" "}'])
      expect((await create(body)).status).toBe(201)
    expect((await listClaims(holders.state, Date.now())).map((claim) => claim.client_name)).toEqual(Array(4).fill(null))
  })

  test('an address after 5 claims in an hour, whatever it says in its headers', async () => {
    const forged = (i: number) => ({
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
    })
    const answers = await Promise.all(Array.from({ length: 25 }, (_each, i) => create({}, forged(i))))
    expect(answers.filter(({ status }) => status === 201).length).toBe(5)
    const refused = answers.find(({ status }) => status !== 201)!
    expect(json(refused)).toMatchObject({ error: 'RATE_LIMITED', status: 429, retry_after: expect.any(Number) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  })

  test('an address after 30 polls in a minute, with and without a claim', async () => {
    const { claim_code: code, claim_token: token } = await begun()
    const answers = await Promise.all(Array.from({ length: 40 }, (_each, i) => poll(i % 2 ? code : 'MB-AAAA-AAAA', token)))
    expect(answers.filter(({ status }) => status === 429).length).toBe(10)
    expect(json(answers.find(({ status }) => status === 429)!)).toMatchObject({ error: 'RATE_LIMITED' })
  })

  test('an address, and the service, with too many claims that wait', async () => {
    const { claim_code: code } = await begun()
    const row = await holders.state.db.selectFrom('claim').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const rows = (count: number, of: string) =>
      Array.from({ length: count }, (_each, i) => ({
        ...row,
        code: `${of}-${i}`,
        network: of === 'other' ? `${of}${i}` : row.network,
      }))
    await holders.state.db.insertInto('claim').values(rows(4, 'own')).execute()
    expect(json(await create())).toMatchObject({ status: 429, error: 'CLAIM_RATE_LIMITED', retry_after: expect.any(Number) })
    await holders.state.db.updateTable('claim').set({ network: 'elsewhere' }).execute()
    await holders.state.db.insertInto('claim').values(rows(495, 'other')).execute()
    expect(json(await create())).toMatchObject({ status: 503, error: 'CLAIM_CAPACITY', retry_after: expect.any(Number) })
  })

  test('an Idempotency-Key with another body, and repeated, not at all', async () => {
    const headers = { 'idempotency-key': '3f0c' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ purpose: 'a' }, headers)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await listClaims(holders.state, Date.now())).length).toBe(1)
    expect(json(await create({ purpose: 'b' }, headers))).toMatchObject({ status: 422, error: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('everyone while the store does not answer', async () => {
    const broken = await running(edition({ edition: 'e1' }), {
      gate: { ...holders.gate, atDesk: async () => Promise.reject(new Refusal('STATE_UNAVAILABLE', 'Retry.')) },
    })
    closedAfterTest(broken)
    expect((await create({}, {}, broken)).status).toBe(503)
  })
})

describe('the name of a client', () => {
  const refusal = (body: unknown): string => {
    try {
      return JSON.stringify(readClaimRequest(body))
    } catch (error) {
      return (error as Refusal).code
    }
  }

  test.each([
    '@prereason/mcp 0.5.4 (linux)',
    'Claude Code 2.1',
    'Node.js agent',
    'Ada’s desk',
    'エージェント',
    'x'.repeat(64),
    '🦊'.repeat(64),
    '<b>bold</b>',
  ])('may be %s', (name) => {
    expect(readClaimRequest({ client_name: name }).client_name).toBe(name)
  })

  test.each([
    'http://x',
    'www.x',
    'evil.example',
    'x.com/claim',
    'evil。com',
    'javascript:alert(1)',
    'a\u202eb',
    'a\nb',
    'a\0b',
    '\ud800',
    'a\u200bb',
    // characters that look like a dot, and names in other alphabets that look like domains
    'evil\u2024com',
    'evil\uff0ecom',
    'evil\uff61com',
    'evil\u0701com',
    'evil\ua4f8com',
    '\u0435vil.\u0441om',
    'ｅｖｉｌ．ｃｏｍ',
  ])('may not be %j', (name) => {
    expect(refusal({ client_name: name })).toBe('VALIDATION_ERROR')
  })

  test.each([
    ['Scout\u00a0 \u3000 1', 'Scout 1'],
    ['\u2003Scout\u2009', 'Scout'],
    ['Ｃｌａｕｄｅ', 'Claude'],
    ['\u{1d402}laude', 'Claude'],
    ['Cafe\u0301', 'Café'],
  ])('of %j is kept as %j', (name, kept) => {
    expect(readClaimRequest({ client_name: name }).client_name).toBe(kept)
  })

  test.each([
    ['\u0421laude', 'Claude'],
    ['C\u04cfaude', 'Claude'],
    ['\u13dflaude', 'Claude'],
    ['Cl\u0251ude', 'Claude'],
    ['\u{10404}penAI', 'OpenAI'],
    ['Claude C\u043ede', 'Claude Code'],
  ])('of %j is seen as %j', (name, seen) => {
    expect(skeletonOf(name)).toBe(seen)
  })

  test.each(['Claude Code 2.1', 'Ada’s desk', 'エージェント', 'Éclair', 'ミスター・エージェント'])(
    'of %s is seen as it is',
    (name) => {
      expect(skeletonOf(name)).toBe(name)
    },
  )

  test.each(['1.0.0-beta.exp', 'v2.1', '0.5.4'])('with the version %s', (version) => {
    expect(readClaimRequest({ client_version: version }).client_version).toBe(version)
  })

  test('with a version that is an address: refused', () => {
    expect([refusal({ client_version: 'x.com' }), refusal({ client_version: '1 https://x' })]).toEqual(
      Array(2).fill('VALIDATION_ERROR'),
    )
    expect(readClaimRequest({ purpose: 'to read https://x.example daily' }).purpose).toContain('https')
  })
})

test('all addresses of one /64 are one network', () => {
  expect(new Set(['2001:db8::1', '2001:db8:0:0:ffff::9', '2001:db8::a:b:c:d'].map(network)).size).toBe(1)
  expect(network('2001:db8:0:1::1')).not.toBe(network('2001:db8::1'))
  expect(network('::ffff:192.0.2.7')).toBe('192.0.2.7')
})
