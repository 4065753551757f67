import { describe, expect, test } from 'vitest'
import { createAccount, createKey } from '../../server/state/accounts.ts'
import { countCall, readCallCounts } from '../../server/state/calls.ts'
import { Ledger } from '../../server/state/ledger.ts'
import type { State } from '../../server/state/open.ts'
import { playMoneyBalance, playTransfer, transferPlay } from '../../server/state/play.ts'
import { ensureSecret } from '../../server/state/secrets.ts'
import { ledgerTotals } from '../server/payments/ledger-totals.ts'
import { eachTestOn, kinds } from './stores.ts'

describe.each(kinds)('on %s', (_, kind) => {
  /** As two processes hold the store: on SQLite each has a connection of its own. */
  let states: State[]
  let state: State
  eachTestOn(kind, (opened) => {
    states = opened
    state = opened[0]!
  })

  const account = async (plan: 'free' | 'pro' = 'free') => (await createAccount(state, { name: 'desk', plan, now: 1 })).id
  const key = (owner: string, of: State = state) =>
    createKey(of, { account: owner, name: 'n', prefix: 'mb', mode: 'live', now: 2 })

  test('refuses a time that is not a whole number of milliseconds, in a row and in a condition', async () => {
    await expect(createAccount(state, { name: 'desk', plan: 'free', now: 1.5 })).rejects.toThrow()
    const due = state.db.selectFrom('webhook').select('id').where('not_before', '<=', 1.5)
    await expect(due.execute()).rejects.toThrow()
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
    const hourMs = 3_600_000
    const take = (limits: { hour: number; day: number }, now = noon, of = state) => countCall(of, { account: 'a', limits, now })
    const counted = async (now = noon) => {
      const { hour, day } = await readCallCounts(state, { account: 'a', now })
      return [hour.calls, day.calls]
    }

    test('an hour begins anew, its day goes on, and a clock that is behind begins no hour a second time', async () => {
      const limits = { hour: 2, day: 5 }
      const passed = async (now: number) => (await take(limits, now)).passed
      expect([await passed(noon), await passed(noon + hourMs), await passed(noon)]).toEqual([true, true, true])
      expect([await passed(noon), await passed(noon + hourMs), await counted(noon + hourMs)]).toEqual([false, false, [2, 3]])
      expect([await passed(noon + 2 * hourMs), await passed(noon + 2 * hourMs)]).toEqual([true, true])
      expect([await passed(noon + 3 * hourMs), await counted(noon + 3 * hourMs)]).toEqual([false, [0, 5]])
      expect([await passed(noon + 12 * hourMs), await counted(noon + 12 * hourMs)]).toEqual([true, [1, 1]])
    })

    test('a limit of none lets nothing pass', async () => {
      expect((await take({ hour: 0, day: 9 })).passed).toBe(false)
      expect(await counted()).toEqual([0, 0])
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
    expect([await playMoneyBalance(state, 'p'), await playMoneyBalance(state, 'shop')]).toEqual([99_000n, 9_901_000n])
    expect(await playTransfer(state, 'P', 'SAME')).toMatchObject({ amount: 1_000n, reference: 'same' })
    expect(await playTransfer(state, 'p', 'n-none')).toBeNull()
  })

  test('a secret is made once', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, (_each, i) => ensureSecret(states[i % 2]!, 'mpp')))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]!.length).toBeGreaterThanOrEqual(32)
  })
})
