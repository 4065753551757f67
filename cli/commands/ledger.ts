import { existsSync } from 'node:fs'
import { InputError, NotFoundError, UnavailableError } from '../../pipeline/errors.ts'
import { usdText } from '../../server/access/price.ts'
import {
  isPaid,
  lastNoteEntry,
  type NoteEntry,
  type PaymentVerdict,
  verdictObjection,
  withNoteEntry,
} from '../../server/payments/resolution.ts'
import type { State } from '../../server/state/open.ts'
import {
  changePaymentByHand,
  isPaymentStuck,
  listPayments,
  type PaymentRow,
  paymentById,
  paymentsNamed,
  paymentsWithTransaction,
  paymentTotals,
  settledAt,
  shortId,
} from '../../server/state/payment-rows.ts'
import type { PaymentState } from '../../server/state/schema.ts'
import { declare, home, noStateText, type ParsedOptions } from '../command.ts'
import { limitOption, timeOption } from '../day-and-time.ts'
import { whoDecides } from '../decide.ts'
import { exits } from '../exit.ts'
import { homeOf, statePlace } from '../home-folder.ts'
import { paymentAsset, paymentDetailLines, paymentListLines, printablePayment, totalLines } from '../payments/payment-lines.ts'
import { csvLines, print, timeText } from '../print.ts'
import type { Settings } from '../settings.ts'
import { withStateStore } from './keys.ts'

const options = [
  home,
  ['--state <state>', 'list: reserved, unknown, settled, served or closed'],
  ['--since <day>', 'list: first received on this day or later'],
  ['--stuck', 'list: only payments whose outcome or answer is owed and that nobody is retrying'],
  ['--limit <count>', 'list: maximum number of payments, newest first', '50'],
  ['--csv', 'list: print CSV'],
  ['--from <day>', 'export, reconcile: first day (reconcile default: yesterday)'],
  ['--to <day>', 'export, reconcile: last day (reconcile default: five minutes ago)'],
  ['--refunded <transaction>', 'resolve: refunded by this transaction'],
  ['--written-off', 'resolve: nothing is owed any more, whether it was paid or not'],
  ['--unpaid', 'resolve: nothing was paid'],
  ['--paid <transaction>', 'resolve: the outcome was unknown; paid by this transaction'],
  ['--note <text>', 'resolve: the reason'],
  ['--by <name>', 'resolve: who decides (default: the current user)'],
] as const

export type LedgerOptions = ParsedOptions<typeof options>

const states: readonly PaymentState[] = ['reserved', 'unknown', 'settled', 'served', 'closed']

/** `briefing payments list | show ID | listing | resolve ID | reconcile | export`: what was paid and what is owed. Works while servers run. */
export const command = declare({
  actions: ['list', 'show', 'listing', 'resolve', 'reconcile', 'export'],
  args: [['[id]', 'a payment: the first characters of its id or of its transaction']],
  options,
  examples: ['payments list --stuck', 'payments show 0x9f31c2', 'payments reconcile', 'payments export --from 2026-07-01'],
  trouble: 'no payment has this id, a listing was rejected, or the ledger and the chain differ',
  unreachable: `${noStateText}, or a node of a network does not`,
  guide: 'docs/payments.md',
  action: async ({ settings, global }, options, action, name) => {
    await withLedger(settings, options.home, async (state) => {
      if (action === 'list') return list(state, options, global)
      if (action === 'show') {
        const row = await paymentNamed(state, name)
        return print(global, printablePayment(row, Date.now()), paymentDetailLines(row, Date.now()))
      }
      if (action === 'listing') return (await import('../payments/listing.ts')).printListingVerdicts(state, global)
      if (action === 'resolve') return resolve(settings, state, await paymentNamed(state, name), options, global)
      if (action === 'export') return exportPayments(state, options, global)
      return (await import('../payments/reconcile.ts')).reconcilePayments(settings, state, options, global)
    })
  },
})

