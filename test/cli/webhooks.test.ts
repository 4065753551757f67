import { expect, test } from 'vitest'
import { command as webhooks } from '../../cli/commands/webhooks.ts'
import { readSettings } from '../../cli/settings.ts'
import { listAudit } from '../../server/state/audit.ts'
import { listWebhooks } from '../../server/state/webhooks.ts'
import { registered } from '../server/webhooks/receiver.ts'
import { runOf } from './command.ts'
import { stateHome } from './state-home.ts'

const store = stateHome()
const settings = readSettings({})
const printed = (action: Parameters<typeof webhooks.action>[2], id?: string, message?: string, json = true): Promise<string> =>
  store.printed(() => webhooks.action(runOf(settings, { json }), { home: store.folder, by: 'ada' }, action, id, message))
const answered = async (action: Parameters<typeof webhooks.action>[2], id?: string, message?: string) =>
  JSON.parse(await printed(action, id, message))

test('an operator sees, tests, pauses, resumes, rotates, replays and deletes; each change is in the audit log under their name', async () => {
  expect(await printed('list', undefined, undefined, false)).toBe('no webhooks\n')
  const { webhook, secret } = await registered(store.state, 'https://hooks.example.com/secret-path')
  const { id, account } = webhook
  expect(await answered('test', id)).toMatchObject({ id, message: expect.stringMatching(/^msg_/) })
  const { deliveries } = await answered('deliveries', id)
  expect(deliveries).toMatchObject([{ type: 'webhook.test', state: 'waiting', attempts: 0 }])
  expect(await answered('list')).toMatchObject({ count: 1, waiting: 1, webhooks: [{ id, account, state: 'active' }] })
  const table = await printed('list', undefined, undefined, false)
  expect(table).toContain('1 message waits, the oldest since ')
  expect(table).not.toContain(secret)
  await store.state.db.updateTable('webhook_delivery').set({ state: 'delivered', attempts: 1, status: 204 }).execute()
  expect(await printed('deliveries', id, undefined, false)).toContain('204')
  expect(await answered('replay', id, deliveries[0].id)).toEqual({ id, message: deliveries[0].id })
  expect(await answered('pause', id)).toEqual({ id, state: 'paused' })
  await expect(printed('test', id)).rejects.toMatchObject({ code: 'NOT_ACTIVE' })
  await store.state.db.updateTable('webhook').set({ state: 'disabled', reason: 'failing' }).execute()
  expect(await printed('list', undefined, undefined, false)).toContain('disabled: failing')
  expect(await answered('resume', id)).toEqual({ id, state: 'active' })
  expect((await answered('rotate', id)).secret).toMatch(/^whsec_/)
  expect(await answered('delete', id)).toEqual({ id, deleted: true })
  expect(await listWebhooks(store.state)).toEqual([])
  const done = (await listAudit(store.state, { account })).filter(({ by }) => by === 'ada')
  expect(done.map(({ what }) => what.slice(8)).reverse()).toEqual([
    'tested',
    'replayed',
    'paused',
    'resumed',
    'rotated',
    'deleted',
  ])
})

test('wrong use names the next step', async () => {
  await expect(printed('test')).rejects.toMatchObject({ code: 'ID_MISSING' })
  await expect(printed('test', 'wh_none')).rejects.toMatchObject({ code: 'WEBHOOK' })
  const { webhook } = await registered(store.state, 'https://hooks.example.com/')
  await expect(printed('replay', webhook.id)).rejects.toMatchObject({ code: 'MESSAGE_MISSING' })
  await expect(printed('replay', webhook.id, 'msg_none')).rejects.toMatchObject({ code: 'MESSAGE' })
})
