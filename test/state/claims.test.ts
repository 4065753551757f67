import { describe, expect, test } from 'vitest'
import { createAccount, listKeys } from '../../server/state/accounts.ts'
import { takeAttempt } from '../../server/state/attempts.ts'
import { listAudit } from '../../server/state/audit.ts'
import {
  approveClaim,
  claimCodeIn,
  claimCounts,
  createClaim,
  denyClaim,
  dropOldClaims,
  extendClaim,
  findClaim,
  listClaims,
  maxWaitingClaims,
  pollClaim,
} from '../../server/state/claims.ts'
import type { State } from '../../server/state/open.ts'
import { claimed, claimOf, runSequences, terms } from './claim-model.ts'
import { eachTestOn, kinds } from './stores.ts'

const t0 = 1_790_000_000_000
const minute = 60_000

test('A-22: guessing codes at the allowed rate finds a waiting claim less than once in a million hours', () => {
  const guesses = 30 * 60
  expect((guesses * maxWaitingClaims) / 32 ** 8).toBeLessThan(1e-6)
})

describe.each(kinds)('claims on %s', (_, kind) => {
  let states: State[]
  let state: State
  eachTestOn(kind, (opened) => {
    states = opened
    state = opened[0]!
  })

  const account = async (plan: 'free' | 'pro' = 'free') => (await createAccount(state, { name: 'desk', plan, now: t0 })).id
  const created = async (more = {}, now = t0) => claimed(await createClaim(state, claimOf(more), terms, now))
  const approved = async (owner: string, more = {}, now = t0) => {
    const claim = await created(more, now)
    await approveClaim(state, claim.code, owner, { by: 'ada', now: now })
    return claim
  }
  const poll = ({ code, token }: { code: string; token: string }, now = t0, of = state) =>
    pollClaim(of, { code, token, deliver: true }, terms, now)

  test('random sequences never leave the state table, nor pass a limit', async () => {
    expect(await runSequences(states, 12)).toBeGreaterThanOrEqual(12)
  })

  test('are counted by state, those that nobody decided in time as expired', async () => {
    const none = { pending: 0, approved: 0, denied: 0, expired: 0, delivered: 0 }
    expect(await claimCounts(state, t0)).toEqual(none)
    const owner = await account()
    await approved(owner)
    const denied = await created({ address: '198.51.100.2', network: '198.51.100.2' })
    await denyClaim(state, denied.code, owner, { by: 'ada', now: t0 })
    await created({ address: '198.51.100.3', network: '198.51.100.3' })
    expect(await claimCounts(state, t0)).toEqual({ ...none, approved: 1, denied: 1, pending: 1 })
    expect(await claimCounts(state, t0 + 16 * minute)).toEqual({ ...none, approved: 1, denied: 1, expired: 1 })
  })

  test('the token is nowhere in the store, and the key once in an answer', async () => {
    const owner = await account()
    const claim = await approved(owner, { idempotency: 'one' })
    expect([claim.code, claim.token]).toEqual([
      expect.stringMatching(/^MB-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/),
      expect.stringMatching(/^mbc_[\w-]{43}$/),
    ])
    const polled = await poll(claim)
    if (polled?.kind !== 'delivered') throw new Error('no key')
    expect(polled).toMatchObject({ perHour: 30, perDay: 100, made: { name: 'Agent: Agent', plan: 'free', account: owner } })
    const stored = JSON.stringify(await state.db.selectFrom('claim').selectAll().execute())
    expect(stored).not.toContain(claim.token.slice(4))
    expect(stored).not.toContain(polled.made.key)
    expect((await listKeys(state))[0]).toMatchObject({ id: polled.made.id, made_by: `claim ${claim.code}` })
    expect((await poll(claim))?.claim).toMatchObject({ state: 'delivered', key: polled.made.id, decided_by: 'ada' })
  })

  test('60 polls at once of two processes get one key', async () => {
    const claim = await approved(await account())
    const answers = await Promise.all(Array.from({ length: 60 }, (_each, i) => poll(claim, t0, states[i % 2]!)))
    expect(answers.filter((each) => each?.kind === 'delivered').length).toBe(1)
    expect(new Set(answers.map((each) => each?.claim.state))).toEqual(new Set(['delivered']))
    expect((await listKeys(state)).length).toBe(1)
  })

  test('of an approval and a denial at once one is done', async () => {
    const owner = await account()
    for (let round = 0; round < 5; round++) {
      const { code } = await created({ network: `n${round}` })
      const decisions = await Promise.all([
        approveClaim(states[0]!, code, owner, { by: 'a', now: t0 }),
        denyClaim(states[1]!, code, null, { by: 'b', now: t0 }),
      ])
      expect(decisions.filter((each) => each?.done).length).toBe(1)
    }
  })

  test('a code is read as a person types it, and what cannot be one is none', async () => {
    const { code } = await created()
    expect([claimCodeIn(` ${code.toLowerCase()} `), claimCodeIn('MB-IIII-0000')]).toEqual([code, ''])
    expect(await findClaim(state, 'MB-AAAA-AAAA', t0)).toBeNull()
  })

  test('expires after 15 minutes, later while the page is open, and never after an hour', async () => {
    const claim = await created()
    expect((await poll(claim, t0 + 15 * minute - 1))?.claim.state).toBe('pending')
    for (const at of [10, 20, 30, 40]) expect((await extendClaim(state, claim.code, t0 + at * minute))?.done).toBe(true)
    expect((await findClaim(state, claim.code, t0 + 50 * minute))?.expires_at).toBe(t0 + 55 * minute)
    expect((await extendClaim(state, claim.code, t0 + 54 * minute))?.claim.expires_at).toBe(t0 + 60 * minute)
    expect((await extendClaim(state, claim.code, t0 + 59 * minute))?.done).toBe(false)
    const owner = await account()
    const late = await approveClaim(state, claim.code, owner, { by: 'a', now: t0 + 60 * minute })
    expect([late?.done, late?.claim.state]).toEqual([false, 'expired'])
    // a process whose clock is behind revives nothing
    expect((await approveClaim(states[1]!, claim.code, owner, { by: 'a', now: t0 }))?.done).toBe(false)
    expect((await listClaims(state, t0)).map((each) => each.state)).toEqual(['expired'])
  })

  test('nobody who is no account approves', async () => {
    const other = await created()
    for (const nobody of ['acct_none', '']) {
      const decided = await approveClaim(state, other.code, nobody, { by: 'a', now: t0 })
      expect([decided?.done, decided?.claim.state]).toEqual([false, 'pending'])
    }
  })

  test('a key of the same client is replaced, even where the account is full', async () => {
    const owner = await account()
    const first = await poll(await approved(owner, { client_name: 'Scout' }))
    await poll(await approved(owner, { client_name: 'Clerk' }))
    const again = await poll(await approved(owner, { client_name: 'Scout' }, t0 + 1), t0 + 1)
    if (first?.kind !== 'delivered' || again?.kind !== 'delivered') throw new Error('no key')
    const keys = await listKeys(state)
    expect(
      keys
        .filter((key) => key.revoked_at === null)
        .map((key) => key.name)
        .sort(),
    ).toEqual(['Agent: Clerk', 'Agent: Scout'])
    expect(keys.find(({ id }) => id === first.made.id)).toMatchObject({ revoked_at: t0 + 1, replaced_by: again.made.id })
    const audit = await listAudit(state, { account: owner, since: t0 + 1 })
    expect(audit.map(({ what, actor, key }) => [what, actor, key]).sort()).toEqual([
      ['claim.approved', 'operator', null],
      ['key.created', 'agent', again.made.id],
      ['key.revoked', 'agent', first.made.id],
    ])
  })

  test('where the store fails, the approval stands', async () => {
    const claim = await approved(await account())
    const broken = (): never => {
      throw new Error('no random numbers')
    }
    const input = { code: claim.code, token: claim.token, deliver: true }
    const failed = await pollClaim(state, input, { ...terms, random: broken }, t0)
    expect(failed).toMatchObject({ kind: 'withheld', claim: { state: 'approved' }, why: { kind: 'failed' } })
    expect((await poll(claim))?.kind).toBe('delivered')
  })

  test('5 claims per network in an hour, of two processes too, and 30 polls in a minute', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, (_each, i) => createClaim(states[i % 2]!, claimOf(), terms, t0)))
    expect(many.filter(({ kind: outcome }) => outcome === 'created').length).toBe(5)
    const refused = await createClaim(state, claimOf(), terms, t0 + 10 * minute)
    expect(refused.kind === 'too often' && refused.retryAfter).toBe(50 * 60)
    const polls = await Promise.all(
      Array.from({ length: 80 }, (_each, i) => takeAttempt(states[i % 2]!, 'claim poll', 'n', t0 + i)),
    )
    expect(polls.filter((wait) => wait === 0).length).toBe(30)
    expect(await takeAttempt(state, 'claim poll', 'n', t0 + 59_000)).toBeGreaterThan(0)
    expect(await takeAttempt(state, 'claim poll', 'n', t0 + minute + 80)).toBe(0)
    expect(await takeAttempt(state, 'claim poll', 'other', t0)).toBe(0)
  })

  test('no more than 5 of a network wait for a decision, and no more than 500 of all', async () => {
    await created()
    for (let i = 0; i < 4; i++) await created({}, t0 + 59 * minute)
    for (const { code } of await listClaims(state, t0)) await extendClaim(state, code, t0 + 10 * minute)
    await created({}, t0 + 61 * minute)
    const refused = await createClaim(state, claimOf(), terms, t0 + 61 * minute)
    expect(refused).toEqual({ kind: 'too many waiting', retryAfter: 13 * 60 })
    // nothing of the refused request stays: its window still has room for four
    expect((await state.db.selectFrom('attempt').select('count').executeTakeFirstOrThrow()).count).toBe(1)

    const row = await state.db.selectFrom('claim').selectAll().where('state', '=', 'pending').executeTakeFirstOrThrow()
    const others = Array.from({ length: maxWaitingClaims - 5 }, (_each, i) => ({
      ...row,
      code: `MB-OTHER-${i}`,
      network: `n${i}`,
      expires_at: t0 + 70 * minute,
    }))
    await state.db.insertInto('claim').values(others).execute()
    const full = await createClaim(state, claimOf({ network: 'new' }), terms, t0 + 61 * minute)
    expect(full).toEqual({ kind: 'full', retryAfter: 9 * 60 })
    expect((await createClaim(state, claimOf({ network: 'new' }), terms, t0 + 71 * minute)).kind).toBe('created')
  })

  test('an Idempotency-Key stands for one claim for a day, whatever came of it', async () => {
    const input = claimOf({ idempotency: 'b0f1' })
    const all = await Promise.all(Array.from({ length: 50 }, (_each, i) => createClaim(states[i % 2]!, input, terms, t0 + i)))
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
    const first = claimed(all[0]!)
    await denyClaim(state, first.code, null, { by: 'a', now: t0 })
    expect(await createClaim(state, input, terms, t0 + 23 * 60 * minute)).toEqual(first)
    expect(await createClaim(state, { ...input, purpose: 'other' }, terms, t0)).toEqual({ kind: 'reused' })
    expect(claimed(await createClaim(state, { ...input, network: 'elsewhere' }, terms, t0)).token).not.toBe(first.token)
    const next = claimed(await createClaim(state, input, terms, t0 + 25 * 60 * minute))
    expect(next.code).not.toBe(first.code)
    expect((await poll(next, t0 + 25 * 60 * minute))?.claim.state).toBe('pending')
  })

  test('claims of 30 days ago are deleted', async () => {
    await created()
    await dropOldClaims(state, t0 + 29 * 86_400_000)
    expect((await listClaims(state, t0)).length).toBe(1)
    await dropOldClaims(state, t0 + 31 * 86_400_000)
    expect(await listClaims(state, t0)).toEqual([])
  })
})
