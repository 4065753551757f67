import type { State } from './open.ts'
import { type PaymentRow, paymentById } from './payment-rows.ts'
import { addRow, changeRows, removeRows } from './rows.ts'
import type { PaymentState, PaymentTable } from './schema.ts'

export interface PaymentReservation
  extends Pick<PaymentTable, 'id' | 'protocol' | 'network' | 'payer' | 'amount' | 'scope' | 'valid_before'> {}

/** What a step may change of a row. */
type Step = Partial<Omit<PaymentTable, keyof PaymentReservation | 'holder' | 'note' | 'created_at' | 'updated_at'>> &
  Partial<Pick<PaymentTable, 'payer'>>

/** By how much the clocks of two processes may differ. */
const clockSlackMs = 300_000

/**
 * What each credential paid for. A row goes reserved -> unknown -> settled -> served; from the moment settlement is asked for its outcome is
 * unknown until it is reported. Whoever works on a row holds a lease; every step is taken only by its holder, in one statement, so that of any
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

  async find(id: string): Promise<PaymentRow | undefined> {
    return paymentById(this.#state, id)
  }

  /** Binds a credential to its scope and takes the lease. False where it is bound already. */
  async reserve(reservation: PaymentReservation, now: number, leaseUntil: number): Promise<boolean> {
    return addRow(this.#state.db, 'payment', {
      ...reservation,
      ...{ state: 'reserved', holder: this.#holder, lease_until: leaseUntil, deliveries: 0, created_at: now, updated_at: now },
    })
  }

  /**
   * Takes the lease of a row as it was read, where nobody holds one any more. False where somebody else was faster. A lease that ends later
   * than any that begins now was written before the clock was set back, and counts no more.
   */
  async takeOver({ id, state, holder, lease_until }: PaymentRow, now: number, leaseUntil: number): Promise<boolean> {
    if (lease_until > now && lease_until <= leaseUntil + clockSlackMs) return false
    const taken = { holder: this.#holder, lease_until: leaseUntil, updated_at: now }
    return changeRows(this.#state.db, 'payment', { id, state, holder, lease_until }, taken)
  }

  /** A step of a row this process holds. False where it holds it no longer, or the row is in another state. */
  async advance(id: string, from: PaymentState, step: Step, now: number): Promise<boolean> {
    return changeRows(this.#state.db, 'payment', { id, state: from, holder: this.#holder }, { ...step, updated_at: now })
  }

  /** Takes out a row that was never settled: its credential is as good as new. */
  async release(id: string, state: 'reserved' | 'unknown'): Promise<boolean> {
    return removeRows(this.#state.db, 'payment', { id, state, holder: this.#holder })
  }
}
