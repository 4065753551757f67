import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLedger } from '../../../server/payments/ledger-upkeep.ts'
import type { State } from '../../../server/state/open.ts'
import type { PaymentTable } from '../../../server/state/schema.ts'
import { type OpenedTelemetry, openTelemetry } from '../../../server/telemetry/open.ts'
import { ask } from '../fixture.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { cost } from './terms.ts'

const day = 86_400_000
const begun = Date.UTC(2026, 10, 1, 12)
const keepMs = 400 * day
let clock: number
let holders: KeyHolders
let state: State
let telemetry: OpenedTelemetry
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  clock = begun
  holders = await keyHolders()
  state = holders.state
  telemetry = await openTelemetry({
    port: 0,
    host: '127.0.0.1',
    reader: { current: () => null, reading: () => ({ unreadMs: null, refused: null }) },
    runs: async () => ({ counts: {}, triggers: {}, feeds: {} }),
    now: () => clock,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await telemetry.close()
  await holders.close()
})

const row: PaymentTable = {
  id: 'a',
  protocol: 'x402',
  network: 'eip155:84532',
  payer: '0x1',
  amount: String(cost),
  scope: 'GET /api/btc',
  state: 'served',
  holder: null,
  lease_until: 0,
  from_block: null,
  valid_before: 1_700_000_000,
  reference: '0x1',
  receipt: JSON.stringify({ reference: '0x1', payer: '0x1', settledAt: begun - 7_000 }),
  asset: null,
  pay_to: null,
  signed: null,
  signature_hash: null,
  note: null,
  deliveries: 1,
  created_at: begun - 90_000,
  updated_at: begun,
}
const put = (...rows: Partial<PaymentTable>[]) =>
  state.db
    .insertInto('payment')
    .values(rows.map((each) => ({ ...row, ...each })))
    .execute()
const ids = async () => (await state.db.selectFrom('payment').select('id').orderBy('id').execute()).map(({ id }) => id)

async function ledgerSamples(): Promise<Record<string, number>> {
  const { text } = await ask(telemetry.port, '/metrics')
  const lines = text.split('\n').filter((line) => line.startsWith('briefing_ledger_'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(16, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

const parts = () => ({ state, keepMs, now: () => clock, warn: () => {} })

test('the ledger is counted: rows by state, what is owed and for how long, and when the last payment settled', async () => {
  await put(
    {},
    { id: 'b', state: 'settled', created_at: begun - 60_000 },
    { id: 'c', state: 'settled', lease_until: begun + 10_000 },
    { id: 'd', state: 'unknown', receipt: null },
    { id: 'e', state: 'closed' },
  )
  expect(await ledgerSamples()).toEqual({})
  const leave = keepLedger({ ...parts(), telemetry })
  const figures = {
    'payments{state="reserved"}': 0,
    'payments{state="unknown"}': 1,
    'payments{state="settled"}': 2,
    'payments{state="served"}': 1,
    'payments{state="closed"}': 1,
    'owed{state="unknown"}': 1,
    'owed{state="settled"}': 1,
    'oldest_owed_seconds{state="unknown"}': 90,
    'oldest_owed_seconds{state="settled"}': 60,
    last_settlement_seconds: (begun - 7_000) / 1_000,
  }
  await expect.poll(ledgerSamples).toEqual(figures)
  // ages grow between looks; the next look sees that nothing is owed any more
  clock += 5_000
  expect(await ledgerSamples()).toMatchObject({ 'oldest_owed_seconds{state="unknown"}': 95 })
  await state.db.updateTable('payment').set({ state: 'served' }).execute()
  vi.advanceTimersByTime(15_000)
  await expect.poll(ledgerSamples).toMatchObject({ 'owed{state="settled"}': 0, 'oldest_owed_seconds{state="settled"}': 0 })
  // those that have ended are counted once an hour
  expect(await ledgerSamples()).toMatchObject({ 'payments{state="served"}': 1 })
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(ledgerSamples).toMatchObject({ 'payments{state="served"}': 5 })
  await leave()
})

test('a ledger that cannot be read has no figures, instead of what was so', async () => {
  const leave = keepLedger({ ...parts(), telemetry })
  await expect.poll(ledgerSamples).toMatchObject({ 'owed{state="unknown"}': 0 })
  await state.db.schema.dropTable('payment').execute()
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(ledgerSamples).toEqual({})
  await leave()
})

test('what is old is dropped at once and every hour, and nothing after the end', async () => {
  const old = { updated_at: begun - keepMs - 1 }
  await put({ id: 'young' }, { ...old, id: 'old 1' }, { ...old, id: 'owed', state: 'settled' })
  const leave = keepLedger(parts())
  await expect.poll(ids).toEqual(['owed', 'young'])
  await put({ ...old, id: 'old 2' })
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(ids).toEqual(['owed', 'young'])
  await leave()
  await put({ ...old, id: 'old 3' })
  vi.advanceTimersByTime(7_200_000)
  await wait(50)
  expect(await ids()).toEqual(['old 3', 'owed', 'young'])
})

test('a sweep that fails is told, and the next one is tried', async () => {
  const warn = vi.fn()
  const fails = { ...parts(), warn }
  await put({ id: 'old', updated_at: begun - keepMs - 1 })
  await state.db.schema.alterTable('payment').renameTo('elsewhere').execute()
  const leave = keepLedger(fails)
  await expect.poll(() => warn.mock.calls.length).toBe(1)
  await state.db.schema
    .alterTable('elsewhere' as 'payment')
    .renameTo('payment')
    .execute()
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(ids).toEqual([])
  await leave()
})
