import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command as accounts } from '../../cli/commands/accounts.ts'
import { command as keys } from '../../cli/commands/keys.ts'
import { localKey, revokeLocalKeys } from '../../cli/commands/start.ts'
import { readSettings } from '../../cli/settings.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { keyHolder, type ListedKey } from '../../server/state/accounts.ts'
import { isWellFormedKey, newKey, secretHash } from '../../server/state/key.ts'
import { artifact, publication } from '../editions/documents.ts'
import { runOf } from './command.ts'
import { stateHome } from './state-home.ts'

const store = stateHome()
const settings = readSettings({ BRIEFING_KEY_PREFIX: 'lr' })
const said = async (command: () => Promise<void>) => JSON.parse(await store.printed(command))
const ofKeys = (action: Parameters<typeof keys.action>[2], id?: string, options: object = {}) =>
  said(() => keys.action(runOf(settings, { json: true }), { home: store.folder, ...options }, action, id))
const ofAccounts = (action: Parameters<typeof accounts.action>[2], id?: string, options: object = {}) =>
  said(() => accounts.action(runOf(settings, { json: true }), { home: store.folder, ...options }, action, id))

const holderOf = (key: string) => keyHolder(store.state, secretHash(key))

test('a key of a home with sample data begins otherwise than a live one', async () => {
  await publish(folderBlobs(store.folder), publication([artifact('briefing/btc.pulse', 'v1')]))
  const made = await ofKeys('create', undefined, { plan: 'pro', name: 'desk' })
  expect([isWellFormedKey(made.key), made.key.startsWith('lr_test_')]).toEqual([true, true])
})

test('a key is made with its account, told once, listed without itself, and revoked', async () => {
  const made = await ofKeys('create', undefined, { plan: 'pro', name: 'desk' })
  expect(made).toMatchObject({ id: expect.stringMatching(/^key_/), plan: 'pro', name: 'desk' })
  expect([isWellFormedKey(made.key), made.key.startsWith('lr_live_')]).toEqual([true, true])
  expect(await holderOf(made.key)).toMatchObject({ plan: 'pro', perHour: 300, perDay: 5_000 })
  const listed = await ofKeys('list')
  expect(listed).toMatchObject({ count: 1, keys: [{ id: made.id, prefix: made.key.slice(0, 12), revoked_at: null }] })
  expect(JSON.stringify(listed)).not.toContain(made.key)
  expect(await ofKeys('revoke', made.id)).toEqual({ id: made.id, revoked: true })
  expect(await holderOf(made.key)).toBeNull()
  await expect(ofKeys('revoke', made.id)).rejects.toMatchObject({ code: 'KEY' })
})

test('an account has as many keys as its plan allows, and may change', async () => {
  const first = await ofKeys('create', undefined, { plan: 'free', name: 'a' })
  const second = await ofKeys('create', undefined, { account: first.account, name: 'b' })
  await expect(ofKeys('create', undefined, { account: first.account, name: 'c' })).rejects.toMatchObject({
    code: 'TOO_MANY_KEYS',
  })
  await ofAccounts('change', first.account, { plan: 'basic', perHour: '7', perDay: 'plan' })
  expect(await holderOf(second.key)).toMatchObject({ plan: 'basic', perHour: 7, perDay: 2_000 })
  expect(await ofAccounts('list')).toMatchObject({ count: 1, accounts: [{ id: first.account, plan: 'basic', keys: 2 }] })
})

test.each([
  [() => ofKeys('create', undefined, { plan: 'gold' }), 'PLAN'],
  [() => ofKeys('create', undefined, { account: 'acct_none' }), 'ACCOUNT'],
  [() => ofKeys('create', undefined, { plan: 'pro', expires: '2027-02-30' }), 'EXPIRES'],
  [() => ofKeys('create', undefined, { plan: 'pro', expires: '2020-01-01' }), 'EXPIRES'],
  [() => ofKeys('create', undefined, { plan: 'pro', name: newKey('mb', 'live').key }), 'NAME_IS_KEY'],
  [() => ofKeys('revoke', newKey('mb', 'live').key), 'ID_IS_KEY'],
  [() => ofKeys('rotate', 'key_none'), 'KEY'],
  [() => ofKeys('rotate', 'key_none', { overlap: 'long' }), 'OVERLAP'],
  [() => ofAccounts('suspend', 'acct_none'), 'ACCOUNT'],
  [() => ofKeys('revoke'), 'ID_MISSING'],
  [() => ofAccounts('change', 'acct_none', { plan: 'pro' }), 'ACCOUNT'],
  [() => ofAccounts('change', 'acct_none'), 'CHANGE'],
  [() => ofAccounts('change', 'acct_none', { perHour: 'many' }), 'CALLS'],
])('wrong use %#: %s', async (command, code) => {
  await expect(command()).rejects.toMatchObject({ code })
})

