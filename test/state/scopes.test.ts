import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, insertKey, listKeys, revokeKey, rotateKey } from '../../server/state/accounts.ts'
import { record } from '../../server/state/audit.ts'
import { migrations } from '../../server/state/migrations.ts'
import { openState } from '../../server/state/open.ts'
import { createWebhook, listWebhooks } from '../../server/state/webhooks.ts'
import { kinds } from './stores.ts'

describe.each(kinds)('a store of before scopes, on %s', (_, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  test('gives claimed keys the scope read, others account, and webhooks to the keys that registered them', async () => {
    const state = await openState(await kind.place())
    const { id: account } = await createAccount(state, { name: 'a', plan: 'pro', now: 1 })
    const key = (name: string, by?: string) =>
      state.db
        .transaction()
        .execute((within) =>
          insertKey(within, { account, name, prefix: 'mb', mode: 'live', scope: 'read', now: 1, by: by ?? null }, 'pro'),
        )
    const [own, operators, claimed, gone] = [
      await key('own'),
      await key('operators', 'ada'),
      await key('Agent: x', 'claim MB-AAAA-AAAA'),
      await key('gone'),
    ]
    await rotateKey(state, claimed.id, { prefix: 'mb', overlap: 9, now: 2 })
    await rotateKey(state, own.id, { prefix: 'mb', overlap: 9, now: 2, by: 'ada' })
    await revokeKey(state, gone.id, { now: 3 })
    const keyNamed = async (name: string) =>
      (await listKeys(state, account)).find((each) => each.name === name && each.replaced_by === null)!.id
    const registered = async (by: string | null) => {
      const input = { account, url: 'https://a.example/', filter: {}, idempotency: null }
      const made = await createWebhook(state, input, { now: 1 })
      if (made.kind !== 'created') throw new Error(made.kind)
      const { id } = made.webhook
      await state.db.deleteFrom('audit').where('detail', 'like', `%${id}%`).execute()
      const what = { what: 'webhook.created', account, key: by, detail: { webhook: id } } as const
      await record(state.db, { now: 1 }, what)
      return state.db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    }
    const rows = [await registered(own.id), await registered(operators.id), await registered(gone.id), await registered(null)]
    const db = state.db as unknown as Kysely<unknown>
    await db.schema.dropTable('webhook_delivery').execute()
    await db.schema.dropTable('webhook').execute()
    await db.schema.alterTable('key').dropColumn('scope').execute()
    await migrations['0008-webhooks']!.up(db)
    await state.db
      .insertInto('webhook')
      .values(rows.map(({ key: _key, ...row }) => row as (typeof rows)[number]))
      .execute()
    await migrations['0009-scopes']!.up(db)
    const scopes = (await listKeys(state, account)).map(({ name, scope }) => `${name}: ${scope}`)
    expect(scopes.sort()).toEqual([
      ...['Agent: x: read', 'Agent: x: read', 'gone: account', 'operators: account', 'own: account', 'own: account'],
    ])
    const keysOf = new Map((await listWebhooks(state)).map(({ id, key: by }) => [id, by]))
    expect(rows.map(({ id }) => keysOf.get(id))).toEqual([await keyNamed('own'), operators.id, gone.id, null])
    await state.close()
  })
})
