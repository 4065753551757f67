import { sql } from 'kysely'
import { secretHash } from './key.ts'
import type { State } from './open.ts'
import { addRow, changeRows, findRow, undoableTransaction } from './rows.ts'
import type { BalanceTable, Tables } from './schema.ts'

/** How long a process may work on a call before another one takes it over. */
export const callLeaseMs = 30_000
/** How often the answer of a call is begun to be sent: who breaks off again and again does not read what comes tomorrow for what was paid today. */
const mostDeliveries = 10
/** How long a delivered call is answered again to who names it: its edition is the one that was paid for, or the next. */
const repeatedMs = 300_000
/** How long the calls of an ended balance are kept, so that they can be accounted for. */
const keptMs = 30 * 86_400_000

export interface BalanceCall {
  /** The key of the balance. */
  readonly key: string
  /** What its caller names the call by; null where it does not. */
  readonly name: string | null
  readonly target: string
  /** Base units. */
  readonly units: number
  /** Names who sends the answer, among all requests of all processes. */
  readonly holder: string
}

export type BalanceCallResult =
  | { readonly kind: 'taken'; readonly id: string; readonly left: number; readonly expires: number }
  /** Another request sends the answer of this call. */
  | { readonly kind: 'at work' }
  /** The name stands for a call of another target. */
  | { readonly kind: 'other target' }
  /** The answer arrived some time ago, or was sent as often as it is. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'too little'; readonly left: number }
  | { readonly kind: 'ended'; readonly expires: number }
  | { readonly kind: 'no balance' }

export type RefusedCall = Exclude<BalanceCallResult, { kind: 'taken' }>

/** Opens the balance of a key, and gives it as it stands: the same key opens it once, forever, however often it is asked for. */
export async function openBalance(
  { db }: State,
  { key, units, expires, now }: { readonly key: string; readonly units: number; readonly expires: number; readonly now: number },
): Promise<Readonly<BalanceTable>> {
  const hash = secretHash(key)
  await addRow(db, 'balance', { hash, bought: units, left: units, created_at: now, expires_at: expires })
  return (await findRow(db, 'balance', { hash }))!
}

/** The balance of a key, also one that has ended; null where there is none. */
export async function balanceOf({ db }: State, key: string): Promise<Readonly<BalanceTable> | null> {
  return findRow(db, 'balance', { hash: secretHash(key) })
}

/**
 * Takes the price of a call from a balance, in one transaction that takes nothing where too little is left. A call that was taken before and whose
 * answer has not arrived is the same call again and costs nothing: by its name, or where it has none by its target, once nobody sends its answer
 * any more.
 */
export async function takeFromBalance(state: State, call: BalanceCall, now: number): Promise<BalanceCallResult> {
  const balance = await balanceOf(state, call.key)
  if (balance === null) return { kind: 'no balance' }
  if (balance.expires_at <= now) return { kind: 'ended', expires: balance.expires_at }
  const id = `${balance.hash}/${call.name ?? call.holder}`
  const before = await callBefore(state, balance.hash, call, now)
  if (before) {
    const again = await takeOver(state, before, call, now)
    if (call.name !== null || again) return again ? taken(before.id, balance) : refusedAgain(before, call, now)
  }
  const done = await undoableTransaction<BalanceCallResult | 'named'>(state, async (within, undo) => {
    const paid = await within
      .updateTable('balance')
      .set({ left: sql<number>`"left" - ${call.units}` })
      .where('hash', '=', balance.hash)
      .where('expires_at', '>', now)
      .where('left', '>=', call.units)
      .returning(['left', 'expires_at'])
      .executeTakeFirst()
    if (paid === undefined) return undo({ kind: 'too little', left: balance.left })
    const isFirst = await addRow(within, 'balance_call', {
      ...{ id, balance: balance.hash, target: call.target, units: call.units, holder: call.holder },
      ...{ lease_until: now + callLeaseMs, deliveries: 1, created_at: now, served_at: null },
    })
    return isFirst ? taken(id, paid) : undo('named')
  })
  // a request that came at the same time has the name
  return done === 'named' ? takeFromBalance(state, call, now) : done
}

