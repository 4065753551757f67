import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSettings } from '../../cli/settings.ts'
import { webhooks } from '../../cli/webhooks.ts'
import { listAudit } from '../../server/state/audit.ts'
import { openState, type State } from '../../server/state/open.ts'
import { listWebhooks } from '../../server/state/webhooks.ts'
import { registered } from '../server/webhooks/receiver.ts'

let home: string
let state: State
let written: string[]
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'briefing-webhooks-'))
  state = await openState(join(home, 'state.sqlite'))
  written = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await state.close()
  await rm(home, { recursive: true, force: true })
})

const settings = readSettings({})
async function printed(action: Parameters<typeof webhooks>[1], id?: string, message?: string, json = true): Promise<string> {
  written.length = 0
  await webhooks(settings, action, id, message, { home, by: 'ada' }, { json })
  return written.join('')
}
const answered = async (action: Parameters<typeof webhooks>[1], id?: string, message?: string) =>
  JSON.parse(await printed(action, id, message))

test('an operator sees, tests, pauses, resumes, rotates, replays and deletes; each change is in the audit log under their name', async () => {
  expect(await printed('list', undefined, undefined, false)).toBe('no webhooks\n')
  const { webhook, secret } = await registered(state, 'https://hooks.example.com/secret-path')
  const { id, account } = webhook
  expect(await answered('test', id)).toMatchObject({ id, message: expect.stringMatching(/^msg_/) })
  const { deliveries } = await answered('deliveries', id)
  expect(deliveries).toMatchObject([{ type: 'webhook.test', state: 'waiting', attempts: 0 }])
  expect(await answered('list')).toMatchObject({ count: 1, waiting: 1, webhooks: [{ id, account, state: 'active' }] })
  const table = await printed('list', undefined, undefined, false)
  expect(table).toContain('1 message waits, the oldest since ')
  expect(table).not.toContain(secret)
  await state.db.updateTable('webhook_delivery').set({ state: 'delivered', attempts: 1, status: 204 }).execute()
  expect(await printed('deliveries', id, undefined, false)).toContain('204')
  expect(await answered('replay', id, deliveries[0].id)).toEqual({ id, message: deliveries[0].id })
  expect(await answered('pause', id)).toEqual({ id, state: 'paused' })
  await expect(printed('test', id)).rejects.toMatchObject({ code: 'NOT_ACTIVE' })
  await state.db.updateTable('webhook').set({ state: 'disabled', reason: 'failing' }).execute()
  expect(await printed('list', undefined, undefined, false)).toContain('disabled: failing')
  expect(await answered('resume', id)).toEqual({ id, state: 'active' })
  expect((await answered('rotate', id)).secret).toMatch(/^whsec_/)
  expect(await answered('delete', id)).toEqual({ id, deleted: true })
  expect(await listWebhooks(state)).toEqual([])
  const done = (await listAudit(state, { account })).filter(({ by }) => by === 'ada')
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
  const { webhook } = await registered(state, 'https://hooks.example.com/')
  await expect(printed('replay', webhook.id)).rejects.toMatchObject({ code: 'MESSAGE_MISSING' })
  await expect(printed('replay', webhook.id, 'msg_none')).rejects.toMatchObject({ code: 'MESSAGE' })
})
