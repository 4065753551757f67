import { parsedJson } from '../http/json.ts'
import type { PaymentRow } from '../state/payment-rows.ts'

/** What an operator may say of a payment. `paid` is the one that closes nothing: the payment is then owed its answer. */
export type PaymentVerdict = 'paid' | 'refunded' | 'written-off' | 'unpaid'

/** One entry of a row's note, which is a JSON array of them, the newest last. */
export interface NoteEntry {
  readonly verdict: PaymentVerdict
  readonly at: string
  readonly by: string
  /** Of the payment where the verdict is `paid`, of the refund where it is `refunded`. */
  readonly transaction: string | null
  readonly text: string
}

/** Entries of a row's note that this program wrote. */
export function noteEntries({ note }: Pick<PaymentRow, 'note'>): NoteEntry[] {
  const value = note === null ? null : parsedJson(note)
  return Array.isArray(value) ? (value as NoteEntry[]) : []
}

/** The last thing an operator said of a payment. */
export function lastNoteEntry(row: Pick<PaymentRow, 'note'>): NoteEntry | null {
  return noteEntries(row).at(-1) ?? null
}

export function withNoteEntry(row: Pick<PaymentRow, 'note'>, entry: NoteEntry): string {
  return JSON.stringify([...noteEntries(row), entry])
}

/** Whether a row stands for money that came in: refunded and written off it did, too. */
export function isPaid(row: Pick<PaymentRow, 'state' | 'reference' | 'note'>): boolean {
  if (row.state === 'settled' || row.state === 'served') return true
  return row.state === 'closed' && row.reference !== null && lastNoteEntry(row)?.verdict !== 'unpaid'
}

/** After its end a payment may still turn up for this long; on Solana the end is by the clock, and the chain may be slow. */
const laterMs = { evm: 60_000, solana: 3_600_000 }

/** When nobody can settle a payment any more. */
function overAt({ network, valid_before }: Pick<PaymentRow, 'network' | 'valid_before'>): number {
  return valid_before * 1_000 + (network.startsWith('solana:') ? laterMs.solana : laterMs.evm)
}

/** Why an operator cannot say this of a payment, with the next step; null where they can. Leases are looked at elsewhere. */
export function verdictObjection(row: PaymentRow, verdict: PaymentVerdict, now: number): string | null {
  const { state } = row
  if (verdict === 'paid') return state === 'unknown' ? null : `it is ${state}: --paid is for a payment whose outcome is unknown`
  if (verdict === 'refunded') {
    if (state === 'settled' || state === 'served') return null
    if (state === 'closed' && lastNoteEntry(row)?.verdict === 'written-off' && row.reference !== null) return null
    if (state === 'unknown')
      return 'it is not known whether it was paid: find out first with "briefing payments reconcile", or record its transaction with --paid TRANSACTION'
    return state === 'closed'
      ? `it was already closed as ${lastNoteEntry(row)?.verdict ?? 'unclear'}; see "briefing payments show"`
      : 'nothing was paid: settlement was never requested'
  }
  if (verdict === 'written-off' && state === 'settled') return null
  const allowed = verdict === 'written-off' ? ['unknown'] : ['unknown', 'settled', 'served']
  if (!allowed.includes(state))
    return verdict === 'written-off'
      ? `it is ${state}: only a settled or unknown payment can be written off`
      : `it is ${state}: only an unknown, settled or served payment can be marked unpaid`
  const over = overAt(row)
  if (over <= now) return null
  return over > 8.64e15
    ? 'its authorization never expires, so it may still settle'
    : `it may still settle until ${new Date(over).toISOString()}`
}
