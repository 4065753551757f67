import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { State } from './open.ts'
import { changeRows, findRow } from './rows.ts'
import type { PaymentState, PaymentTable, Tables } from './schema.ts'

export type PaymentRow = Readonly<PaymentTable>

/** Which payments to read. What is null restricts nothing. */
export interface PaymentFilter {
  readonly state: PaymentState | null
  /** Reserved at this time or later. */
  readonly since: number | null
  /** At this time nobody works on the payment, and nobody has sent its credential for a minute, though it is owed an answer or an outcome. */
  readonly stuckAt: number | null
}

export interface PaymentTotal {
  readonly network: string
  readonly state: PaymentState
  readonly count: number
  /** Base units. */
  readonly units: bigint
}

/** Payments whose buyer may still be trying are not stuck. */
const quietMs = 60_000
const owedStates = ['unknown', 'settled'] as const
const openStates = ['reserved', ...owedStates] as const
export const endedStates = ['served', 'closed'] as const

function matching(row: ExpressionBuilder<Tables, 'payment'>, { state, since, stuckAt }: PaymentFilter) {
  return row.and([
    ...(state === null ? [] : [row('state', '=', state)]),
    ...(since === null ? [] : [row('created_at', '>=', since)]),
    ...(stuckAt === null
      ? []
      : [row('state', 'in', owedStates), row('lease_until', '<=', stuckAt), row('updated_at', '<=', stuckAt - quietMs)]),
  ])
}

/** The rule `stuckAt` filters by, for a row that was read. */
export function isPaymentStuck({ state, lease_until, updated_at }: PaymentRow, now: number): boolean {
  return (state === 'unknown' || state === 'settled') && lease_until <= now && updated_at <= now - quietMs
}

/** The newest payments a filter lets through. */
export async function listPayments({ db }: State, filter: PaymentFilter, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where((row) => matching(row, filter))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Count and sum of all payments a filter lets through, by network and state. */
export async function paymentTotals({ db }: State, filter: PaymentFilter): Promise<PaymentTotal[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['network', 'state'])
    .select((row) => row.fn.countAll<number>().as('count'))
    .select(sql<string>`cast(sum(cast(amount as bigint)) as text)`.as('units'))
    .where((row) => matching(row, filter))
    .groupBy(['network', 'state'])
    .orderBy('network')
    .orderBy('state')
    .execute()
  return rows.map(({ network, state, count, units }) => ({ network, state, count: Number(count), units: BigInt(units) }))
}

/** The part of an id that tells payments of a network apart: the nonce, on Solana the hash of the message. */
export function shortId(id: string): string {
  return id.startsWith('eip155:') ? id.split('/').at(-1)! : id.slice(id.indexOf('/') + 1)
}

/** More matches than these are too many to show for a name. */
const mostNamed = 100

