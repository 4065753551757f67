import { InputError, UnavailableError } from '../pipeline/errors.ts'
import { type Entry, lastEntry, objection, type Verdict, withEntry } from '../server/payments/resolution.ts'
import { usdText } from '../server/price.ts'
import type { State } from '../server/state/open.ts'
import {
  changeByHand,
  isStuck,
  listPayments,
  type PaymentRow,
  paymentById,
  paymentTotals,
  shortId,
} from '../server/state/payment-rows.ts'
import type { PaymentState } from '../server/state/schema.ts'
import { whoDecides } from './decide.ts'
import { exits } from './exit.ts'
import { listLines, printed, showLines, timeText, totalLines } from './payment-lines.ts'
import { csvLines, print } from './print.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'
import { limitOption, paymentNamed, type SpanOptions, timeOption, withLedger } from './with-ledger.ts'

export interface LedgerOptions extends SpanOptions {
  readonly home?: string
  readonly state?: string
  readonly since?: string
  readonly stuck?: boolean
  readonly limit?: string
  readonly csv?: boolean
  readonly paid?: string
  readonly refunded?: string
  readonly writtenOff?: boolean
  readonly unpaid?: boolean
  readonly note?: string
  readonly by?: string
}

const actions = ['list', 'show', 'resolve', 'reconcile', 'export']
const states: readonly PaymentState[] = ['reserved', 'unknown', 'settled', 'served', 'closed']

/** `briefing payments list | show ID | resolve ID | reconcile | export`: what was paid and what is owed. Works while servers run. */
export async function ledger(
  settings: Settings,
  action: string,
  name: string | undefined,
  options: LedgerOptions,
  global: { json?: boolean },
): Promise<void> {
  if (!actions.includes(action)) throw unknown('ACTION', action, { kind: 'action', names: actions })
  await withLedger(settings, options.home, async (state) => {
    if (action === 'list') return list(state, options, global)
    if (action === 'show') {
      const row = await paymentNamed(state, name)
      return print(global, printed(row, Date.now()), showLines(row, Date.now()))
    }
    if (action === 'resolve') return resolve(state, await paymentNamed(state, name), options, global)
    if (action === 'export') return (await import('./export-payments.ts')).exportPayments(state, options, global)
    return (await import('./reconcile.ts')).reconcilePayments(settings, state, options, global)
  })
}

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
      const { id, created_at: at, stuck, payer, usd, transaction } = printed(row, now)
      return [id, at, row.state, String(stuck), row.protocol, row.network, payer, usd, row.amount, transaction, row.scope]
    })
    process.stdout.write(csvLines([head, ...cells]))
  } else {
    const value = {
      count,
      shown: rows.length,
      totals: totals.map((total) => ({ ...total, units: String(total.units), usd: usdText(total.units) })),
      payments: rows.map((row) => printed(row, now)),
    }
    const rest = count > rows.length ? [`showing the newest ${rows.length} of ${count}; use --limit to show more`] : []
    const none = options.stuck ? 'nothing is stuck' : 'no payments'
    const lines = rows.length === 0 ? [none] : [...listLines(rows, now), '', ...totalLines(totals), ...rest]
    print(global, value, lines)
  }
  if (rows.some((row) => isStuck(row, now))) process.exitCode = exits.dataTrouble
}

async function resolve(state: State, row: PaymentRow, options: LedgerOptions, global: { json?: boolean }): Promise<void> {
  const { verdict, transaction } = verdictOf(options, row)
  const text = options.note?.trim()
  if (!text) throw new InputError('NOTE', 'say why: add --note "the reason"')
  const now = Date.now()
  if (row.lease_until > now)
    throw new UnavailableError(
      'IN_WORK',
      `a server is working on this payment until ${timeText(row.lease_until)}; try again after that`,
    )
  const refused = objection(row, verdict, now)
  if (refused !== null) throw new InputError('NOT_NOW', refused)
  const entry: Entry = { verdict, at: new Date(now).toISOString(), by: whoDecides(options), transaction, text }
  const note = withEntry(row, entry)
  const receipt = JSON.stringify({ reference: transaction, payer: row.payer, settledAt: now })
  const change =
    verdict === 'paid'
      ? { state: 'settled' as const, note, reference: transaction!, receipt }
      : { state: 'closed' as const, note }
  if (!(await changeByHand(state, row, change, now)))
    throw new UnavailableError(
      'CHANGED',
      `the payment has changed in the meantime; check it with: briefing payments show ${shortId(row.id).slice(0, 14)}`,
    )
  const changed = (await paymentById(state, row.id)) ?? row
  print(global, printed(changed, now), [
    verdict === 'paid'
      ? 'recorded as paid; the buyer receives the answer by sending the same credential again'
      : `closed as ${lastEntry(changed)?.verdict}; the credential is refused from now on`,
  ])
}

/** The one verdict that is given. */
function verdictOf(options: LedgerOptions, row: PaymentRow): { verdict: Verdict; transaction: string | null } {
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
