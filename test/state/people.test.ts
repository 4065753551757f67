import { describe, expect, test } from 'vitest'
import { createAccount, createKey, listKeys } from '../../server/state/accounts.ts'
import { dropEndedAttempts, giveBackAttempt, takeAttempt } from '../../server/state/attempts.ts'
import { listAudit } from '../../server/state/audit.ts'
import { dumpState, restoreStateDump } from '../../server/state/dump.ts'
import type { State } from '../../server/state/open.ts'
import {
  createPerson,
  deleteAccount,
  issueReset,
  personByEmail,
  personOf,
  readMailedLink,
  resetPassword,
  setPassword,
} from '../../server/state/people.ts'
import { beginSession, endSessions, listSessions, sessionHolder, sessionMs } from '../../server/state/sessions.ts'
import { eachTestOn, kinds } from './stores.ts'

describe.each(kinds)('on %s', (_, kind) => {
  /** As two processes hold the store. */
  let states: State[]
  let state: State
  eachTestOn(kind, (opened) => {
    states = opened
    state = opened[0]!
  })

  const person = { actor: 'person', address: '203.0.113.9', now: 1_000 } as const
  const signedUp = async (email = 'ada@example.com') => {
    const made = await createPerson(state, { email, password: 'hash one' }, person)
    if (made === 'taken') throw new Error(made)
    return made.id
  }
  const session = (account: string, now = 1_000) =>
    beginSession(state, { account, key: null, browser: 'Firefox', address: '203.0.113.9' }, now)
  const deeds = async (account: string) => (await listAudit(state, { account })).map(({ what }) => what).toSorted()

  test('of 20 who sign up at once with one address, one gets an account', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_each, at) =>
        createPerson(states[at % 2]!, { email: 'ada@example.com', password: 'x' }, person),
      ),
    )
    expect(made.filter((each) => each !== 'taken')).toHaveLength(1)
    expect(await state.db.selectFrom('account').select('id').execute()).toHaveLength(1)
    expect(await state.db.selectFrom('audit').select('what').execute()).toEqual([{ what: 'account.created' }])
  })

  test('a session of a person reads what the account may, and is listed and ended by its own id alone', async () => {
    const account = await signedUp()
    const other = await signedUp('ben@example.com')
    const [first, second] = [await session(account, 1_000), await session(account, 2_000)]
    expect(await sessionHolder(states[1]!, first, 3_000)).toMatchObject({ key: null, account, plan: 'free', suspended: false })
    const lastMoments = [1_000 + sessionMs - 1, 1_000 + sessionMs].map((now) => sessionHolder(state, first, now))
    expect((await Promise.all(lastMoments)).map((holder) => holder === null)).toEqual([false, true])
    const listed = await listSessions(state, account, first, 3_000)
    expect(listed.map(({ current, browser }) => [current, browser])).toEqual([
      [false, 'Firefox'],
      [true, 'Firefox'],
    ])
    await endSessions(state, other, { id: listed[0]!.id })
    await endSessions(state, account, { id: '%' })
    expect(await sessionHolder(state, second, 3_000)).not.toBeNull()
    await endSessions(state, account, { id: listed[0]!.id })
    expect([await sessionHolder(state, second, 3_000), (await sessionHolder(state, first, 3_000))?.account]).toEqual([
      null,
      account,
    ])
  })

  test('a new password ends the other sessions, and of two changes at once one holds', async () => {
    const account = await signedUp()
    const tokens = [await session(account), await session(account), await session(account)]
    const change = (password: string, of: State) =>
      setPassword(of, { account, before: 'hash one', password, token: tokens[1]! }, person)
    const done = await Promise.all([change('hash two', states[0]!), change('hash three', states[1]!)])
    expect(done.filter(Boolean)).toHaveLength(1)
    expect((await personOf(state, account))?.password).toBe(done[0] ? 'hash two' : 'hash three')
    const left = await Promise.all(tokens.map(async (token) => (await sessionHolder(state, token, 2_000)) !== null))
    expect(left).toEqual([false, true, false])
  })

  test('a link sets a password once, within its hour, and only the newest one', async () => {
    const { id } = await createAccount(state, { name: 'desk', plan: 'pro', now: 1, by: 'op' })
    const operator = { by: 'op', now: 1_000 }
    expect(await issueReset(state, id, null, operator)).toBe('no email')
    const issued = async (email: string | null) => {
      const link = await issueReset(state, id, email, operator)
      if (typeof link === 'string') throw new Error(link)
      return link.code
    }
    const older = await issued('desk@example.com')
    const code = await issued(null)
    const link = { email: 'desk@example.com', account: id }
    expect([await readMailedLink(state, older, 2_000), await readMailedLink(state, code, 2_000)]).toEqual([null, link])
    expect(await readMailedLink(state, code, 3_601_000)).toBeNull()
    const token = await session(id)
    const used = await Promise.all(
      states.map((each) =>
        resetPassword(each, code, { password: 'hash', keys: [], passkeys: [], webhooks: [] }, { ...person, now: 2_000 }),
      ),
    )
    expect(used.toSorted()).toEqual([id, null])
    expect([(await personByEmail(state, 'desk@example.com'))?.password, await sessionHolder(state, token, 2_000)]).toEqual([
      'hash',
      null,
    ])
    expect(await deeds(id)).toEqual(['account.created', 'password.reset', 'reset.issued', 'reset.issued'])
    expect(JSON.stringify(await state.db.selectFrom('mailed_link').selectAll().execute())).not.toContain(code)
  })

  test('of 60 attempts at once as many are allowed as the rule says, then none until its window ends', async () => {
    const take = (now: number, at = 0) => takeAttempt(states[at % 2]!, 'key', '203.0.113.9', now)
    const waits = await Promise.all(Array.from({ length: 60 }, (_each, at) => take(1_000, at)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20)
    expect(new Set(waits)).toEqual(new Set([0, 900]))
    await giveBackAttempt(state, 'key', '203.0.113.9')
    expect([await take(1_000), await take(1_000), await take(900_999)]).toEqual([0, 900, 1])
    expect([await take(901_000), await takeAttempt(state, 'key', '203.0.113.10', 1_000)]).toEqual([0, 0])
    await dropEndedAttempts(state, 901_000 + 86_400_001)
    expect(await state.db.selectFrom('attempt').selectAll().execute()).toEqual([])
  })

  test('a deleted account leaves nothing but what was done to it, without addresses', async () => {
    const account = await signedUp()
    const token = await session(account)
    await createKey(state, { ...person, account, name: 'n', prefix: 'mb', mode: 'live' })
    expect([await deleteAccount(state, account, person), await deleteAccount(state, account, person)]).toEqual([true, false])
    expect([await personOf(state, account), await sessionHolder(state, token, 2_000), await listKeys(state)]).toEqual([
      null,
      null,
      [],
    ])
    expect(await deeds(account)).toEqual(['account.created', 'account.deleted', 'key.created'])
    expect(await dumpState(state)).not.toMatch(/ada@example|203\.0\.113/)
    expect(await signedUp()).not.toBe(account)
  })

  test('people and the audit log are in a backup; sessions, links and attempts are not', async () => {
    const account = await signedUp()
    const token = await session(account)
    await takeAttempt(state, 'key', 'x', 1)
    const text = await dumpState(state)
    await restoreStateDump(state, text, true)
    expect([(await personByEmail(state, 'ada@example.com'))?.account, await deeds(account)]).toEqual([
      account,
      ['account.created'],
    ])
    expect([await sessionHolder(state, token, 2_000), await takeAttempt(state, 'key', 'x', 1)]).toEqual([null, 0])
  })
})
