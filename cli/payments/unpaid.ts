import { InputError, UnavailableError } from '../../pipeline/errors.ts'
import { paymentQueryOf } from '../../server/payments/recheck-unknown.ts'
import { sandboxNetwork } from '../../server/payments/sandbox-terms.ts'
import { openSettlement } from '../../server/payments/settlement.ts'
import type { State } from '../../server/state/open.ts'
import type { PaymentRow } from '../../server/state/payment-rows.ts'
import type { Settings } from '../settings.ts'
import { paymentNetworks, settlementSettings } from './payments.ts'

/** What is right for a payment that has its money. */
const instead: Readonly<Record<string, string>> = {
  unknown: 'record that with: briefing payments reconcile',
  settled: 'send it back and record the refund with --refunded TRANSACTION, or keep it with --written-off',
  served: 'send it back and record the refund with --refunded TRANSACTION, or leave the payment as it is',
}

/**
 * Throws an `InputError` PAID where the chain, or the books of the sandbox, have the transfer of a payment that is to be closed as unpaid. Where
 * nobody can be asked, the word of the operator stands.
 */
export async function needUnpaid({ payments }: Pick<Settings, 'payments'>, state: State, row: PaymentRow): Promise<void> {
  const outside = payments === null ? null : settlementSettings(payments)
  if (outside === null && row.network !== sandboxNetwork.id) return
  const sold = await paymentNetworks(payments)
  const sought = paymentQueryOf(row, sold.find(({ network }) => network.id === row.network)?.payTo ?? null)
  if (typeof sought === 'string') return
  const { lookUp } = await openSettlement(state, outside, Date.now)
  const outcome = await lookUp.find(sought, row.from_block).catch(() => {
    throw new UnavailableError(
      'NODE_UNREACHABLE',
      'the RPC node does not say whether the money moved; try again, or see: briefing doctor',
    )
  })
  if (outcome.kind === 'paid')
    throw new InputError('PAID', `transaction ${outcome.reference} moved the money of this payment; ${instead[row.state]}`)
}
