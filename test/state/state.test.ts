import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '../../server/keys/key.ts'
import {
  changeAccount,
  createAccount,
  createKey,
  keyHolder,
  listAccounts,
  listKeys,
  revokeKey,
} from '../../server/state/accounts.ts'
import { Ledger } from '../../server/state/ledger.ts'
import { openState, type State } from '../../server/state/open.ts'
import { playBalance, playTransfer, transferPlay } from '../../server/state/play.ts'
import { revisions } from '../../server/state/revisions.ts'
import { keptSecret } from '../../server/state/secrets.ts'
import { giveBack, type TakeInput, type Taken, takeCalls, wantedLeases } from '../../server/state/windows.ts'
import { ledgerTotals } from '../server/payments/ledger-totals.ts'
import { kinds } from './stores.ts'

describe.each(kinds)('on %s', (_, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  let place: string
  /** As two processes hold the store: on SQLite each has a thread and a connection of its own. */
  let states: State[]
  let state: State
  beforeEach(async () => {
    place = await kind.place()
    states = await Promise.all([openState(place), openState(place)])
    state = states[0]!
  })
  afterEach(async () => {
    for (const each of states) await each.close()
  })

  const account = async (plan: 'free' | 'pro' = 'free') => (await createAccount(state, { name: 'desk', plan, now: 1 })).id
  const key = (owner: string, of: State = state) =>
    createKey(of, { account: owner, name: 'n', prefix: 'mb', mode: 'live', now: 2 })

  test('opens again with what it held, its schema being there', async () => {
    const owner = await account()
    states.push(await openState(place))
    expect((await listAccounts(states.at(-1)!)).map(({ id, keys }) => [id, keys])).toEqual([[owner, 0]])
  })

  test('refuses a time that is not a whole number of milliseconds, in a row and in a condition', async () => {
    await expect(createAccount(state, { name: 'desk', plan: 'free', now: 1.5 })).rejects.toThrow()
    const due = state.db.selectFrom('webhook').select('id').where('not_before', '<=', 1.5)
    await expect(due.execute()).rejects.toThrow()
  })

  test('keys are made, found by hash, listed without it, revoked; each change is seen', async () => {
    const owner = await account('pro')
    const before = (await revisions(state)).keys
    const made = await key(owner)
    if (typeof made === 'string') throw new Error(made)
    const { hash } = await state.db.selectFrom('key').select('hash').executeTakeFirstOrThrow()
    expect(await keyHolder(states[1]!, hash)).toEqual({
      key: made.id,
      account: owner,
      plan: 'pro',
      scope: 'account',
      perHour: 300,
      perDay: 5_000,
      expiresAt: null,
      suspended: false,
    })
    expect(await changeAccount(state, owner, { plan: 'basic', per_hour: 7 }, { now: 3 })).toBe(true)
    expect(await keyHolder(states[1]!, hash)).toMatchObject({ plan: 'basic', perHour: 7, perDay: 2_000 })
    expect(Object.keys((await listKeys(state))[0]!)).not.toContain('hash')
    expect([await revokeKey(state, made.id, { now: 3 }), await revokeKey(state, made.id, { now: 4 })]).toEqual([true, false])
    expect(await keyHolder(states[1]!, hash)).toBeNull()
    expect((await revisions(states[1]!)).keys - before).toBeGreaterThanOrEqual(3)
    expect(await changeAccount(state, 'acct_none', { plan: 'pro' }, { now: 3 })).toBe(false)
    expect(await keyHolder(state, newKey('mb', 'live').hash)).toBeNull()
  })

  test('of 40 keys asked for at once an account gets as many as its plan allows', async () => {
    const owner = await account('free')
    const made = await Promise.all(Array.from({ length: 40 }, (_each, i) => key(owner, states[i % 2]!)))
    expect(made.filter((each) => typeof each !== 'string').length).toBe(2)
    expect(new Set(made.filter((each) => typeof each === 'string'))).toEqual(new Set(['too many keys']))
    expect(await key('acct_none')).toBe('no account')
  })

  describe('calls', () => {
    const noon = Date.UTC(2026, 10, 1, 12)
    const start = { hour: noon, day: Date.UTC(2026, 10, 1) }
    const take = (process: string, more: Partial<TakeInput> = {}, of = state) =>
      takeCalls(of, {
        account: 'a',
        limits: { hour: 5_000, day: 30_000 },
        now: noon,
        process,
        calls: 1,
        unused: null,
        mayLease: true,
        lapsed: null,
        ...more,
      })
    const counted = (taken: Taken) => {
      if (taken.kind !== 'counted') throw new Error(taken.kind)
      return taken
    }
    const granted = async () =>
      (await state.db.selectFrom('call_window').select(['span', 'granted']).orderBy('span').execute()).map((row) => row.granted)

    test('of 100 counted at once by two processes as many pass as there are, and each is told another rest', async () => {
      const limits = { hour: 200, day: 75 }
      const all = await Promise.all(
        Array.from({ length: 100 }, (_each, i) => take(`p${i % 2}`, { limits, mayLease: false }, states[i % 2]!)),
      )
      const passed = all.map(counted).filter((each) => each.passed === 1)
      expect(passed.length).toBe(75)
      expect(new Set(passed.map(({ left }) => left.day)).size).toBe(75)
      expect(await granted()).toEqual([75, 75])
    })

    test('a lease goes to who counted sixteen in a row, is a sixty-fourth of what is left, and comes back whole', async () => {
      for (let i = 0; i < 15; i++) expect(counted(await take('p')).lease).toBeNull()
      const { lease, left } = counted(await take('p'))
      expect([lease, left]).toEqual([
        { number: 1, calls: 77 },
        { hour: 4_907, day: 29_907 },
      ])
      expect(await granted()).toEqual([93, 93])
      await giveBack(state, { account: 'a', process: 'other', unused: null })
      const unused = { number: 1, calls: 70, start }
      for (let i = 0; i < 3; i++) await giveBack(state, { account: 'a', process: 'p', unused })
      expect(await granted()).toEqual([23, 23])
      expect(counted(await take('p', { unused }))).toMatchObject({ lease: null, left: { hour: 4_976, day: 29_976 } })
    })

    test('another process waits for a lease, and its holder hears of it and gives it back', async () => {
      for (let i = 0; i < 16; i++) await take('p')
      const before = (await revisions(state)).leases
      for (let i = 0; i < 3; i++) expect(await take('other', {}, states[1])).toEqual({ kind: 'leased', number: 1 })
      expect((await revisions(state)).leases).toBe(before + 1)
      expect([await wantedLeases(state, 'p'), await wantedLeases(state, 'other')]).toEqual([['a'], []])
      // its holder counts meanwhile: the lease ends all the same
      expect(counted(await take('p', { unused: { number: 1, calls: 60, start } }))).toMatchObject({ lease: null })
      expect(counted(await take('other', {}, states[1]))).toMatchObject({ passed: 1, left: { hour: 5_000 - 16 - 17 - 2 } })
    })

    test('what a process that is gone had of a lease is lost, and nothing is given back of it later', async () => {
      for (let i = 0; i < 16; i++) await take('gone')
      expect(counted(await take('other', { lapsed: 1 })).left.hour).toBe(5_000 - 16 - 77 - 1)
      await giveBack(state, { account: 'a', process: 'gone', unused: { number: 1, calls: 77, start } })
      expect(counted(await take('gone', { unused: { number: 1, calls: 77, start } })).left.hour).toBe(5_000 - 16 - 77 - 2)
    })
  })

  describe('the ledger', () => {
    const reservation = (id: string) =>
      ({ id, protocol: 'x402', network: 'n', payer: 'p', amount: '20000', scope: 's', valid_before: 9 }) as const

    test('of 200 that reserve one credential one does', async () => {
      const ledgers = Array.from({ length: 200 }, (_each, i) => new Ledger(states[i % 2]!, `holder ${i}`))
      const won = await Promise.all(ledgers.map((ledger) => ledger.reserve(reservation('a'), 1, 100)))
      expect(won.filter(Boolean).length).toBe(1)
    })

    test('of 200 that take over a dead lease one does, and a live one nobody', async () => {
      await new Ledger(state, 'first').reserve(reservation('a'), 1, 100)
      const row = (await new Ledger(state, 'x').find('a'))!
      const takers = Array.from({ length: 200 }, (_each, i) => new Ledger(states[i % 2]!, `holder ${i}`))
      expect((await Promise.all(takers.map((ledger) => ledger.takeOver(row, 99, 200)))).some(Boolean)).toBe(false)
      expect((await Promise.all(takers.map((ledger) => ledger.takeOver(row, 101, 200)))).filter(Boolean).length).toBe(1)
    })

    test('a step is taken by the holder alone, from the state it is in, and a settled row is never released', async () => {
      const [mine, other] = [new Ledger(state, 'mine'), new Ledger(states[1]!, 'other')]
      await mine.reserve(reservation('a'), 1, 100)
      expect(await other.advance('a', 'reserved', { state: 'unknown' }, 2)).toBe(false)
      expect(await mine.advance('a', 'unknown', { state: 'settled' }, 2)).toBe(false)
      expect(await mine.advance('a', 'reserved', { state: 'unknown' }, 2)).toBe(true)
      expect(await mine.release('a', 'reserved')).toBe(false)
      expect(await mine.advance('a', 'unknown', { state: 'settled', reference: 'r' }, 3)).toBe(true)
      expect(await mine.release('a', 'unknown')).toBe(false)
      expect(await ledgerTotals(state)).toEqual({ settled: 20_000n, states: { settled: 1 } })
      expect(await mine.find('a')).toMatchObject({ state: 'settled', reference: 'r', created_at: 1, updated_at: 3 })
    })
  })

  test('play money: each nonce once, never below nothing, and none is lost', async () => {
    const pay = (nonce: string, amount: bigint, i = 0) =>
      transferPlay(states[i % 2]!, { payer: 'p', recipient: 'shop', nonce, amount, reference: nonce }, 1)
    expect(await Promise.all(Array.from({ length: 50 }, (_each, i) => pay('same', 1_000n, i)))).toSatisfy(
      (done: string[]) => done.filter((each) => each === 'done').length === 1,
    )
    const many = await Promise.all(Array.from({ length: 20 }, (_each, i) => pay(`n${i}`, 900_000n, i)))
    expect(many.filter((each) => each === 'done').length).toBe(11)
    expect(many.filter((each) => each === 'too little').length).toBe(9)
    expect([await playBalance(state, 'p'), await playBalance(state, 'shop')]).toEqual([99_000n, 9_901_000n])
    expect(await playTransfer(state, 'P', 'SAME')).toMatchObject({ amount: 1_000n, reference: 'same' })
    expect(await playTransfer(state, 'p', 'n-none')).toBeNull()
  })

  test('a secret is made once', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, (_each, i) => keptSecret(states[i % 2]!, 'mpp')))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]!.length).toBeGreaterThanOrEqual(32)
  })
})
