import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '../../server/keys/key.ts'
import {
  changeAccount,
  createAccount,
  createKey,
  keyHolder,
  keyRevision,
  listAccounts,
  listKeys,
  revokeKey,
} from '../../server/state/accounts.ts'
import { Ledger, ledgerTotals } from '../../server/state/ledger.ts'
import { openState, type State } from '../../server/state/open.ts'
import { playBalance, playTransfer, transferPlay } from '../../server/state/play.ts'
import { keptSecret } from '../../server/state/secrets.ts'
import { leaseCalls } from '../../server/state/windows.ts'
import { type Postgres, startPostgres, withoutPostgres } from './postgres.ts'

interface Kind {
  begin(): Promise<void>
  /** A new, empty store. */
  place(): Promise<string>
  end(): Promise<void>
}

const folders: string[] = []
const sqlite: Kind = {
  begin: async () => {},
  async place() {
    const folder = await mkdtemp(join(tmpdir(), 'briefing-state-'))
    folders.push(folder)
    return join(folder, 'deeper', 'state.sqlite')
  },
  async end() {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  },
}

let server: Postgres
const postgres: Kind = {
  async begin() {
    server = await startPostgres()
  },
  place: () => server.database(),
  end: () => server.stop(),
}

const kinds: [string, Kind][] = withoutPostgres
  ? [['SQLite', sqlite]]
  : [
      ['SQLite', sqlite],
      ['Postgres', postgres],
    ]

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

  test('keys are made, found by hash, listed without it, revoked; each change is seen', async () => {
    const owner = await account('pro')
    const before = await keyRevision(state)
    const made = await key(owner)
    if (typeof made === 'string') throw new Error(made)
    const { hash } = await state.db.selectFrom('key').select('hash').executeTakeFirstOrThrow()
    expect(await keyHolder(states[1]!, hash)).toEqual({ key: made.id, account: owner, plan: 'pro', perHour: 300, perDay: 5_000 })
    expect(await changeAccount(state, owner, { plan: 'basic', per_hour: 7 })).toBe(true)
    expect(await keyHolder(states[1]!, hash)).toMatchObject({ plan: 'basic', perHour: 7, perDay: 2_000 })
    expect(Object.keys((await listKeys(state))[0]!)).not.toContain('hash')
    expect([await revokeKey(state, made.id, 3), await revokeKey(state, made.id, 4)]).toEqual([true, false])
    expect(await keyHolder(states[1]!, hash)).toBeNull()
    expect((await keyRevision(states[1]!)) - before).toBeGreaterThanOrEqual(3)
    expect(await changeAccount(state, 'acct_none', { plan: 'pro' })).toBe(false)
    expect(await keyHolder(state, newKey('mb', 'live').hash)).toBeNull()
  })

  test('of 40 keys asked for at once an account gets as many as its plan allows', async () => {
    const owner = await account('free')
    const made = await Promise.all(Array.from({ length: 40 }, (_each, i) => key(owner, states[i % 2]!)))
    expect(made.filter((each) => typeof each !== 'string').length).toBe(2)
    expect(new Set(made.filter((each) => typeof each === 'string'))).toEqual(new Set(['too many keys']))
    expect(await key('acct_none')).toBe('no account')
  })

  test('of 100 leases taken at once no call is given twice', async () => {
    const input = { account: 'a', limits: { hour: 500, day: 300 }, now: Date.UTC(2026, 10, 1, 12) }
    const leases = await Promise.all(Array.from({ length: 100 }, (_each, i) => leaseCalls(states[i % 2]!, input)))
    const given = leases.reduce((sum, { granted }) => sum + granted, 0)
    const rows = await state.db.selectFrom('call_window').select('granted').execute()
    expect(rows.map(({ granted }) => granted)).toEqual([given, given])
    expect(given).toBeLessThanOrEqual(300)
    expect(leases.filter(({ granted }) => granted === 0).every(({ left }) => left.day === 0)).toBe(true)
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
