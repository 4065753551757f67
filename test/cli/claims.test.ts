import { expect, test } from 'vitest'
import { command as accounts } from '../../cli/commands/accounts.ts'
import { command as claims } from '../../cli/commands/claims.ts'
import { readSettings } from '../../cli/settings.ts'
import { listAccounts } from '../../server/state/accounts.ts'
import { createClaim, pollClaim } from '../../server/state/claims.ts'
import { claimed, claimOf, terms } from '../state/claim-model.ts'
import { runOf } from './command.ts'
import { stateHome } from './state-home.ts'

const store = stateHome()
const settings = readSettings({})
const printed = (
  action: Parameters<typeof claims.action>[2],
  code?: string,
  options: object = {},
  json = true,
): Promise<string> =>
  store.printed(() => claims.action(runOf(settings, { json }), { home: store.folder, by: 'ada', ...options }, action, code))
const answered = async (...asked: Parameters<typeof printed>) => JSON.parse(await printed(...asked))
const created = async (more = {}) => claimed(await createClaim(store.state, claimOf(more), terms, Date.now()))
const poll = ({ code, token }: { code: string; token: string }) =>
  pollClaim(store.state, { code, token, deliver: true }, terms, Date.now())

test('a claim is approved for a new account, and its agent alone sees the key', async () => {
  const claim = await created({ client_name: 'Scout', purpose: 'daily notes' })
  expect(await answered('list', undefined, { pending: true })).toMatchObject({ count: 1, claims: [{ code: claim.code }] })
  expect(await printed('show', claim.code.toLowerCase(), {}, false)).toMatch(
    /says it is +Scout[\s\S]*says it is for +daily notes/,
  )
  const approved = await answered('approve', claim.code, { plan: 'basic' })
  expect(approved).toMatchObject({ code: claim.code, state: 'approved', key_name: 'Agent: Scout' })
  expect(await listAccounts(store.state)).toMatchObject([{ id: approved.account, plan: 'basic', name: 'Scout' }])
  const polled = await poll(claim)
  if (polled?.kind !== 'delivered') throw new Error('no key')
  const shown = await printed('show', claim.code)
  expect(JSON.parse(shown)).toMatchObject({ state: 'delivered', decided_by: 'ada', key: polled.made.id })
  expect([shown.includes(polled.made.key), shown.includes(claim.token)]).toEqual([false, false])
  expect(await answered('list', undefined, { pending: true })).toEqual({ count: 0, claims: [] })
})

test('a claim is approved for an account, and denied; neither twice', async () => {
  const first = await created()
  const { account } = await answered('approve', first.code, { plan: 'free' })
  const second = await created()
  expect(await answered('approve', second.code, { account })).toMatchObject({ account })
  const third = await created()
  expect(await answered('deny', third.code)).toEqual({ code: third.code, state: 'denied' })
  expect((await poll(third))?.claim).toMatchObject({ state: 'denied', decided_by: 'ada' })
  for (const { code } of [first, second, third]) {
    await expect(printed('approve', code, { account })).rejects.toMatchObject({ code: 'DECIDED' })
    await expect(printed('deny', code)).rejects.toMatchObject({ code: 'DECIDED' })
  }
})

test('what is wrong is named, and nothing is decided or created', async () => {
  const { code } = await created()
  await expect(printed('show')).rejects.toMatchObject({ code: 'CODE_MISSING' })
  for (const wrong of ['MB-AAAA-AAAA', 'nothing', "'; --"])
    await expect(printed('show', wrong)).rejects.toMatchObject({ code: 'CLAIM' })
  for (const whose of [{}, { account: 'acct_x', plan: 'free' }])
    await expect(printed('approve', code, whose)).rejects.toMatchObject({ code: 'WHOSE' })
  await expect(printed('approve', code, { account: 'acct_x' })).rejects.toMatchObject({ code: 'ACCOUNT' })
  await expect(printed('approve', code, { plan: 'gold' })).rejects.toMatchObject({ code: 'PLAN' })
  expect(await listAccounts(store.state)).toEqual([])
  const other = await created()
  const { account } = await answered('approve', other.code, { plan: 'free' })
  await accounts.action(runOf(settings, {}), { home: store.folder }, 'suspend', account)
  await expect(printed('approve', code, { account })).rejects.toMatchObject({ code: 'SUSPENDED' })
  expect(await answered('show', code)).toMatchObject({ state: 'pending' })
})
