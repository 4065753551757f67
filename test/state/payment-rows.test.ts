import { describe, expect, test } from 'vitest'
import { Ledger } from '../../server/state/ledger.ts'
import type { State } from '../../server/state/open.ts'
import {
  changePaymentByHand,
  dropOldPayments,
  endedStates,
  isPaymentStuck,
  ledgerFigures,
  listPayments,
  paymentById,
  paymentCounts,
  paymentsNamed,
  paymentTotals,
} from '../../server/state/payment-rows.ts'
import type { PaymentTable } from '../../server/state/schema.ts'
import { eachTestOn, kinds } from './stores.ts'

const evm = 'eip155:84532'
const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`
const idOf = (digit: string) => `${evm}/${address('a')}/${address('b')}/${hash(digit)}`
const day = 86_400_000
const now = Date.UTC(2026, 10, 1, 12)
const everything = { state: null, since: null, stuckAt: null }

const row: PaymentTable = {
  id: idOf('1'),
  protocol: 'x402',
  network: evm,
  payer: address('b'),
  amount: '20000',
  scope: 'GET /api/btc',
  state: 'served',
  holder: 'request',
  lease_until: 0,
  from_block: null,
  valid_before: (now - 2 * day) / 1_000,
  reference: hash('f'),
  receipt: null,
  asset: null,
  pay_to: null,
  signed: null,
  signature_hash: null,
  note: null,
  deliveries: 1,
  created_at: now - 3 * day,
  updated_at: now - 2 * day,
}

describe.each(kinds)('payments on %s', (_, kind) => {
  let state: State
  eachTestOn(kind, ([opened]) => {
    state = opened!
  })

  const put = async (...rows: Partial<PaymentTable>[]) => {
    for (const each of rows)
      await state.db
        .insertInto('payment')
        .values({ ...row, ...each })
        .execute()
  }
  const ids = async () => (await listPayments(state, everything, 100)).map(({ id }) => id)

  test('are listed newest first, bounded, by state, time and whether they are stuck; totals are of all of them', async () => {
    const owed = { state: 'settled', lease_until: 0, created_at: now - 500_000, updated_at: now - 60_000 } as const
    await put(
      { id: 'old' },
      { id: 'owed', ...owed },
      { id: 'in delivery', ...owed, lease_until: now + 1 },
      { id: 'just lost', ...owed, updated_at: now - 59_999 },
      { id: 'unknown', ...owed, state: 'unknown', amount: '9007199254740993', created_at: now - 1_000_000 },
      { id: 'reserved', ...owed, state: 'reserved', created_at: now },
    )
    expect(await ids()).toEqual(['reserved', 'in delivery', 'just lost', 'owed', 'unknown', 'old'])
    const listed = async (filter: object, limit = 100) =>
      (await listPayments(state, { ...everything, ...filter }, limit)).map(({ id }) => id)
    expect(await listed({}, 2)).toEqual(['reserved', 'in delivery'])
    expect(await listed({ since: now - 500_000, state: 'settled' })).toEqual(['in delivery', 'just lost', 'owed'])
    expect(await listed({ stuckAt: now })).toEqual(['owed', 'unknown'])
    const all = await listPayments(state, everything, 100)
    expect(all.filter((each) => isPaymentStuck(each, now)).map(({ id }) => id)).toEqual(['owed', 'unknown'])
    expect(await paymentTotals(state, everything)).toEqual([
      { network: evm, state: 'reserved', count: 1, units: 20_000n },
      { network: evm, state: 'served', count: 1, units: 20_000n },
      { network: evm, state: 'settled', count: 3, units: 60_000n },
      { network: evm, state: 'unknown', count: 1, units: 9_007_199_254_740_993n },
    ])
  })

  test('are found by id, by the first letters of nonce, message or transaction, and by nothing else', async () => {
    const message = `${solana}/AbC/d%f=`
    await put(
      { id: idOf('1'), reference: hash('e') },
      { id: idOf('2'), reference: `0x2${'d'.repeat(63)}` },
      { id: message, network: solana, reference: '5xyZ' },
    )
    const named = async (name: string) => (await paymentsNamed(state, name)).map(({ id }) => id)
    expect(await named(idOf('1').toUpperCase().replace('EIP', 'eip'))).toEqual([idOf('1')])
    expect(await named('0x11111')).toEqual([idOf('1')])
    expect((await named('0x2222')).concat(await named('0x2D'))).toEqual([idOf('2'), idOf('2')])
    expect(await named('0xeee')).toEqual([idOf('1')])
    expect((await named('0x')).sort()).toEqual([idOf('1'), idOf('2')])
    expect([await named('AbC/d%'), await named('5xy')]).toEqual([[message], [message]])
    for (const name of ['abc/', '5XY', '0xaaaa', '0xbbbb', '%', '0x1_11', 'nothing'])
      expect([name, await named(name)]).toEqual([name, []])
  })

  test('are changed by hand as they were read, and never on a live lease; whoever held them takes no further step', async () => {
    const ledger = new Ledger(state, 'request')
    await put({ state: 'settled', lease_until: now + 1 })
    const change = { state: 'closed', note: 'why' } as const
    const live = (await paymentById(state, row.id))!
    expect(await changePaymentByHand(state, live, change, now)).toBe(false)
    // a buyer sends the credential again, after the operator has read the row
    const dead = live.lease_until + 1
    expect(await new Ledger(state, 'buyer').takeOver(live, dead, dead + 30_000)).toBe(true)
    expect(await changePaymentByHand(state, live, change, dead)).toBe(false)
    const later = dead + 30_001
    const again = (await paymentById(state, row.id))!
    expect(await changePaymentByHand(state, again, change, later)).toBe(true)
    expect(await changePaymentByHand(state, again, change, later)).toBe(false)
    expect(await new Ledger(state, 'buyer').advance(row.id, 'settled', { state: 'served' }, later)).toBe(false)
    expect(await ledger.takeOver(again, later, later + 1)).toBe(false)
    expect(await paymentById(state, row.id)).toMatchObject({ state: 'closed', note: 'why', lease_until: 0, updated_at: later })
  })

  test('of 100 that resolve one payment while 100 take it over one does', async () => {
    await put({ state: 'settled', lease_until: now - 1 })
    const read = (await paymentById(state, row.id))!
    const tries = Array.from({ length: 200 }, (_each, i) =>
      i % 2 === 0
        ? changePaymentByHand(state, read, { state: 'closed', note: 'n' }, now)
        : new Ledger(state, `buyer ${i}`).takeOver(read, now, now + 30_000),
    )
    expect((await Promise.all(tries)).filter(Boolean).length).toBe(1)
  })

  test('are dropped when they are old and their credential has ended; on Solana and while anything is owed they stay', async () => {
    const keep = 400 * day
    const old = { updated_at: now - keep - 1, valid_before: (now - 399 * day) / 1_000 }
    const many = Array.from({ length: 210 }, (_each, i) => ({ ...old, id: `many ${i}` }))
    await put(
      ...many,
      { ...old, id: 'closed', state: 'closed' },
      { ...old, id: 'abandoned', state: 'reserved' },
      { ...old, id: 'stays: settled', state: 'settled' },
      { ...old, id: 'stays: unknown', state: 'unknown' },
      { ...old, id: 'stays: solana', network: solana },
      { ...old, id: 'stays: never ends', valid_before: 9_000_000_000_000 },
      { ...old, id: 'stays: ended today', valid_before: now / 1_000 - 86_399 },
      { ...old, id: 'stays: younger', updated_at: now - keep },
      { ...old, id: 'stays: reserved', state: 'reserved', updated_at: now, lease_until: now + 30_000 },
    )
    let dropped = 0
    for (let step = -1; step !== 0; dropped += step) {
      step = await dropOldPayments(state, now, keep)
      expect(step).toBeLessThanOrEqual(50)
    }
    expect(dropped).toBe(212)
    expect((await ids()).every((id) => id.startsWith('stays'))).toBe(true)
    expect((await ids()).length).toBe(7)
    expect(await dropOldPayments(state, now, keep)).toBe(0)
  })

  test('are counted: rows, what is owed and since when, and the last settlement whatever was delivered again since', async () => {
    expect(await ledgerFigures(state, now)).toEqual({
      rows: { reserved: 0, unknown: 0, settled: 0 },
      owed: { unknown: { count: 0, oldest: null }, settled: { count: 0, oldest: null } },
      lastSettlement: null,
    })
    const receipt = (settledAt: number) => JSON.stringify({ reference: 'r', payer: 'p', settledAt })
    await put(
      { id: 'a', receipt: receipt(7), updated_at: 100 },
      { id: 'b', receipt: receipt(9), updated_at: 50 },
      { id: 'c', state: 'settled', receipt: receipt(8), created_at: 5 },
      { id: 'd', state: 'settled', receipt: receipt(6), created_at: 4 },
      { id: 'e', state: 'settled', receipt: receipt(5), created_at: 1, lease_until: now + 1 },
      { id: 'f', state: 'unknown', created_at: 3 },
    )
    expect(await ledgerFigures(state, now)).toEqual({
      rows: { reserved: 0, unknown: 1, settled: 3 },
      owed: { unknown: { count: 1, oldest: 3 }, settled: { count: 2, oldest: 4 } },
      lastSettlement: 9,
    })
    expect(await paymentCounts(state, endedStates)).toEqual({ served: 2, closed: 0 })
  })
})
