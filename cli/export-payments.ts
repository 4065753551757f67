import { InputError } from '../pipeline/errors.ts'
import { isPaid, lastEntry } from '../server/payments/resolution.ts'
import { usdText } from '../server/price.ts'
import type { State } from '../server/state/open.ts'
import { type PaymentRow, paymentsWithTransaction, settledAt } from '../server/state/payment-rows.ts'
import { assetOf, timeText } from './payment-lines.ts'
import { csvLines, print } from './print.ts'
import { type SpanOptions, timeOption } from './with-ledger.ts'

const columns = [
  'time',
  'id',
  'protocol',
  'network',
  'asset',
  'payer',
  'payee',
  'amount_usd',
  'amount_base_units',
  'transaction',
  'target',
  'state',
  'closed_as',
  'refund_transaction',
] as const

type Line = Readonly<Record<(typeof columns)[number], string | null>>

/**
 * `briefing payments export --from DAY --to DAY`: a line for each payment that came in, by the time the ledger learned of its settlement, the
 * oldest first. What is empty the ledger does not know.
 */
export async function exportPayments(state: State, options: SpanOptions, global: { json?: boolean }): Promise<void> {
  const from = timeOption('--from', options.from) ?? 0
  const to = timeOption('--to', options.to, true) ?? Number.MAX_SAFE_INTEGER
  if (from >= to) throw new InputError('SPAN', '--from must be before --to')
  const rows = (await paymentsWithTransaction(state, from, to))
    .filter(isPaid)
    .map((row) => ({ row, time: settledAt(row.receipt) ?? row.updated_at }))
    .filter(({ time }) => time >= from && time < to)
    .sort((a, b) => a.time - b.time)
  const units = rows.reduce((sum, { row }) => sum + BigInt(row.amount), 0n)
  const lines = rows.map(({ row, time }) => lineOf(row, time))
  if (global.json) print(global, { count: rows.length, usd: usdText(units), units: String(units), payments: lines }, [])
  else {
    process.stdout.write(csvLines([columns, ...lines.map((line) => columns.map((column) => line[column]))]))
    process.stderr.write(`${rows.length} payments, ${usdText(units)} USD\n`)
  }
}

function lineOf(row: PaymentRow, time: number): Line {
  const entry = row.state === 'closed' ? lastEntry(row) : null
  return {
    time: timeText(time),
    id: row.id,
    protocol: row.protocol,
    network: row.network,
    asset: assetOf(row),
    payer: row.payer || null,
    payee: row.pay_to,
    amount_usd: usdText(row.amount),
    amount_base_units: row.amount,
    transaction: row.reference,
    target: row.scope,
    state: row.state,
    closed_as: entry?.verdict ?? null,
    refund_transaction: entry?.verdict === 'refunded' ? entry.transaction : null,
  }
}
