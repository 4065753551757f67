import { networks } from '../../data/networks.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { usdText } from '../../server/access/price.ts'
import { lastNoteEntry, noteEntries } from '../../server/payments/resolution.ts'
import { isPaymentStuck, type PaymentRow, type PaymentTotal, settledAt, shortId } from '../../server/state/payment-rows.ts'
import { tableLines, timeText } from '../print.ts'

/** Letters of an id that a list shows. */
const shown = 14

/** The printable members of a payment: the signature itself is never stored, and its hash is not printed. */
export function printablePayment(row: PaymentRow, now: number) {
  const { id, state, protocol, network, payer, pay_to, amount, scope, reference } = row
  return {
    ...{ id, short_id: shortId(id), state, stuck: isPaymentStuck(row, now), protocol, network, asset: paymentAsset(row) },
    ...{ payer: payer || null, pay_to, amount, usd: usdText(amount), scope, transaction: reference },
    settled_at: timeText(settledAt(row.receipt)),
    valid_before: timeText(row.valid_before * 1_000),
    ...{ created_at: timeText(row.created_at), updated_at: timeText(row.updated_at) },
    lease_until: row.lease_until === 0 ? null : timeText(row.lease_until),
    from_block: row.from_block,
    signature_kept: row.signature_hash === null ? null : 'only as a hash',
    notes: noteEntries(row),
  }
}

/** Where a row is from before the column, an EVM network's id names the asset, too. */
export function paymentAsset({ id, network, asset }: PaymentRow): string | null {
  if (asset !== null) return asset
  return network.startsWith('eip155:') ? id.split('/')[1]! : null
}

export function networkTitle(id: string): string {
  return networks.find((each) => each.id === id)?.title ?? id
}

export function paymentListLines(rows: readonly PaymentRow[], now: number): string[] {
  const cells = rows.map((row) => [
    ...[shortId(row.id).slice(0, shown), isoTime(row.created_at), stateWord(row, now), usdText(row.amount)],
    ...[networkTitle(row.network), row.payer.slice(0, shown), row.scope],
  ])
  return tableLines(['id', 'created', 'state', 'USD', 'network', 'payer', 'paid for'], cells)
}

function stateWord(row: PaymentRow, now: number): string {
  if (row.state === 'closed') return `closed (${lastNoteEntry(row)?.verdict ?? 'no note'})`
  return isPaymentStuck(row, now) ? `${row.state}, stuck` : row.state
}

export function totalLines(totals: readonly PaymentTotal[]): string[] {
  return totals.map(({ network, state, count, units }) => `${networkTitle(network)}: ${count} ${state}, ${usdText(units)} USD`)
}

export function paymentDetailLines(row: PaymentRow, now: number): string[] {
  const { meaning, next } = explained(row, now)
  const missing = 'not recorded: the row is older than this column'
  return [
    `${row.id}`,
    `  state:        ${row.state}. ${meaning}`,
    ...(next === null ? [] : [`  next:         ${next}`]),
    `  amount:       ${usdText(row.amount)} USD (${row.amount} base units) of ${paymentAsset(row) ?? `an asset that is ${missing}`}`,
    `  network:      ${networkTitle(row.network)} (${row.network}), by ${row.protocol}`,
    `  payer:        ${row.payer || 'not named by the credential'}`,
    `  paid to:      ${row.pay_to ?? missing}`,
    `  paid for:     ${row.scope}`,
    `  transaction:  ${row.reference ?? 'none recorded'}`,
    ...(row.receipt === null ? [] : [`  settled:      ${timeText(settledAt(row.receipt))}, when the ledger learned of it`]),
    `  first sent:   ${isoTime(row.created_at)}, last changed ${isoTime(row.updated_at)}`,
    `  can settle:   until ${timeText(row.valid_before * 1_000) ?? 'it is used'}${row.network.startsWith('solana:') ? ' by the clock; the chain decides' : ''}`,
    `  lease:        ${row.lease_until > now ? `being processed until ${isoTime(row.lease_until)}` : 'not being processed'}`,
    `  signature:    ${row.signature_hash === null ? missing : 'only its hash is stored'}`,
    ...noteEntries(row).map(
      ({ verdict, at, by, transaction, text }) =>
        `  note:         ${verdict} by ${by} at ${at}${transaction === null ? '' : `, transaction ${transaction}`}: ${text}`,
    ),
  ]
}

/** What a state means in words, and the next command. */
function explained(row: PaymentRow, now: number): { meaning: string; next: string | null } {
  const id = shortId(row.id).slice(0, shown)
  const resolve = `npx --no-install briefing payments resolve ${id}`
  if (row.state === 'reserved')
    return { meaning: 'The credential was received; settlement was never requested, so nothing was paid.', next: null }
  if (row.state === 'served') return { meaning: 'Paid, and the whole answer was sent.', next: null }
  if (row.state === 'closed')
    return { meaning: 'Ended by an operator; the credential is refused. The note says how.', next: null }
  const busy = row.lease_until > now
  if (row.state === 'unknown')
    return busy
      ? { meaning: 'Settlement was requested; a server is waiting for the outcome.', next: null }
      : {
          meaning: 'Settlement was requested, but the outcome is unknown. The buyer may have paid.',
          next: 'npx --no-install briefing payments reconcile',
        }
  return busy
    ? { meaning: 'Paid; the answer is being sent.', next: null }
    : {
        meaning: 'Paid, but the answer was not delivered. The buyer receives it by sending the same credential again.',
        next: `wait for the buyer, or: ${resolve} --refunded TRANSACTION --note TEXT`,
      }
}
