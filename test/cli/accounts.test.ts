import { expect, test } from 'vitest'
import { command as accounts } from '../../cli/commands/accounts.ts'
import { command as audit } from '../../cli/commands/audit.ts'
import { command as keys } from '../../cli/commands/keys.ts'
import { command as webhooks } from '../../cli/commands/webhooks.ts'
import { readSettings } from '../../cli/settings.ts'
import { recordAudit } from '../../server/state/audit.ts'
import { resetPassword } from '../../server/state/people.ts'
import { runOf } from './command.ts'
import { stateHome } from './state-home.ts'

const store = stateHome()
const { printed } = store
const settings = readSettings({ BRIEFING_URL: 'https://briefings.example' })
const json = { json: true }
const by = 'ada'
const ofAccounts = (action: Parameters<typeof accounts.action>[2], id?: string, options: object = {}) =>
  printed(() => accounts.action(runOf(settings, json), { home: store.folder, by, ...options }, action, id))
const ofKeys = (action: Parameters<typeof keys.action>[2], id?: string, options: object = {}) =>
  printed(() => keys.action(runOf(settings, json), { home: store.folder, by, ...options }, action, id))
const keyMade = async (options: object) => JSON.parse(await ofKeys('create', undefined, options))
const ofAudit = (action: Parameters<typeof audit.action>[2], options: object = {}, global: object = {}) =>
  printed(() => audit.action(runOf(settings, global), { home: store.folder, ...options }, action))

test('a reset prints a link that works once; an account that only had keys needs an address', async () => {
  const made = await keyMade({ plan: 'pro', name: 'desk' })
  await expect(ofAccounts('reset', made.account)).rejects.toMatchObject({ code: 'EMAIL' })
  await expect(ofAccounts('reset', made.account, { email: 'nobody' })).rejects.toMatchObject({ code: 'EMAIL' })
  await expect(ofAccounts('reset', 'acct_none')).rejects.toMatchObject({ code: 'ACCOUNT' })
  const issued = JSON.parse(await ofAccounts('reset', made.account, { email: 'Desk@Example.com' }))
  expect(issued).toMatchObject({ id: made.account, email: 'desk@example.com' })
  const [, code] = /^https:\/\/briefings\.example\/reset\?code=([\w-]{43})$/.exec(issued.link)!
  const set = { password: 'hash', keys: [], passkeys: [], webhooks: [] }
  const person = { actor: 'person', address: '203.0.113.9', now: Date.now() } as const
  const use = () => resetPassword(store.state, code!, set, person)
  expect([await use(), await use()]).toEqual([made.account, null])
  const other = await keyMade({ plan: 'free' })
  await expect(ofAccounts('reset', other.account, { email: 'desk@example.com' })).rejects.toMatchObject({ code: 'EMAIL' })
})

test('an account that does not exist is an error, not an empty list', async () => {
  const options = { home: store.folder, account: 'nope' }
  const error = { name: 'NotFoundError', code: 'ACCOUNT', message: 'no account nope; to see the ids: briefing accounts list' }
  await expect(ofAudit('list', { account: 'nope' })).rejects.toMatchObject(error)
  await expect(ofAudit('export', { account: 'nope' })).rejects.toMatchObject(error)
  await expect(webhooks.action(runOf(settings), options, 'list', undefined, undefined)).rejects.toMatchObject(error)
  await recordAudit(store.state.db, { now: 1 }, { what: 'account.deleted', account: 'acct_gone' })
  expect(await ofAudit('list', { account: 'acct_gone' })).toContain('account.deleted')
})

test('what was done is listed, filtered and exported, with who did it', async () => {
  const made = await keyMade({ plan: 'pro', name: '=cmd' })
  await ofAccounts('change', made.account, { plan: 'basic' })
  await ofAccounts('suspend', made.account)
  await ofAccounts('resume', made.account)
  await ofKeys('revoke', made.id)
  const { count, audit: rows } = JSON.parse(await ofAudit('list', { account: made.account }, json))
  expect(count).toBe(6)
  expect(rows.map(({ what, by: who, actor }: Record<string, string>) => [what, who, actor])).toEqual(
    expect.arrayContaining([
      ['key.revoked', by, 'operator'],
      ['account.resumed', by, 'operator'],
      ['account.suspended', by, 'operator'],
      ['account.changed', by, 'operator'],
      ['key.created', by, 'operator'],
      ['account.created', by, 'operator'],
    ]),
  )
  expect((await ofAudit('list', { limit: '2' })).trimEnd().split('\n')).toHaveLength(3)
  expect(await ofAudit('list', { since: '2999-01-01' })).toBe('nothing was done\n')
  const csv = await ofAudit('export')
  expect([csv.split('\r\n').length, csv.startsWith('time,what,account,key,actor,by,address,detail\r\n')]).toEqual([8, true])
  expect(csv).not.toContain(made.key)
})