/** Payments by the first letters of their id, of what `shortId` gives, or of their transaction. */
export async function paymentsNamed({ db }: State, name: string): Promise<PaymentRow[]> {
  const literal = name.replaceAll(/[%_\\]/g, '\\$&')
  const address = '_'.repeat(42)
  const lower = literal.toLowerCase()
  const patterns = [`${literal}%`, `${lower}%`, `eip155:%/${address}/${address}/${lower}%`, `solana:%/${literal}%`]
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where((row) =>
      row.or([
        ...patterns.map((pattern) => sql<SqlBool>`id like ${pattern} escape '\\'`),
        ...[literal, lower].map((each) => sql<SqlBool>`reference like ${`${each}%`} escape '\\'`),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(mostNamed)
    .execute()
  // LIKE of SQLite takes letters of either case for the same, which they are not on Solana
  const begins = (text: string, network: string) =>
    network.startsWith('eip155:') ? text.toLowerCase().startsWith(name.toLowerCase()) : text.startsWith(name)
  return rows.filter(
    ({ id, network, reference }) => begins(id, network) || begins(shortId(id), network) || begins(reference ?? '', network),
  )
}

export async function paymentById({ db }: State, id: string): Promise<PaymentRow | undefined> {
  return (await findRow(db, 'payment', { id })) ?? undefined
}

/** All payments whose outcome is unknown, the oldest first. */
export async function unknownPayments({ db }: State): Promise<PaymentRow[]> {
  return db.selectFrom('payment').selectAll().where('state', '=', 'unknown').orderBy('created_at').orderBy('id').execute()
}

/** Payments with a transaction that were reserved before `to` and changed since `from`, the oldest first. */
export async function paymentsWithTransaction({ db }: State, from: number, to: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('state', 'in', ['settled', 'served', 'closed'])
    .where('reference', 'is not', null)
    .where('created_at', '<', to)
    .where('updated_at', '>=', from)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Payments whose facilitator said what it made of the listing, the oldest first. */
export async function paymentsWithVerdict({ db }: State): Promise<Pick<PaymentRow, 'scope' | 'receipt' | 'amount'>[]> {
  return db
    .selectFrom('payment')
    .select(['scope', 'receipt', 'amount'])
    .where('receipt', 'like', '%"listing":%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export interface OperatorChange {
  readonly state: 'closed' | 'settled'
  readonly note: string
  readonly reference?: string
  readonly receipt?: string
}

/**
 * A change an operator makes to a row as it was read, in one statement: false, and nothing is changed, where somebody works on it or it has
 * changed since. The holder it names is nobody, so that whoever held the row before takes no further step.
 */
export async function changePaymentByHand({ db }: State, row: PaymentRow, change: OperatorChange, now: number): Promise<boolean> {
  const { id, state, holder, lease_until, updated_at } = row
  if (lease_until > now) return false
  const next = { ...change, holder: 'operator', lease_until: 0, updated_at: now }
  return changeRows(db, 'payment', { id, state, holder, lease_until, updated_at }, next)
}

/** So few that nobody waits long for the store meanwhile. */
const dropBatch = 50
/** Clocks may differ by this much: between processes, and between now and a change of the system's clock. */
const clockMs = 86_400_000

/**
 * Drops some of the payments that were served or closed longer ago than `keepMs`, and gives how many: call it until there are none. One stays
 * for as long as its credential could come back: until a day after `valid_before`, from which time the payment processor refuses it by its end, and on Solana
 * for good, as a credential there does not say when it ends. Reservations nobody works on go a day after their end: settlement was never
 * asked for.
 */
export async function dropOldPayments({ db }: State, now: number, keepMs: number): Promise<number> {
  let dropped = 0
  for (const [state, before] of [
    ['served', now - keepMs],
    ['closed', now - keepMs],
    ['reserved', now - clockMs],
  ] as const) {
    const old = await db
      .selectFrom('payment')
      .select('id')
      .where('state', '=', state)
      .where('updated_at', '<', before)
      .where('valid_before', '<', Math.floor((now - clockMs) / 1_000))
      .where('lease_until', '<', now - clockMs)
      .where((row) => (state === 'reserved' ? row.lit(true) : row('network', 'not like', 'solana:%')))
      .limit(dropBatch - dropped)
      .execute()
    if (old.length === 0) continue
    const ids = old.map(({ id }) => id)
    const { numDeletedRows } = await db
      .deleteFrom('payment')
      .where('id', 'in', ids)
      // it may have been taken up since; said so that SQLite looks the rows up by id, and not all of that state
      .where((row) => row.fn.coalesce('state', row.val('')), '=', state)
      .where('lease_until', '<', now - clockMs)
      .executeTakeFirst()
    dropped += Number(numDeletedRows)
    if (dropped >= dropBatch) break
  }
  return dropped
}

/** What operators watch. Times are milliseconds since 1970; null where there is nothing. */
export interface LedgerFigures {
  readonly rows: Readonly<Record<(typeof openStates)[number], number>>
  /** Payments nobody works on that are owed an outcome or an answer: how many, and when the oldest was reserved. */
  readonly owed: Readonly<Record<(typeof owedStates)[number], { readonly count: number; readonly oldest: number | null }>>
  readonly lastSettlement: number | null
}

/** Newest rows of a state that may name the last settlement: a row also changes when its answer is delivered again. */
const recent = 50

/** Reads the rows of open states and the newest of the others, by an index: how many there are of those makes no difference. */
export async function ledgerFigures(state: State, now: number): Promise<LedgerFigures> {
  const { db } = state
  const rows = await paymentCounts(state, openStates)
  const owed = await db
    .selectFrom('payment')
    .select('state')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('created_at').as('oldest')])
    .where('state', 'in', owedStates)
    .where('lease_until', '<=', now)
    .groupBy('state')
    .execute()
  const newest = await Promise.all(
    (['settled', 'served', 'closed'] as const).map((state) =>
      db.selectFrom('payment').select('receipt').where('state', '=', state).orderBy('updated_at', 'desc').limit(recent).execute(),
    ),
  )
  const owedOf = (wanted: PaymentState) => {
    const row = owed.find((each) => each.state === wanted)
    return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
  }
  const times = newest.flat().flatMap(({ receipt }) => settledAt(receipt) ?? [])
  return {
    rows,
    owed: { unknown: owedOf('unknown'), settled: owedOf('settled') },
    lastSettlement: times.length === 0 ? null : Math.max(...times),
  }
}

/** How many payments there are in each of some states. */
export async function paymentCounts<S extends PaymentState>({ db }: State, states: readonly S[]): Promise<Record<S, number>> {
  const counts = await db
    .selectFrom('payment')
    .select('state')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', 'in', states)
    .groupBy('state')
    .execute()
  const counted = Object.fromEntries(states.map((state) => [state, 0])) as Record<S, number>
  for (const { state, count } of counts) counted[state as S] = Number(count)
  return counted
}

/** When the ledger learned that a payment had settled, from its receipt. */
export function settledAt(receipt: string | null): number | null {
  return receipt === null ? null : (JSON.parse(receipt) as { settledAt: number }).settledAt
}
