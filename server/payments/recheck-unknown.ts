import { randomUUID } from 'node:crypto'
import { Ledger } from '../state/ledger.ts'
import { type PaymentRow, unknownPayments } from '../state/payment-rows.ts'
import type { LookUpOutcome, PaymentQuery } from './look-up.ts'
import type { ProcessorOptions } from './payment-processor.ts'
import type { Receipt } from './redeem.ts'

/** What became of one payment whose outcome was unknown. */
export type RecheckOutcome =
  /** It settled by that transaction, and is owed its answer. */
  | { readonly kind: 'settled'; readonly id: string; readonly transaction: string }
  /** It can never settle, and its row is gone: the credential is as good as new. */
  | { readonly kind: 'removed'; readonly id: string; readonly why: string }
  /** Still unknown. */
  | { readonly kind: 'left'; readonly id: string; readonly why: string; readonly unreachable: boolean }
  /** Somebody works on it. */
  | { readonly kind: 'busy'; readonly id: string }

export interface RecheckParts extends Pick<ProcessorOptions, 'state' | 'lookUp' | 'now'> {
  /** Whom a network pays now, for rows that do not name their payee. */
  payToOf(network: string): string | null
}

const leaseMs = 30_000

/**
 * Looks up every payment whose outcome is unknown and that nobody works on, as the payment processor does when its credential is sent again. Each is taken
 * by a lease first, so that a running server and this never work on one together.
 */
export async function recheckUnknown(parts: RecheckParts): Promise<RecheckOutcome[]> {
  const outcomes: RecheckOutcome[] = []
  for (const row of await unknownPayments(parts.state)) outcomes.push(await askFor(parts, row))
  return outcomes
}

async function askFor({ state, lookUp, payToOf, now }: RecheckParts, row: PaymentRow): Promise<RecheckOutcome> {
  const { id } = row
  const ledger = new Ledger(state, `operator ${randomUUID()}`)
  if (!(await ledger.takeOver(row, now(), now() + leaseMs))) return { kind: 'busy', id }
  const left = async (why: string, unreachable = false): Promise<RecheckOutcome> => {
    await ledger.advance(id, 'unknown', { lease_until: 0 }, now())
    return { kind: 'left', id, why, unreachable }
  }
  const removed = async (why: string): Promise<RecheckOutcome> =>
    (await ledger.release(id, 'unknown')) ? { kind: 'removed', id, why } : { kind: 'busy', id }

  const sought = paymentQueryOf(row, payToOf(row.network))
  if (typeof sought === 'string') return left(sought)
  let answer: LookUpOutcome
  try {
    answer = await lookUp.find(sought, row.from_block)
  } catch (error) {
    return left(`the RPC node cannot be reached (${error instanceof Error ? error.name : typeof error})`, true)
  }
  if (answer.kind === 'untold') return left('no RPC node is configured for its network')
  if (answer.kind === 'paid') {
    const { reference } = answer
    const receipt: Receipt = { reference, payer: row.payer, settledAt: now() }
    const step = { state: 'settled', reference, receipt: JSON.stringify(receipt), lease_until: 0 } as const
    const settled = await ledger.advance(id, 'unknown', step, now())
    return settled ? { kind: 'settled', id, transaction: reference } : { kind: 'busy', id }
  }
  if (answer.kind === 'elsewhere')
    return row.pay_to === null
      ? left('its authorization was used, but not to pay the configured address, and the row does not record the payee')
      : removed('the payer spent the authorization on something else')
  if (answer.kind === 'over') return removed('it is not on chain, and its authorization has expired')
  return left('it has not settled, but still may')
}

/** The question for a row, or why there is none. */
export function paymentQueryOf(row: PaymentRow, payTo: string | null): PaymentQuery | string {
  const { id, network, payer, amount, valid_before, signed } = row
  const payee = row.pay_to ?? payTo
  if (payee === null) return 'the row does not record its payee, and no address is configured for its network'
  if (network.startsWith('solana:')) {
    if (signed === null || row.asset === null)
      return 'the row was written before the ledger stored what is needed to look up a Solana payment'
    return { id, network, payer, amount, payTo: payee, asset: row.asset, signed }
  }
  const [, asset, , nonce] = id.split('/')
  const asSigned = signed ?? JSON.stringify({ nonce, validBefore: String(valid_before) })
  return { id, network, payer, amount, payTo: payee, asset: row.asset ?? asset!, signed: asSigned }
}
