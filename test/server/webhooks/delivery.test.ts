import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChangeEvent } from '../../../pipeline/editions/reader.ts'
import { retryWaitsMs } from '../../../server/delivery/schedule.ts'
import { changeAccount } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import type { State } from '../../../server/state/open.ts'
import {
  deliveryFigures,
  listDeliveries,
  queueTest,
  type ListedDelivery as Row,
  redeliver,
} from '../../../server/state/webhook-deliveries.ts'
import { leaseWebhook } from '../../../server/state/webhook-queue.ts'
import { changeWebhook, deleteWebhook, replaceWebhookSecret, webhookById } from '../../../server/state/webhooks.ts'
import { type DeliveryWorker, openDelivery } from '../../../server/webhooks/delivery.ts'
import { guardedPost, resolverOf } from '../../../server/webhooks/post.ts'
import { eachTestOn, kinds } from '../../state/stores.ts'
import { changed, filed } from '../events/made.ts'
import { closedAfterTest } from '../served.ts'
import { openReceiver, registered, until } from './receiver.ts'

const local = guardedPost({ local: true, resolve: resolverOf(true) })
const hour = 3_600_000

describe.each(kinds)('deliveries on %s', (_, kind) => {
  let state: State
  /** The clock of every process of a test. */
  let clock: number
  let events: ChangeEvent[]
  let open: DeliveryWorker[]
  eachTestOn(kind, ([opened]) => {
    state = opened!
    clock = Date.now()
    events = []
    open = []
  })
  // before the store is closed: each test opens another
  afterEach(() => Promise.all(open.map((each) => each.close())))

  const receiver: typeof openReceiver = async (react) => closedAfterTest(await openReceiver(react))
  function deliver(more: Partial<Parameters<typeof openDelivery>[0]> = {}): DeliveryWorker {
    const delivery = openDelivery({
      state,
      feed: () => ({ events, issuersNamed: async (names) => new Set(names.map((name) => `us:${name}`)) }),
      post: local,
      holder: `process ${open.length}`,
      log: { warn: (message, facts) => console.error(message, facts) },
      now: () => clock,
      wall: () => clock,
      random: () => 0,
      pollMs: 50,
      ...more,
    })
    open.push(delivery)
    return delivery
  }
  const publish = (count: number, tier = 'free') => {
    const from = events.length
    for (let i = 1; i <= count; i++) events.push(changed(from + i, clock, { tier }))
    for (const each of open) each.wake()
  }
  const rows = (webhook: string): Promise<Row[]> => listDeliveries(state, webhook, 100)
  const settled = (webhook: string) => until(async () => (await rows(webhook)).every((row) => row.state !== 'waiting'))

  test('an event arrives once, as the record of the feed, signed with both versions', async () => {
    const { arrived, url } = await receiver()
    const { webhook, secret } = await registered(state, `${url}/hook`, { now: clock })
    deliver()
    publish(1)
    await until(() => arrived.length === 1)
    await settled(webhook.id)
    const [{ headers, body, path }] = arrived as [(typeof arrived)[0]]
    expect([path, headers['content-type'], headers['content-length']]).toEqual([
      '/hook',
      'application/json',
      String(Buffer.byteLength(body)),
    ])
    expect(JSON.parse(body)).toMatchObject({ id: '1', type: 'state.changed', briefing: 'btc.pulse', from: 'calm', to: 'rising' })
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1a,\S{88}$/)
    expect(await rows(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204, delivered_at: clock }])
    expect(await webhookById(state, webhook.id)).toMatchObject({ cursor: 1, failures: 0, last_delivered_at: clock })
  })

  test('what happened before an address was registered is not sent to it, and what its plan does not read neither', async () => {
    const { arrived, url } = await receiver()
    publish(2)
    clock += 1_000
    const { webhook } = await registered(state, url, { now: clock })
    await changeAccount(state, webhook.account, { plan: 'basic' }, { now: clock })
    deliver()
    publish(1, 'pro')
    publish(1, 'basic')
    await until(() => arrived.length === 1)
    await settled(webhook.id)
    expect(arrived.map(({ body }) => JSON.parse(body).id)).toEqual(['4'])
  })

  test('filings reach an address that names the company and their kind, and no other', async () => {
    const named = await receiver()
    const other = await receiver()
    const of = { now: clock, filter: { companies: ['A'], kinds: ['material-event' as const] } }
    const { webhook } = await registered(state, named.url, of)
    await registered(state, other.url, { now: clock })
    deliver()
    events.push(filed(1, clock, 'us:A', ['material-event']))
    events.push(filed(2, clock, 'us:B', ['material-event']))
    events.push(filed(3, clock, 'us:A', ['ownership-report']))
    publish(1)
    await until(() => named.arrived.length === 2 && other.arrived.length === 1)
    await settled(webhook.id)
    expect(named.arrived.map(({ body }) => JSON.parse(body).id)).toEqual(['1', '4'])
    expect(other.arrived.map(({ body }) => JSON.parse(body).id)).toEqual(['4'])
  })

  test('a failing address is tried on the schedule under one id, then disabled with a notice in the audit log', async () => {
    const { arrived, url } = await receiver(() => 500)
    const { webhook } = await registered(state, url, { now: clock })
    const delivery = deliver()
    publish(1)
    for (let attempt = 1; attempt <= retryWaitsMs.length; attempt++) {
      await until(() => arrived.length === attempt)
      await until(async () => (await rows(webhook.id))[0]!.attempts === attempt)
      const [row] = (await rows(webhook.id)) as [Row]
      expect(row.state).toBe(attempt < retryWaitsMs.length ? 'waiting' : 'failed')
      if (row.state === 'waiting') expect(row.next_at - clock).toBe(retryWaitsMs[attempt])
      clock = row.next_at
      delivery.wake()
    }
    expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(arrived.map(({ headers }) => headers['webhook-signature'])).size).toBe(retryWaitsMs.length)
    expect(await webhookById(state, webhook.id)).toMatchObject({ state: 'disabled', reason: 'failing', failures: 10 })
    expect(await listAudit(state, { account: webhook.account, limit: 1 })).toMatchObject([
      { what: 'webhook.disabled', actor: 'server', detail: JSON.stringify({ webhook: webhook.id, reason: 'failing' }) },
    ])
  })

  test('a resumed address gets what happened meanwhile, in the order of the events', async () => {
    let status = 410
    const { arrived, url } = await receiver(() => status)
    const { webhook } = await registered(state, url, { now: clock })
    deliver()
    publish(3)
    await until(async () => (await webhookById(state, webhook.id))!.state === 'disabled')
    expect(await webhookById(state, webhook.id)).toMatchObject({ reason: 'gone' })
    publish(2)
    status = 200
    arrived.length = 0
    expect(await changeWebhook(state, webhook, 'active', { now: clock })).toMatchObject({ state: 'active', reason: null })
    for (const each of open) each.wake()
    await until(() => arrived.length === 4)
    await settled(webhook.id)
    expect(arrived.map(({ body }) => JSON.parse(body).id)).toEqual(['2', '3', '4', '5'])
  })

  test('a paused address is sent nothing; an account that may not read events neither', async () => {
    const { arrived, url } = await receiver()
    const { webhook } = await registered(state, url, { now: clock })
    const { webhook: other } = await registered(state, `${url}/other`, { now: clock })
    await changeWebhook(state, webhook, 'paused', { now: clock })
    deliver()
    publish(1)
    await until(() => arrived.length === 1)
    await changeAccount(state, other.account, { plan: 'free' }, { now: clock })
    publish(1)
    await queueTest(state, other, { now: clock })
    for (const each of open) each.wake()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(arrived.map(({ path }) => path)).toEqual(['/other'])
  })

  test('an address that is overloaded is left alone for the time it asks', async () => {
    let reactions = 0
    const { arrived, url } = await receiver(() =>
      reactions++ === 0 ? (res) => res.writeHead(429, { 'retry-after': '120' }).end() : 204,
    )
    const { webhook } = await registered(state, url, { now: clock })
    const delivery = deliver()
    publish(3)
    await until(async () => (await rows(webhook.id)).some(({ attempts }) => attempts === 1))
    expect(await webhookById(state, webhook.id)).toMatchObject({ not_before: clock + 120_000 })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(arrived).toHaveLength(1)
    clock += 120_000
    delivery.wake()
    await settled(webhook.id)
    expect(arrived).toHaveLength(4)
    // what was never tried goes first
    expect(arrived.map(({ body }) => JSON.parse(body).id)).toEqual(['1', '2', '3', '1'])
  })

  test('two processes send each event once, one at a time', async () => {
    let [now, most] = [0, 0]
    const { arrived, url } = await receiver(() => (res) => {
      most = Math.max(most, ++now)
      setTimeout(() => {
        now--
        res.writeHead(200).end()
      }, 2)
    })
    const { webhook } = await registered(state, url, { now: clock })
    deliver()
    deliver()
    for (let i = 0; i < 10; i++) {
      publish(5)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await until(() => arrived.length >= 50)
    await settled(webhook.id)
    expect([arrived.length, most, new Set(arrived.map(({ headers }) => headers['webhook-id'])).size]).toEqual([50, 1, 50])
    expect(arrived.map(({ body }) => Number(JSON.parse(body).id))).toEqual(events.map(({ cursor }) => cursor))
  })

  test('a dead address delays no other', async () => {
    const { arrived, url } = await receiver()
    const dead = await receiver(() => () => {})
    // as many as would take every place
    for (let i = 0; i < 8; i++) await registered(state, `${dead.url}/${i}`, { now: clock })
    const { webhook } = await registered(state, url, { now: clock })
    const post = guardedPost({ local: true, resolve: resolverOf(true) }, { connectMs: 300, wholeMs: 300 })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let hangs = false
    deliver({
      async post(address, headers, body) {
        if (hangs && address.startsWith(dead.url)) await released
        return await post(address, headers, body)
      },
      log: { warn() {} },
      now: () => Math.floor(performance.timeOrigin + performance.now()),
      most: 8,
    })
    publish(1)
    await until(() => arrived.length === 1)
    // from now on the dead ones are known as such: they have half of the places, and keep them
    await until(async () => (await deliveryFigures(state)).failures.size === 8)
    clock = Date.now()
    hangs = true
    for (const { id } of await state.db.selectFrom('webhook').select('id').execute())
      await state.db.updateTable('webhook_delivery').set({ next_at: 0 }).where('webhook', '=', id).execute()
    publish(1)
    await until(() => arrived.length === 2)
    expect((await deliveryFigures(state)).failures.size).toBe(8)
    release()
    await settled(webhook.id)
  })

  test('a delivery whose record was lost is sent again under its id when the lease has run out', async () => {
    const { arrived, url } = await receiver()
    const { webhook } = await registered(state, url, { now: clock })
    publish(1)
    // a process that took the lease and ended
    expect(await leaseWebhook(state, webhook.id, { holder: 'dead', now: clock, leaseMs: 60_000 })).not.toBeNull()
    const delivery = deliver()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(arrived).toHaveLength(0)
    clock += 60_001
    delivery.wake()
    await until(() => arrived.length === 1)
    await settled(webhook.id)
  })

  test('a replay sends the same message again; tests are signed alike; nothing is sent after a deletion', async () => {
    const { arrived, url } = await receiver()
    const { webhook, secret } = await registered(state, url, { now: clock })
    const delivery = deliver()
    publish(1)
    await until(() => arrived.length === 1)
    await settled(webhook.id)
    const [{ id }] = (await rows(webhook.id)) as [Row]
    const doer = { now: clock, oldest: clock - 30 * 24 * hour }
    expect(await redeliver(state, webhook, id, { ...doer, oldest: clock + 1 })).toBe('too old')
    expect(await redeliver(state, webhook, 'msg_other', doer)).toBe('no delivery')
    expect(await redeliver(state, webhook, id, doer)).toMatchObject({ state: 'waiting', attempts: 0 })
    delivery.wake()
    await until(() => arrived.length === 2)
    expect(arrived[1]!.headers['webhook-id']).toBe(arrived[0]!.headers['webhook-id'])
    expect(arrived[1]!.body).toBe(arrived[0]!.body)
    await queueTest(state, webhook, { now: clock })
    delivery.wake()
    await until(() => arrived.length === 3)
    const { body, headers } = arrived[2]!
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
      webhook: webhook.id,
    })
    await settled(webhook.id)
    expect(await deleteWebhook(state, webhook, { now: clock })).toBe(true)
    expect(await deleteWebhook(state, webhook, { now: clock })).toBe(false)
    publish(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([arrived.length, await rows(webhook.id)]).toEqual([3, []])
  })

  test('for a day after a rotation both secrets verify, then the new one alone', async () => {
    const { arrived, url } = await receiver()
    const { webhook, secret } = await registered(state, url, { now: clock })
    const rotated = (await replaceWebhookSecret(state, webhook, { now: clock }))!
    expect(rotated.secret).not.toBe(secret)
    const delivery = deliver()
    const verifies = (by: string) => {
      const { body, headers } = arrived.at(-1)!
      try {
        // the time in the message is that of the test
        const at = String(Math.floor(Date.now() / 1_000))
        if (Math.abs(Number(headers['webhook-timestamp']) - Number(at)) > 300) return 'late'
        new Verifier(by).verify(body, headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    }
    publish(1)
    await until(() => arrived.length === 1)
    expect([verifies(secret), verifies(rotated.secret)]).toEqual([true, true])
    await settled(webhook.id)
    await state.db.updateTable('webhook').set({ previous_until: clock }).execute()
    await queueTest(state, webhook, { now: clock })
    delivery.wake()
    await until(() => arrived.length === 2)
    expect([verifies(secret), verifies(rotated.secret)]).toEqual([false, true])
    const [row] = await state.db.selectFrom('webhook').select(['secret', 'previous_secret', 'signing_key']).execute()
    expect(JSON.stringify(row)).not.toMatch(/whs/)
  })
})
