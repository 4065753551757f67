import type { State } from '../state/open.ts'
import { playTransfers } from '../state/play.ts'
import type { Books } from './books.ts'

/** The books of the sandbox on what reached a payee at `from` or later and before `to`. */
export function sandboxBooks(state: State, payTo: string, from: number, to: number): Books {
  return {
    span: 'its books',
    async transfers() {
      const rows = await playTransfers(state, payTo)
      return rows.filter(({ created_at: at }) => at >= from && at < to).map(transferOf)
    },
    async transaction(reference) {
      const rows = (await playTransfers(state, payTo)).filter((row) => row.reference === reference)
      const [first] = rows
      if (first === undefined) return null
      const inSpan = first.created_at >= from && first.created_at < to
      return { inSpan, transfers: rows.map(transferOf), authorizations: rows.map(({ payer, nonce }) => ({ payer, nonce })) }
    },
  }
}

function transferOf({ reference, payer, amount }: { reference: string; payer: string; amount: string }) {
  return { reference, payer, units: BigInt(amount) }
}
