import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { revokeKey } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { closedAfter } from '../../closed-after.ts'
import { changed } from '../events/made.ts'
import { type Answer, edition, fakeReader } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { served } from '../served.ts'
import { openReceiver, until } from './receiver.ts'
import refused from './routes.json' with { type: 'json' }

const reader = fakeReader(edition({ edition: 'e1' }))
const receiver = closedAfter(await openReceiver())
const holding = { perHour: 10_000, perDay: 10_000, webhooks: { reader, local: true } }
const { holders, server } = await served(undefined, { now: Date.now }, holding)
beforeEach(async () => {
  await holders.state.db.deleteFrom('webhook_delivery').execute()
  await holders.state.db.deleteFrom('webhook').execute()
})

type Headers = Record<string, string>
const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>
const call = (
  method: string,
  path: string,
  { key = holders.keys.pro, body, headers = {} }: { key?: string | null; body?: unknown; headers?: Headers } = {},
) =>
  server.get(path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const create = (more: object = {}, options: { key?: string; headers?: Headers } = {}) =>
  call('POST', '/api/webhooks', { body: { url: `${receiver.url}/hook`, ...more }, ...options })

describe('an account', () => {
  test('registers an address, tests it, reads what became of it, sends it again and deletes it', async () => {
    receiver.arrived.length = 0
    const made = await create({ types: ['state.changed'], companies: ['mstr'] })
    const body = json(made)
    const { id, secret } = body as { id: string; secret: string }
    expect([made.status, made.headers['cache-control'], made.headers['x-service-tier']]).toEqual([201, 'no-store', 'pro'])
    expect(body).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-f]{32}$/),
      url: `${receiver.url}/hook`,
      format: 'standard',
      state: 'active',
      changed_at: expect.stringMatching(/Z$/),
      types: ['state.changed'],
      companies: ['MSTR'],
      kinds: null,
      public_key: expect.stringMatching(/^whpk_/),
      secret: expect.stringMatching(/^whsec_/),
      failures: 0,
      last_delivered_at: null,
      created_at: expect.stringMatching(/Z$/),
    })
    const listed = await call('GET', '/api/webhooks')
    expect(json(listed)).toMatchObject({ count: 1, webhooks: [{ id, state: 'active' }] })
    expect(listed.text).not.toContain('whsec_')
    const queued = await call('POST', `/api/webhooks/${id}/test`)
    expect([queued.status, json(queued)['type'], json(queued)['event']]).toEqual([202, 'webhook.test', null])
    await until(() => receiver.arrived.length === 1)
    const { headers, body: sent } = receiver.arrived[0]!
    expect(new Verifier(secret).verify(sent, headers as Headers)).toMatchObject({ type: 'webhook.test', webhook: id })
    // an edition with an event
    reader.adopt(edition({ edition: 'e2', events: [changed(1, Date.now() + 1_000)] }))
    await until(() => receiver.arrived.length === 2)
    const deliveries = async () =>
      json(await call('GET', `/api/webhooks/${id}/deliveries`))['deliveries'] as {
        id: string
        state: string
        event: string | null
      }[]
    await until(async () => (await deliveries()).every(({ state }) => state === 'delivered'))
    const event = (await deliveries()).find((each) => each.event === '1')!
    expect(event).toMatchObject({ status: 204, attempts: 1, fault: null, type: 'state.changed' })
    expect((await call('POST', `/api/webhooks/${id}/deliveries/${event.id}/replay`)).status).toBe(202)
    await until(() => receiver.arrived.length === 3)
    expect(receiver.arrived[2]!.headers['webhook-id']).toBe(event.id)
    const rotated = json(await call('POST', `/api/webhooks/${id}/rotate`))
    expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/), previous_secret_until: expect.any(String) })
    expect(rotated['secret']).not.toBe(secret)
    expect(json(await call('POST', `/api/webhooks/${id}/pause`))).toMatchObject({ state: 'paused' })
    expect(json(await call('POST', `/api/webhooks/${id}/test`))).toMatchObject({ error: 'WEBHOOK_STATE', status: 409 })
    expect(json(await call('POST', `/api/webhooks/${id}/resume`))).toMatchObject({ state: 'active' })
    expect(json(await call('DELETE', `/api/webhooks/${id}`))).toEqual({ id, deleted: true })
    expect(json(await call('GET', `/api/webhooks/${id}/deliveries`))).toMatchObject({ error: 'WEBHOOK_NOT_FOUND' })
    const { account } = (await listAudit(holders.state, { limit: 1 }))[0]!
    const done = (await listAudit(holders.state, { account })).filter(({ what }) => what.startsWith('webhook.'))
    expect(done.map(({ what }) => what.slice(8)).reverse()).toEqual([
      ...['created', 'tested', 'replayed', 'rotated', 'paused', 'resumed', 'deleted'],
    ])
    for (const { key, address, detail } of done) {
      expect([key?.startsWith('key_'), address]).toEqual([true, '127.0.0.1'])
      expect(detail).not.toContain('/hook')
    }
    const logged = JSON.stringify(server.lines)
    for (const hidden of [secret, String(rotated['secret']), '/hook']) expect(logged).not.toContain(hidden)
  })

  test('gets the same answer to a repeated registration, and 422 to another one with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const [first, second] = [await create({}, { headers }), await create({}, { headers })]
    expect([first.status, second.text === first.text]).toEqual([201, true])
    expect(json(await create({ types: ['company.news'] }, { headers }))).toMatchObject({ error: 'IDEMPOTENCY_KEY_REUSED' })
    // another account has keys of its own
    expect(json(await create({}, { headers, key: holders.keys.basic }))['id']).not.toBe(json(first)['id'])
    const many = await Promise.all(Array.from({ length: 10 }, () => create({}, { headers: { 'idempotency-key': 'two' } })))
    expect(new Set(many.map(({ text }) => text)).size).toBe(1)
  })

  test('has no webhook any more whose key was revoked, and those of its other keys', async () => {
    const stays = json(await create())['id']
    const { account } = await holders.state.db.selectFrom('webhook').select('account').executeTakeFirstOrThrow()
    const made = await madeKey(holders.state, account)
    expect((await create({}, { key: made.key })).status).toBe(201)
    await revokeKey(holders.state, made.id, { now: Date.now() })
    expect(json(await call('GET', '/api/webhooks'))).toMatchObject({ count: 1, webhooks: [{ id: stays }] })
  })

  test('has at most ten', async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, () => create()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(json(answers.find(({ status }) => status !== 201)!)).toMatchObject({ error: 'WEBHOOK_LIMIT', status: 409 })
  })
})