async function list(state: State, options: LedgerOptions, global: { json?: boolean }): Promise<void> {
  const now = Date.now()
  const filter = {
    state: stateOption(options.state),
    since: timeOption('--since', options.since),
    stuckAt: options.stuck ? now : null,
  }
  const limit = limitOption(options.limit)
  const [rows, totals] = await Promise.all([listPayments(state, filter, limit), paymentTotals(state, filter)])
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  if (options.csv) {
    const head = ['id', 'created_at', 'state', 'stuck', 'protocol', 'network', 'payer', 'usd', 'amount', 'transaction', 'scope']
    const cells = rows.map((row) => {
      const { id, created_at: at, stuck, payer, usd, transaction } = printablePayment(row, now)
      return [id, at, row.state, String(stuck), row.protocol, row.network, payer, usd, row.amount, transaction, row.scope]
    })
    process.stdout.write(csvLines([head, ...cells]))
  } else {
    const value = {
      count,
      shown: rows.length,
      totals: totals.map((total) => ({ ...total, units: String(total.units), usd: usdText(total.units) })),
      payments: rows.map((row) => printablePayment(row, now)),
    }
    const rest = count > rows.length ? [`showing the newest ${rows.length} of ${count}; use --limit to show more`] : []
    const none = options.stuck ? 'nothing is stuck' : 'no payments'
    const lines = rows.length === 0 ? [none] : [...paymentListLines(rows, now), '', ...totalLines(totals), ...rest]
    print(global, value, lines)
  }
  if (rows.some((row) => isPaymentStuck(row, now))) process.exitCode = exits.dataTrouble
}

async function resolve(
  settings: Settings,
  state: State,
  row: PaymentRow,
  options: LedgerOptions,
  global: { json?: boolean },
): Promise<void> {
  const { verdict, transaction } = verdictOf(options, row)
  const text = options.note?.trim()
  if (!text) throw new InputError('NOTE', 'say why: add --note "the reason"')
  const now = Date.now()
  if (row.lease_until > now)
    throw new UnavailableError(
      'IN_WORK',
      `a server is working on this payment until ${timeText(row.lease_until)}; try again after that`,
    )
  const refused = verdictObjection(row, verdict, now)
  if (refused !== null) throw new InputError('NOT_NOW', refused)
  if (verdict === 'unpaid') await (await import('../payments/unpaid.ts')).needUnpaid(settings, state, row)
  const entry: NoteEntry = { verdict, at: new Date(now).toISOString(), by: whoDecides(options), transaction, text }
  const note = withNoteEntry(row, entry)
  const receipt = JSON.stringify({ reference: transaction, payer: row.payer, settledAt: now })
  const change =
    verdict === 'paid'
      ? { state: 'settled' as const, note, reference: transaction!, receipt }
      : { state: 'closed' as const, note }
  if (!(await changePaymentByHand(state, row, change, now)))
    throw new UnavailableError(
      'CHANGED',
      `the payment has changed in the meantime; check it with: briefing payments show ${shortId(row.id).slice(0, 14)}`,
    )
  const changed = (await paymentById(state, row.id)) ?? row
  print(global, printablePayment(changed, now), [
    verdict === 'paid'
      ? 'recorded as paid; the buyer receives the answer by sending the same credential again'
      : `closed as ${lastNoteEntry(changed)?.verdict}; the credential is refused from now on`,
  ])
}

/** The one verdict that is given. */
function verdictOf(options: LedgerOptions, row: PaymentRow): { verdict: PaymentVerdict; transaction: string | null } {
  const given = [
    ...(options.paid === undefined ? [] : [{ verdict: 'paid' as const, transaction: options.paid }]),
    ...(options.refunded === undefined ? [] : [{ verdict: 'refunded' as const, transaction: options.refunded }]),
    ...(options.writtenOff ? [{ verdict: 'written-off' as const, transaction: null }] : []),
    ...(options.unpaid ? [{ verdict: 'unpaid' as const, transaction: null }] : []),
  ]
  const [one] = given
  if (one === undefined || given.length > 1)
    throw new InputError('VERDICT', 'give one of --refunded TRANSACTION, --written-off, --unpaid or --paid TRANSACTION')
  const pattern = row.network.startsWith('solana:') ? /^[1-9A-HJ-NP-Za-km-z]{64,88}$/ : /^0x[0-9a-fA-F]{64}$/
  if (one.transaction !== null && !pattern.test(one.transaction))
    throw new InputError('TRANSACTION', `"${one.transaction}" is not a transaction id on ${row.network}`)
  if (one.verdict === 'refunded' && one.transaction.toLowerCase() === row.reference?.toLowerCase())
    throw new InputError('TRANSACTION', 'that is the transaction of the payment itself; give the transaction of the refund')
  return one
}