/** Why a balance would not pay for a call; null where it would, or has paid for it. Takes nothing. */
export async function balanceRefusal(state: State, call: Omit<BalanceCall, 'holder'>, now: number): Promise<RefusedCall | null> {
  const balance = await balanceOf(state, call.key)
  if (balance === null) return { kind: 'no balance' }
  const { hash, left, expires_at: expires } = balance
  if (expires <= now) return { kind: 'ended', expires }
  if (left >= call.units || (await callBefore(state, hash, call, now))) return null
  return { kind: 'too little', left }
}

/** The same call, taken before. */
async function callBefore(
  state: State,
  balance: string,
  { name, target }: Pick<BalanceCall, 'name' | 'target'>,
  now: number,
): Promise<Tables['balance_call'] | null | undefined> {
  return name === null
    ? undelivered(state, balance, target, now)
    : findRow(state.db, 'balance_call', { id: `${balance}/${name}` })
}

const taken = (id: string, { left, expires_at: expires }: Pick<BalanceTable, 'left' | 'expires_at'>): BalanceCallResult => ({
  ...{ kind: 'taken', id, left, expires },
})

/** The oldest call of a target that is paid, has not arrived and is worked on by nobody. */
function undelivered({ db }: State, balance: string, target: string, now: number): Promise<Tables['balance_call'] | undefined> {
  return db
    .selectFrom('balance_call')
    .selectAll()
    .where('balance', '=', balance)
    .where('target', '=', target)
    .where('served_at', 'is', null)
    .where('lease_until', '<=', now)
    .where('deliveries', '<', mostDeliveries)
    .orderBy('created_at')
    .executeTakeFirst()
}

/** Takes the lease of a call as it was read. A named call whose answer has just arrived is sent again to who names it. */
async function takeOver({ db }: State, row: Tables['balance_call'], call: BalanceCall, now: number): Promise<boolean> {
  if (row.target !== call.target || row.lease_until > now || isSpent(row, now)) return false
  const { id, holder, deliveries } = row
  const next = { holder: call.holder, lease_until: now + callLeaseMs, deliveries: deliveries + 1 }
  return changeRows(db, 'balance_call', { id, holder, deliveries }, next)
}

function isSpent({ deliveries, served_at }: Tables['balance_call'], now: number): boolean {
  return deliveries >= mostDeliveries || (served_at !== null && now > served_at + repeatedMs)
}

function refusedAgain(row: Tables['balance_call'], call: BalanceCall, now: number): BalanceCallResult {
  if (row.target !== call.target) return { kind: 'other target' }
  return isSpent(row, now) ? { kind: 'spent' } : { kind: 'at work' }
}

/** Writes down how an answer ended. One that did not arrive is sent again without a charge. */
export async function endBalanceCall({ db }: State, id: string, holder: string, delivered: boolean, now: number): Promise<void> {
  await changeRows(db, 'balance_call', { id, holder }, { lease_until: 0, served_at: delivered ? now : null })
}

/** Lengthens the lease of an answer that is still on its way. */
export async function renewBalanceCall({ db }: State, id: string, holder: string, now: number): Promise<void> {
  await changeRows(db, 'balance_call', { id, holder }, { lease_until: now + callLeaseMs })
}

/** Drops the calls of balances that ended long ago. The balances stay: a payment that was not marked as delivered would open another one. */
export async function dropOldBalanceCalls({ db }: State, now: number): Promise<void> {
  const oldest = now - keptMs
  const old = db.selectFrom('balance').select('hash').where('expires_at', '<', oldest)
  await db.deleteFrom('balance_call').where('balance', 'in', old).execute()
}
