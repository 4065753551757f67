import { afterEach, describe, expect, test } from 'vitest'
import { createAccount, revokeKey } from '../../../server/state/accounts.ts'
import { ask, posted, running } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { closedAfterTest, served } from '../served.ts'
import { callOf } from './clients.ts'

const { holders, server } = await served(undefined, {}, { perHour: 6, perDay: 100 })
afterEach(() => {
  server.lines.length = 0
})

/** As the bridges of agents send it: no header says which revision of the protocol they speak. */
const post = (message: unknown, headers: Record<string, string> = {}) =>
  ask(server.port, '/api/mcp', posted(message, { accept: 'application/json, text/event-stream', ...headers }))
const pulse = { briefing: 'btc.pulse' }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('the endpoint', () => {
  test('answers requests with JSON, and notifications with 202 and nothing', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bridge', version: '0.5.4' } },
    }
    const begun = await post(initialize)
    expect([begun.status, begun.headers['content-type'], begun.headers['mcp-session-id']]).toEqual([
      200,
      'application/json',
      undefined,
    ])
    expect(JSON.parse(begun.text)).toMatchObject({
      id: 0,
      result: { protocolVersion: '2025-06-18', serverInfo: { title: 'Market briefings' } },
    })
    // no list changes under a client, and no message says so
    const unchanging = { listChanged: false }
    expect(JSON.parse(begun.text).result.capabilities).toEqual({ tools: unchanging, prompts: unchanging, resources: unchanging })
    const noted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([noted.status, noted.text]).toEqual([202, ''])
    const listed = await post({ jsonrpc: '2.0', id: 'a', method: 'tools/list' })
    expect([listed.status, JSON.parse(listed.text)]).toMatchObject([
      200,
      { id: 'a', result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'list_briefings' })]) } },
    ])
    expect(JSON.parse((await post({ jsonrpc: '2.0', id: 1, method: 'ping' })).text)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    })
  })

  test('takes POST alone: GET is 405, HEAD 200', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers, text } = await ask(server.port, '/api/mcp', { method })
      expect([method, status, headers.allow, JSON.parse(text)]).toMatchObject([
        method,
        405,
        'POST',
        { error: 'METHOD_NOT_ALLOWED' },
      ])
    }
    expect(await ask(server.port, '/api/mcp', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })

  test('answers a list of messages one by one, and refuses an empty or a long one', async () => {
    const both = await post([callOf(1, 'list_briefings'), callOf(2, 'get_context', pulse)])
    expect(
      JSON.parse(both.text).map(({ id, result }: { id: number; result: { isError?: boolean } }) => [id, result.isError ?? false]),
    ).toEqual([
      [1, false],
      [2, true],
    ])
    for (const list of [[], Array.from({ length: 11 }, (_, id) => callOf(id, 'list_briefings'))]) {
      const { status, text } = await post(list)
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: { code: -32_600 } }])
    }
  })

  test.each([
    ['no JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['no message', '"hello"', {}, 400, -32_600],
    ['too long', JSON.stringify(callOf(1, 'x'.repeat(70_000))), {}, 413, -32_000],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415, -32_000],
    ['compressed', '{}', { 'content-encoding': 'gzip' }, 415, -32_000],
  ])('refuses a body that is %s with an error of JSON-RPC', async (_, body, headers, status, code) => {
    const answer = await post(body, headers)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { jsonrpc: '2.0', error: { code } }])
  })

  test('names what there is where a tool, prompt, resource or method does not exist', async () => {
    const wrong = [
      [callOf(1, 'get_contexts'), -32_602, 'get_context'],
      [{ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'a' } }, -32_602, 'daily_market_briefing'],
      [{ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }, -32_602, 'briefings://guide'],
      [{ jsonrpc: '2.0', id: 1, method: 'tasks/list' }, -32_601, ''],
    ] as const
    for (const [message, code, words] of wrong) {
      const { error } = JSON.parse((await post(message)).text)
      expect([message, error.code, error.message]).toEqual([message, code, expect.stringContaining(words)])
    }
  })

  test('says 503 in the words of HTTP before there is an edition', async () => {
    const early = closedAfterTest(await running(null))
    const { text } = await ask(early.port, '/api/mcp', posted(callOf(1, 'list_briefings')))
    expect(JSON.parse(JSON.parse(text).result.content[0].text)).toMatchObject({ error: 'NOT_READY', retry_after: 10 })
  })
})

describe('a call', () => {
  const fresh = async () => {
    const account = await createAccount(holders.state, { name: 'fresh', plan: 'pro', now: 0 })
    return madeKey(holders.state, account.id)
  }

  test('counts once, with those over HTTP, and past the limit is 429 with the id of the request', async () => {
    const headers = bearer(holders.keys.basic)
    expect((await server.get('/api/btc/pulse', { headers })).headers['x-ratelimit-remaining']).toBe('5')
    expect((await post(callOf(1, 'get_context', pulse), headers)).status).toBe(200)
    for (const open of ['list_briefings', 'list_metrics', 'get_health']) await post(callOf(2, open), headers)
    // refused: not counted
    await post(callOf(3, 'get_context', { briefing: 'btc.full' }), headers)
    const batch = await post([callOf(4, 'get_context', pulse), callOf(5, 'get_metric', { metric: 'vix' })], headers)
    expect(JSON.parse(batch.text)).toHaveLength(2)
    expect((await server.get('/api/btc/pulse', { headers })).headers['x-ratelimit-remaining']).toBe('1')
    expect((await post(callOf(6, 'get_context', pulse), headers)).status).toBe(200)
    const over = await post(callOf('last', 'get_context', pulse), headers)
    expect([over.status, over.headers['retry-after'], over.headers['x-ratelimit-remaining']]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
      '0',
    ])
    const { id, error } = JSON.parse(over.text)
    expect([id, error.code]).toEqual(['last', -32_029])
    expect(error.message).toMatch(/^Hourly limit reached \(6\/hr\)\. Resets \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.$/)
    expect((await server.get('/api/btc/pulse', { headers })).status).toBe(429)
  })

  test('with a revoked key is 401 with an error of JSON-RPC from the moment it is revoked', async () => {
    const { key, id } = await fresh()
    expect((await post(callOf(1, 'get_context', pulse), bearer(key))).status).toBe(200)
    await revokeKey(holders.state, id, { now: 1 })
    await expect
      .poll(async () => {
        const { status, headers, text } = await post(callOf(2, 'get_context', pulse), bearer(key))
        return [status, headers['www-authenticate'], JSON.parse(text)]
      })
      .toMatchObject([
        401,
        expect.stringMatching(/^Bearer/),
        { id: 2, error: { code: -32_001, message: expect.stringContaining('invalid or expired') } },
      ])
    expect((await post(callOf(3, 'list_briefings'), bearer(key))).status).toBe(200)
    const health = JSON.parse((await post(callOf(4, 'get_health'), bearer(key))).text)
    expect(health.result.structuredContent.account).toEqual({ key: 'invalid', tier: null, remaining: null })
  })

  test('is in the log with its plan and key, and its key is not', async () => {
    await post(callOf(1, 'get_metric', { metric: 'vix' }), bearer(holders.keys.pro))
    await expect
      .poll(() => server.lines.find(({ route, plan }) => route === '/api/mcp' && plan === 'pro'))
      .toMatchObject({ method: 'POST', status: 200, key: expect.any(String) })
    expect(JSON.stringify(server.lines)).not.toContain(holders.keys.pro)
  })
})