test('a key says who made it and when it expires, is replaced by another, and its account may be suspended', async () => {
  const first = await ofKeys('create', undefined, { plan: 'pro', name: 'desk', by: 'ada', expires: '2100-01-01' })
  expect(first.expires_at).toBe(Date.UTC(2100, 0, 1))
  const second = await ofKeys('rotate', first.id, { overlap: '1h', by: 'bea' })
  expect(second).toMatchObject({ replaces: first.id, name: 'desk', account: first.account, plan: 'pro' })
  const { keys: rows } = await ofKeys('list')
  expect(rows).toMatchObject([
    { id: first.id, made_by: 'ada', replaced_by: second.id },
    { id: second.id, made_by: 'bea', replaced_by: null, expires_at: null, last_used_at: null },
  ])
  expect(Math.abs(rows[0].expires_at - Date.now() - 3_600_000)).toBeLessThan(60_000)
  await expect(ofKeys('rotate', first.id)).rejects.toMatchObject({ code: 'REPLACED' })
  expect(await ofAccounts('suspend', first.account)).toEqual({ id: first.account, suspended: true })
  expect(await holderOf(second.key)).toMatchObject({ suspended: true })
  await ofAccounts('resume', first.account)
  expect(await holderOf(second.key)).toMatchObject({ suspended: false })
})

describe('the key of a sandbox', () => {
  test('is the same at each start, though only its hash is stored', async () => {
    const first = await localKey(settings, store.folder, 1)
    expect([isWellFormedKey(first), first.startsWith('lr_test_')]).toEqual([true, true])
    expect(await localKey(settings, store.folder, 2)).toBe(first)
    expect(await holderOf(first)).toMatchObject({ plan: 'pro' })
    expect(await ofKeys('list')).toMatchObject({ count: 1, keys: [{ name: 'local', made_by: 'briefing start' }] })
    const tables = ['account', 'key', 'secret'] as const
    const stored = await Promise.all(tables.map((table) => store.state.db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(stored)).not.toContain(first)
    expect((await stat(join(store.folder, 'state.sqlite'))).mode & 0o077).toBe(0)
  })

  test('is another in another home, and with another prefix', async () => {
    const first = await localKey(settings, store.folder, 1)
    const other = await localKey(readSettings({ BRIEFING_KEY_PREFIX: 'zz' }), store.folder, 2)
    const elsewhere = await localKey(settings, join(store.folder, 'elsewhere'), 1)
    expect(new Set([first, other, elsewhere].map((key) => key.slice(8, 38))).size).toBe(3)
  })

  test('that was revoked, rotated or revoked again is replaced and never comes back', async () => {
    const shown: string[] = []
    for (const end of ['revoke', 'rotate', 'revoke'] as const) {
      shown.push(await localKey(settings, store.folder, Date.now()))
      const { keys: rows } = await ofKeys('list')
      const prefix = shown.at(-1)!.slice(0, 12)
      const isStanding = (row: ListedKey) => row.prefix === prefix && row.revoked_at === null && row.replaced_by === null
      await ofKeys(end, rows.find(isStanding).id, { overlap: '0m' })
      const holder = await holderOf(shown.at(-1)!)
      expect(holder === null || holder.expiresAt! <= Date.now()).toBe(true)
    }
    const last = await localKey(settings, store.folder, Date.now())
    expect(new Set([...shown, last]).size).toBe(4)
    expect(await holderOf(last)).toMatchObject({ plan: 'pro' })
  })

  test('stops working once the home is no sandbox', async () => {
    const key = await localKey(settings, store.folder, 1)
    const own = await ofKeys('create', undefined, { plan: 'pro', name: 'desk' })
    await revokeLocalKeys(settings, store.folder, 2)
    expect([await holderOf(key), await holderOf(own.key)]).toEqual([null, expect.objectContaining({ plan: 'pro' })])
  })
})
