import type { Kysely } from 'kysely'
import type { State } from './open.ts'
import type { PaymentState, PaymentTable, Tables } from './schema.ts'

export type LedgerRow = Readonly<PaymentTable>

export interface Reservation
  extends Pick<PaymentTable, 'id' | 'protocol' | 'network' | 'payer' | 'amount' | 'scope' | 'valid_before'> {}

/**
 * What each credential paid for. A row goes reserved -> unknown -> settled -> served; from the moment settlement is asked for its outcome is
 * unknown until it is told. Whoever works on a row holds a lease; every step is taken only by its holder, in one statement, so that of any
 * number of processes one takes it.
 */
export class Ledger {
  readonly #db: Kysely<Tables>
  readonly #holder: string

  /** @param holder names who works on rows, among all requests of all processes that share the store */
  constructor({ db }: State, holder: string) {
    this.#db = db
    this.#holder = holder
  }

  find(id: string): Promise<LedgerRow | undefined> {
    return this.#db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Binds a credential to its scope and takes the lease. False where it is bound already. */
  async reserve(reservation: Reservation, now: number, leaseUntil: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('payment')
      .values({
        ...reservation,
        state: 'reserved',
        holder: this.#holder,
        lease_until: leaseUntil,
        from_block: null,
        reference: null,
        receipt: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((on) => on.column('id').doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  }

  /** Takes the lease of a row as it was read, where nobody holds one any more. False where somebody else was faster. */
  async takeOver({ id, state, holder, lease_until }: LedgerRow, now: number, leaseUntil: number): Promise<boolean> {
    if (lease_until > now) return false
    const { numUpdatedRows } = await this.#db
      .updateTable('payment')
      .set({ holder: this.#holder, lease_until: leaseUntil, updated_at: now })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('lease_until', '=', lease_until)
      .where((row) => (holder === null ? row('holder', 'is', null) : row('holder', '=', holder)))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** A step of a row this process holds. False where it holds it no longer, or the row is in another state. */
  async advance(
    id: string,
    from: PaymentState,
    to: Partial<Pick<PaymentTable, 'state' | 'from_block' | 'payer' | 'reference' | 'receipt' | 'lease_until'>>,
    now: number,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('payment')
      .set({ ...to, updated_at: now })
      .where('id', '=', id)
      .where('state', '=', from)
      .where('holder', '=', this.#holder)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Takes out a row that was never settled: its credential is as good as new. */
  async release(id: string, state: 'reserved' | 'unknown'): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('payment')
      .where('id', '=', id)
      .where('state', '=', state)
      .where('holder', '=', this.#holder)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}

/** What was paid and delivered in all, in base units, and how many credentials stand in each state. */
export async function ledgerTotals({ db }: State): Promise<{ settled: bigint; states: Partial<Record<PaymentState, number>> }> {
  const rows = await db.selectFrom('payment').select(['state', 'amount']).execute()
  const states: Partial<Record<PaymentState, number>> = {}
  let settled = 0n
  for (const { state, amount } of rows) {
    states[state] = (states[state] ?? 0) + 1
    if (state === 'settled' || state === 'served') settled += BigInt(amount)
  }
  return { settled, states }
}
