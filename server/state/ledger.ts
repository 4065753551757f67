import type { QueryResult } from 'kysely'
import type { State } from './open.ts'
import { prepared } from './prepared.ts'
import type { PaymentState, PaymentTable } from './schema.ts'

export type LedgerRow = Readonly<PaymentTable>

export interface Reservation
  extends Pick<PaymentTable, 'id' | 'protocol' | 'network' | 'payer' | 'amount' | 'scope' | 'valid_before'> {}

/** What a step may change of a row. */
type Step = Partial<
  Pick<
    PaymentTable,
    | 'state'
    | 'from_block'
    | 'payer'
    | 'reference'
    | 'receipt'
    | 'lease_until'
    | 'asset'
    | 'pay_to'
    | 'signed'
    | 'signature_hash'
    | 'deliveries'
  >
>

const find = prepared((db, { id }: Pick<PaymentTable, 'id'>) => db.selectFrom('payment').selectAll().where('id', '=', id))

const reserve = prepared((db, given: Reservation & { holder: string; now: number; leaseUntil: number }) =>
  db
    .insertInto('payment')
    .values({
      id: given.id,
      protocol: given.protocol,
      network: given.network,
      payer: given.payer,
      amount: given.amount,
      scope: given.scope,
      valid_before: given.valid_before,
      state: 'reserved',
      holder: given.holder,
      lease_until: given.leaseUntil,
      from_block: null,
      reference: null,
      receipt: null,
      asset: null,
      pay_to: null,
      signed: null,
      signature_hash: null,
      note: null,
      deliveries: 0,
      created_at: given.now,
      updated_at: given.now,
    })
    .onConflict((on) => on.column('id').doNothing()),
)

/** What is null stays as it is. */
const advance = prepared((db, given: Nullable<Step> & { id: string; holder: string; from: PaymentState; now: number }) =>
  db
    .updateTable('payment')
    .set(({ fn, val }) => ({
      state: fn.coalesce(val(given.state), 'state'),
      from_block: fn.coalesce(val(given.from_block), 'from_block'),
      payer: fn.coalesce(val(given.payer), 'payer'),
      reference: fn.coalesce(val(given.reference), 'reference'),
      receipt: fn.coalesce(val(given.receipt), 'receipt'),
      lease_until: fn.coalesce(val(given.lease_until), 'lease_until'),
      asset: fn.coalesce(val(given.asset), 'asset'),
      pay_to: fn.coalesce(val(given.pay_to), 'pay_to'),
      signed: fn.coalesce(val(given.signed), 'signed'),
      signature_hash: fn.coalesce(val(given.signature_hash), 'signature_hash'),
      deliveries: fn.coalesce(val(given.deliveries), 'deliveries'),
      updated_at: given.now,
    }))
    .where('id', '=', given.id)
    .where('state', '=', given.from)
    .where('holder', '=', given.holder),
)

/** By how much the clocks of two processes may differ. */
const clockSlackMs = 300_000

type Nullable<T> = { [K in keyof T]-?: T[K] | null }

/**
 * What each credential paid for. A row goes reserved -> unknown -> settled -> served; from the moment settlement is asked for its outcome is
 * unknown until it is told. Whoever works on a row holds a lease; every step is taken only by its holder, in one statement, so that of any
 * number of processes one takes it.
 */
export class Ledger {
  readonly #state: State
  readonly #holder: string

  /** @param holder names who works on rows, among all requests of all processes that share the store */
  constructor(state: State, holder: string) {
    this.#state = state
    this.#holder = holder
  }

  async find(id: string): Promise<LedgerRow | undefined> {
    const { rows } = await find(this.#state, { id })
    return rows[0]
  }

  /** Binds a credential to its scope and takes the lease. False where it is bound already. */
  async reserve(reservation: Reservation, now: number, leaseUntil: number): Promise<boolean> {
    const { id, protocol, network, payer, amount, scope, valid_before } = reservation
    const holder = this.#holder
    const given = { id, protocol, network, payer, amount, scope, valid_before, holder, now, leaseUntil }
    return changed(await reserve(this.#state, given))
  }

  /**
   * Takes the lease of a row as it was read, where nobody holds one any more. False where somebody else was faster. A lease that ends later
   * than any that begins now was written before the clock was set back, and counts no more.
   */
  async takeOver({ id, state, holder, lease_until }: LedgerRow, now: number, leaseUntil: number): Promise<boolean> {
    if (lease_until > now && lease_until <= leaseUntil + clockSlackMs) return false
    const { numUpdatedRows } = await this.#state.db
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
  async advance(id: string, from: PaymentState, step: Step, now: number): Promise<boolean> {
    const { state = null, from_block = null, payer = null, reference = null, receipt = null, lease_until = null } = step
    const { asset = null, pay_to = null, signed = null, signature_hash = null, deliveries = null } = step
    const holder = this.#holder
    return changed(
      await advance(this.#state, {
        state,
        from_block,
        payer,
        reference,
        receipt,
        lease_until,
        asset,
        pay_to,
        signed,
        signature_hash,
        deliveries,
        id,
        from,
        holder,
        now,
      }),
    )
  }

  /** Takes out a row that was never settled: its credential is as good as new. */
  async release(id: string, state: 'reserved' | 'unknown'): Promise<boolean> {
    const { numDeletedRows } = await this.#state.db
      .deleteFrom('payment')
      .where('id', '=', id)
      .where('state', '=', state)
      .where('holder', '=', this.#holder)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}

function changed({ numAffectedRows = 0n }: QueryResult<unknown>): boolean {
  return numAffectedRows > 0n
}