function stateOption(text: string | undefined): PaymentState | null {
  const state = states.find((each) => each === text) ?? null
  if (text !== undefined && state === null) throw new InputError('STATE', `--state must be one of ${states.join(', ')}`)
  return state
}

/** Opens the state store that is there for one command: it makes none. Throws an `UnavailableError` where it does not answer. */
async function withLedger<T>(settings: Settings, home: string | undefined, use: (state: State) => Promise<T>): Promise<T> {
  if (settings.stateUrl === null) {
    const place = statePlace(settings, homeOf(settings, { home }))
    if (!existsSync(place))
      throw new InputError(
        'NO_STATE',
        `${place} does not exist; give the home of the server with --home, or its Postgres in STATE_URL`,
      )
  }
  return withStateStore(settings, home, use)
}

const fewest = 6

/** The one payment a name stands for: its id, or the first letters of what the list shows or of its transaction. */
async function paymentNamed(state: State, name: string | undefined): Promise<PaymentRow> {
  if (name === undefined) throw new InputError('ID_MISSING', 'give the id of a payment; to see the ids: briefing payments list')
  if (name.length < fewest)
    throw new InputError('ID_SHORT', `give at least ${fewest} characters of an id; to see the ids: briefing payments list`)
  const rows = await paymentsNamed(state, name)
  const [row] = rows
  if (row === undefined) throw new NotFoundError('PAYMENT', `no payment matches ${name}; to see the ids: briefing payments list`)
  const exact = rows.filter(({ id }) => id === name || id === name.toLowerCase())
  if (exact.length === 1) return exact[0]!
  if (rows.length > 1)
    throw new InputError(
      'ID_AMBIGUOUS',
      `several payments start with ${name}; give more characters of one of:\n${rows
        .slice(0, 10)
        .map(({ id }) => `  ${id}`)
        .join('\n')}`,
    )
  return row
}

const closing = (row: PaymentRow) => (row.state === 'closed' ? lastNoteEntry(row) : null)

/** What an export says of a payment, by column; `time` is when the ledger learned of its settlement. */
const exportColumns: Readonly<Record<string, (row: PaymentRow, time: number) => string | null>> = {
  time: (_row, time) => timeText(time),
  id: ({ id }) => id,
  protocol: ({ protocol }) => protocol,
  network: ({ network }) => network,
  asset: paymentAsset,
  payer: ({ payer }) => payer || null,
  payee: ({ pay_to }) => pay_to,
  amount_usd: ({ amount }) => usdText(amount),
  amount_base_units: ({ amount }) => amount,
  transaction: ({ reference }) => reference,
  target: ({ scope }) => scope,
  state: ({ state }) => state,
  closed_as: (row) => closing(row)?.verdict ?? null,
  refund_transaction: (row) => (closing(row)?.verdict === 'refunded' ? closing(row)!.transaction : null),
}

/**
 * `briefing payments export --from DAY --to DAY`: a line for each payment that came in, by the time the ledger learned of its settlement, the
 * oldest first. What is empty the ledger does not know.
 */
async function exportPayments(state: State, options: LedgerOptions, global: { json?: boolean }): Promise<void> {
  const from = timeOption('--from', options.from) ?? 0
  const to = timeOption('--to', options.to, true) ?? Number.MAX_SAFE_INTEGER
  if (from >= to) throw new InputError('SPAN', '--from must be before --to')
  const rows = (await paymentsWithTransaction(state, from, to))
    .filter(isPaid)
    .map((row) => ({ row, time: settledAt(row.receipt) ?? row.updated_at }))
    .filter(({ time }) => time >= from && time < to)
    .sort((a, b) => a.time - b.time)
  const units = rows.reduce((sum, { row }) => sum + BigInt(row.amount), 0n)
  const columns = Object.entries(exportColumns)
  const cells = rows.map(({ row, time }) => columns.map(([, cell]) => cell(row, time)))
  if (global.json) {
    const lines = cells.map((line) => Object.fromEntries(columns.map(([name], at) => [name, line[at]])))
    print(global, { count: rows.length, usd: usdText(units), units: String(units), payments: lines }, [])
  } else {
    process.stdout.write(csvLines([Object.keys(exportColumns), ...cells]))
    process.stderr.write(`${rows.length} payments, ${usdText(units)} USD\n`)
  }
}
