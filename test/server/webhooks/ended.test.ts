import { afterEach, describe, expect, test } from 'vitest'
import type { ChangeEvent } from '../../../pipeline/editions/reader.ts'
import { type CreatedKey, createAccount, revokeKey, rotateKey } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { approveClaim, createClaim, pollClaim } from '../../../server/state/claims.ts'
import type { State } from '../../../server/state/open.ts'
import { deleteAccount } from '../../../server/state/people.ts'
import { leaseWebhook } from '../../../server/state/webhook-queue.ts'
import { createWebhook, listWebhooks, mostWebhooks, type Webhook } from '../../../server/state/webhooks.ts'
import { type DeliveryWorker, openDelivery } from '../../../server/webhooks/delivery.ts'
import type { PostMessage } from '../../../server/webhooks/post.ts'
import { claimed, claimOf, terms } from '../../state/claim-model.ts'
import { eachTestOn, kinds } from '../../state/stores.ts'
import { changed } from '../events/made.ts'
import { madeKey } from '../key-holders.ts'
import { until } from './receiver.ts'

const day = 86_400_000

describe.each(kinds)('what a key registered ends with it, on %s', (_, kind) => {
  /** As two processes hold the store. */
  let states: State[]
  let state: State
  let clock: number
  let events: ChangeEvent[]
  let posted: string[]
  let open: DeliveryWorker[]
  eachTestOn(kind, (opened) => {
    states = opened
    state = opened[0]!
    clock = Date.now()
    events = []
    posted = []
    open = []
  })
  afterEach(() => Promise.all(open.map((each) => each.close())))

  const taken: PostMessage = async (url) => {
    posted.push(url)
    return { kind: 'answered', status: 204, retryAfter: null }
  }
  function deliver(post: PostMessage = taken): void {
    const feed = () => ({ events, issuersNamed: async () => new Set<string>() })
    const log = { warn: (message: string, facts: object) => console.error(message, facts) } as never
    const now = () => clock
    open.push(openDelivery({ state, feed, post, holder: 'p', log, now, wall: now, random: () => 0, pollMs: 20 }))
  }
  function publish(): void {
    events.push(changed(events.length + 1, clock))
    for (const each of open) each.wake()
  }
  const account = async () => (await createAccount(state, { name: 'a', plan: 'pro', now: clock })).id
  const keyOf = (owner: string, more: { name?: string; expiresAt?: number } = {}) =>
    madeKey(state, owner, { now: clock, ...more })
  const register = (owner: string, key: string | null, name: string, at: State = state) =>
    createWebhook(
      at,
      { account: owner, url: `https://${name}.example/`, filter: {}, idempotency: null },
      { key, now: clock, actor: 'person' },
    )
  async function registered(owner: string, key: string | null, name: string): Promise<Webhook> {
    const made = await register(owner, key, name)
    if (made.kind !== 'created') throw new Error(made.kind)
    return made.webhook
  }
  const lease = (id: string) => leaseWebhook(state, id, { holder: 'q', now: clock, leaseMs: 1 })

  test('0 of 100 webhooks survive their revoked key, and those that a person registered stay', async () => {
    const webhooks: Webhook[] = []
    const doers = [{ by: 'ada', now: clock }, { actor: 'person', now: clock } as const]
    const keys: CreatedKey[] = []
    for (let at = 0; at < 10; at++) {
      const owner = await account()
      keys.push(await keyOf(owner))
      for (let n = 0; n < mostWebhooks; n++) webhooks.push(await registered(owner, keys[at]!.id, `hook${at}-${n}`))
    }
    const person = await registered(await account(), null, 'person')
    for (const { id } of webhooks) expect(await lease(id)).not.toBeNull()
    await state.db.updateTable('webhook').set({ lease_until: 0 }).execute()
    for (const [at, key] of keys.entries())
      expect(await revokeKey(state, key.id, doers[at % 2]!, at % 2 === 1 ? key.account : undefined)).toBe(true)
    for (const { id } of webhooks) expect(await lease(id)).toBeNull()
    expect((await listWebhooks(state)).map(({ id }) => id)).toEqual([person.id])
    clock += 1_000
    deliver()
    publish()
    await until(() => posted.length > 0)
    clock += day
    publish()
    await until(() => posted.length > 1)
    expect(posted).toEqual(['https://person.example/', 'https://person.example/'])
    const ended = (await listAudit(state, { account: keys[0]!.account })).filter(({ what }) => what === 'webhook.deleted')
    expect(ended).toHaveLength(mostWebhooks)
    expect(JSON.parse(ended[0]!.detail!)).toEqual({
      webhook: expect.any(String),
      host: expect.stringMatching(/^hook0-\d\.example$/),
      ended_with: keys[0]!.id,
    })
  })

  test('a message on its way when the key is revoked is not tried again', async () => {
    const owner = await account()
    const key = await keyOf(owner)
    await registered(owner, key.id, 'slow')
    clock += 1_000
    let answer = () => {}
    deliver(async (url) => {
      posted.push(url)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { kind: 'answered', status: 500, retryAfter: null }
    })
    publish()
    await until(() => posted.length === 1)
    await revokeKey(state, key.id, { now: clock })
    answer()
    clock += 3 * day
    publish()
    await open[0]!.close()
    deliver()
    clock += 1_000
    await registered(await account(), null, 'other')
    clock += 1_000
    publish()
    await until(() => posted.length > 1)
    expect(posted).toEqual(['https://slow.example/', 'https://other.example/'])
    const waiting = state.db.selectFrom('webhook_delivery').select('id').where('state', '=', 'waiting')
    await until(async () => (await waiting.execute()).length === 0)
  })

  test('with the moment the key expires, before anybody has cleaned up', async () => {
    const owner = await account()
    const key = await keyOf(owner, { expiresAt: clock + 1_000 })
    const { id } = await registered(owner, key.id, 'short')
    expect(await lease(id)).not.toBeNull()
    clock += 1_000
    expect([await lease(id), (await register(owner, key.id, 'late')).kind]).toEqual([null, 'gone'])
    deliver()
    publish()
    await until(async () => (await listWebhooks(state)).length === 0)
    const [row] = await listAudit(state, { account: owner })
    expect([row!.what, row!.actor, posted]).toEqual(['webhook.deleted', 'server', []])
  })

  test('not with a rotation, which passes it to the new key, and then with that one', async () => {
    const owner = await account()
    const key = await keyOf(owner)
    const { id } = await registered(owner, key.id, 'passed')
    const rotated = await rotateKey(state, key.id, { prefix: 'mb', overlap: 1_000, now: clock })
    if (typeof rotated === 'string') throw new Error(rotated)
    clock += day
    expect(await lease(id)).toMatchObject({ key: rotated.made.id })
    await revokeKey(state, rotated.made.id, { now: clock })
    expect(await listWebhooks(state)).toEqual([])
  })

  test('with a key that the claim of an agent of the same name replaces, and with the account', async () => {
    const owner = await account()
    await registered(owner, (await keyOf(owner, { name: 'Agent: x' })).id, 'replaced')
    const { code, token } = claimed(await createClaim(state, claimOf({ client_name: 'x' }), terms, clock))
    await approveClaim(state, code, owner, { now: clock })
    await pollClaim(state, { code, token, deliver: true }, terms, clock)
    expect(await listWebhooks(state)).toEqual([])
    await registered(owner, (await keyOf(owner)).id, 'deleted')
    expect(await deleteAccount(state, owner, { now: clock })).toBe(true)
    expect(await listWebhooks(state)).toEqual([])
  })

  test('also what is registered while the key is being revoked', async () => {
    for (let round = 0; round < 10; round++) {
      const owner = await account()
      const key = await keyOf(owner)
      const many = Array.from({ length: 4 }, (_each, n) => register(owner, key.id, `race${n}`, states[n % 2]!))
      await Promise.all([...many, revokeKey(states[1]!, key.id, { now: clock })])
      expect(await listWebhooks(state, owner)).toEqual([])
    }
  })
})