describe('refused', () => {
  const paths = (id: string, delivery: string) =>
    [
      ['DELETE', `/api/webhooks/${id}`],
      ['POST', `/api/webhooks/${id}/rotate`],
      ['POST', `/api/webhooks/${id}/test`],
      ['POST', `/api/webhooks/${id}/pause`],
      ['POST', `/api/webhooks/${id}/resume`],
      ['GET', `/api/webhooks/${id}/deliveries`],
      ['POST', `/api/webhooks/${id}/deliveries/${delivery}/replay`],
    ] as const

  test("another account's webhook is one that does not exist", async () => {
    const { id } = json(await create()) as { id: string }
    await call('POST', `/api/webhooks/${id}/test`)
    const row = await holders.state.db.selectFrom('webhook_delivery').select('id').executeTakeFirstOrThrow()
    const bare = ({ status, text }: Answer) => [status, text.replace(/"request_id":"[^"]*"/, '')]
    const unknown = paths('wh_none', 'msg_none')
    for (const [at, [method, path]] of paths(id, row.id).entries()) {
      const foreign = await call(method, path, { key: holders.keys.enterprise })
      expect(bare(foreign)).toEqual(bare(await call(method, unknown[at]![1], { key: holders.keys.enterprise })))
      expect(json(foreign)).toMatchObject({ error: 'WEBHOOK_NOT_FOUND', status: 404 })
    }
    // nor does a delivery of one belong to another
    const other = json(await create()) as { id: string }
    const mixed = await call('POST', `/api/webhooks/${other.id}/deliveries/${row.id}/replay`)
    expect(json(mixed)).toMatchObject({ error: 'DELIVERY_NOT_FOUND' })
    expect(json(await call('GET', '/api/webhooks', { key: holders.keys.enterprise }))).toEqual({ count: 0, webhooks: [] })
  })

  test('the free plan 403, no key 401, a revoked key 401', async () => {
    for (const [method, path] of [
      ['GET', '/api/webhooks'],
      ['POST', '/api/webhooks'],
      ...paths('wh_none', 'msg_none'),
    ] as const) {
      expect(json(await call(method, path, { key: holders.keys.free }))).toMatchObject({
        error: 'PLAN_REQUIRED',
        plan: 'free',
        needs: 'basic',
      })
      expect(json(await call(method, path, { key: null }))).toMatchObject({ error: 'KEY_REQUIRED', status: 401 })
      expect(json(await call(method, path, { key: holders.keys.revoked }))).toMatchObject({ error: 'KEY_INVALID', status: 401 })
    }
    expect((await create({}, { key: holders.keys.basic })).status).toBe(201)
  })

  test.each(refused as [object, string][])('a body that says %j, with the member', async (body, field) => {
    const answer = await call('POST', '/api/webhooks', { body })
    expect(json(answer)).toMatchObject({ status: 400, field })
    expect(await holders.state.db.selectFrom('webhook').select('id').execute()).toEqual([])
  })
})
