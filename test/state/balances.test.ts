import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type BalanceCall,
  balanceOf,
  balanceRefusal,
  callLeaseMs,
  dropOldBalanceCalls,
  endBalanceCall,
  openBalance,
  takeFromBalance,
} from '../../server/state/balances.ts'
import type { State } from '../../server/state/open.ts'
import { eachTestOn, kinds } from './stores.ts'

const day = 86_400_000
let holders = 0
const callOf = (target: string, more: Partial<BalanceCall> = {}): BalanceCall => ({
  ...{ key: 'key', name: null, target, units: 20_000, holder: `holder ${holders++}` },
  ...more,
})

describe.each(kinds)('a balance in %s', (_, kind) => {
  let state: State
  let other: State
  eachTestOn(kind, (opened) => {
    ;[state, other] = opened as [State, State]
  })
  beforeEach(() => openBalance(state, { key: 'key', units: 100_000, expires: day, now: 0 }))

  test('opened again by the same payment it stays as it is; another key has none, and it ends', async () => {
    await takeFromBalance(state, callOf('/a'), 1)
    await openBalance(state, { key: 'key', units: 100_000, expires: 2 * day, now: 2 })
    expect(await balanceOf(state, 'key')).toMatchObject({ bought: 100_000, left: 80_000, expires_at: day })
    expect(await balanceOf(state, 'other')).toBeNull()
    expect(await takeFromBalance(state, callOf('/a'), day)).toEqual({ kind: 'ended', expires: day })
    await dropOldBalanceCalls(state, 40 * day)
    expect(await state.db.selectFrom('balance_call').selectAll().execute()).toEqual([])
    for (const days of [35, 70, 105]) {
      await dropOldBalanceCalls(state, days * day)
      const again = { key: 'key', units: 100_000, expires: (days + 1) * day, now: days * day }
      for (const opened of await Promise.all([state, other].map((each) => openBalance(each, again))))
        expect(opened).toMatchObject({ left: 80_000, expires_at: day })
    }
  })

  test('of many simultaneous calls it pays as many as it reaches, and no more', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => takeFromBalance(state, callOf(`/${at}`), 1)))
    expect(answers.filter(({ kind: each }) => each === 'taken').length).toBe(5)
    expect(answers.filter(({ kind: each }) => each === 'too little').length).toBe(35)
    expect(await balanceOf(state, 'key')).toMatchObject({ left: 0 })
  })

  test('a call by its name is charged once, whoever sends it and however often', async () => {
    const named = (target = '/a') => callOf(target, { name: 'call 1' })
    const first = named()
    const [one, ...others] = await Promise.all(
      [first, ...Array.from({ length: 9 }, () => named())].map((each) => takeFromBalance(state, each, 1)),
    )
    const all = [one!, ...others]
    expect(all.filter(({ kind: each }) => each === 'taken').length).toBe(1)
    expect(all.filter(({ kind: each }) => each === 'at work').length).toBe(9)
    expect(await takeFromBalance(state, named('/b'), 1)).toEqual({ kind: 'other target' })
    const after = 1 + callLeaseMs
    const again = named()
    expect(await takeFromBalance(state, again, after)).toMatchObject({ kind: 'taken', left: 80_000 })
    await endBalanceCall(state, (all.find(({ kind: each }) => each === 'taken') as { id: string }).id, again.holder, true, after)
    expect(await takeFromBalance(state, named(), after + 300_000)).toMatchObject({ kind: 'taken', left: 80_000 })
    expect(await takeFromBalance(state, named(), after + 300_001 + callLeaseMs)).toEqual({ kind: 'spent' })
  })

  test('a call by its name whose answer never arrives is sent ten times', async () => {
    const named = () => callOf('/a', { name: 'call 1' })
    for (let delivery = 1; delivery <= 10; delivery++)
      expect(await takeFromBalance(state, named(), 1 + delivery * callLeaseMs)).toMatchObject({ kind: 'taken', left: 80_000 })
    expect(await takeFromBalance(state, named(), 20 * callLeaseMs)).toEqual({ kind: 'spent' })
  })

  test('a call that took the last of it would be paid for again, and another one not', async () => {
    const last = callOf('/a', { name: 'last', units: 100_000 })
    const took = (await takeFromBalance(state, last, 1)) as { id: string }
    expect(await balanceRefusal(state, last, 2)).toBeNull()
    expect(await balanceRefusal(state, callOf('/a'), 2)).toEqual({ kind: 'too little', left: 0 })
    await endBalanceCall(state, took.id, last.holder, false, 3)
    expect(await balanceRefusal(state, callOf('/a'), 4)).toBeNull()
    expect(await balanceRefusal(state, last, day)).toEqual({ kind: 'ended', expires: day })
    expect(await balanceRefusal(state, callOf('/a', { key: 'other' }), 4)).toEqual({ kind: 'no balance' })
  })

  test('a call without a name that did not arrive is had again by its target, once nobody sends it', async () => {
    const first = callOf('/a')
    const taken = (await takeFromBalance(state, first, 1)) as { id: string; left: number }
    expect(await takeFromBalance(state, callOf('/a'), 2)).toMatchObject({ left: 60_000 })
    await endBalanceCall(state, taken.id, first.holder, false, 3)
    const again = callOf('/a')
    expect(await takeFromBalance(state, again, 4)).toMatchObject({ kind: 'taken', id: taken.id, left: 60_000 })
    await endBalanceCall(state, taken.id, again.holder, true, 5)
    expect(await takeFromBalance(state, callOf('/a'), 6)).toMatchObject({ kind: 'taken', left: 40_000 })
  })

  test('whatever happens, what is left and what was paid for make what was bought', async () => {
    const step = fc.record({
      target: fc.constantFrom('/a', '/b'),
      name: fc.constantFrom(null, '1', '2'),
      ends: fc.constantFrom(true, false, null),
      wait: fc.nat(2),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const key = `key ${run++}`
        let now = 10
        await openBalance(state, { key, units: 100_000, expires: day, now })
        for (const { target, name, ends, wait } of steps) {
          now += wait * (callLeaseMs / 2) + 1
          const call = callOf(target, { key, name })
          const took = await takeFromBalance(state, call, now)
          if (took.kind === 'taken' && ends !== null) await endBalanceCall(state, took.id, call.holder, ends, now)
        }
        const { left, hash } = (await balanceOf(state, key))!
        const calls = await state.db.selectFrom('balance_call').selectAll().where('balance', '=', hash).execute()
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left + calls.reduce((sum, { units }) => sum + units, 0)).toBe(100_000)
      }),
      { numRuns: 30 },
    )
  })
})
