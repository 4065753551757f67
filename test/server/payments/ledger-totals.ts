import type { State } from '../../../server/state/open.ts'
import type { PaymentState } from '../../../server/state/schema.ts'

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
