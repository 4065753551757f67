import { InputError, UnavailableError } from '../../pipeline/errors.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { usdText } from '../../server/access/price.ts'
import { chainTransfers } from '../../server/payments/chain-transfers.ts'
import { evmId } from '../../server/payments/read-x402.ts'
import { type RecheckOutcome, recheckUnknown } from '../../server/payments/recheck-unknown.ts'
import { type Comparison, reconcile, type SettlementRecords, type UnitSum } from '../../server/payments/reconciliation.ts'
import { sandboxTransfers } from '../../server/payments/sandbox.ts'
import { openSettlement } from '../../server/payments/settlement.ts'
import type { PaymentTerms } from '../../server/payments/terms.ts'
import type { State } from '../../server/state/open.ts'
import { type PaymentRow, paymentById, paymentsWithTransaction, shortId } from '../../server/state/payment-rows.ts'
import { timeOption } from '../day-and-time.ts'
import { exits } from '../exit.ts'
import { print, timeText } from '../print.ts'
import type { Settings } from '../settings.ts'
import { networkTitle } from './payment-lines.ts'
import { paymentNetworks, settlementSettings } from './payments.ts'

/** What is newer than this may be underway in a server, and its block may be replaced by another. */
const settleMs = 300_000
/** Clocks of servers and chains may differ by this much. */
const skewMs = 3_600_000

interface Compared extends Partial<Comparison> {
  readonly network: string
  readonly payTo: string | null
  /** Why nothing was compared; null where something was. */
  readonly notCompared: string | null
  readonly unreachable: boolean
  readonly span: string
}

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * `briefing payments reconcile [--from D --to D]`: looks up every unknown outcome, then compares the payments in the ledger with the
 * transfers on record. Exit code 2 if they differ or an outcome stays unknown, 69 if a node does not answer.
 */
export async function reconcilePayments(
  settings: Settings,
  state: State,
  options: { readonly from?: string; readonly to?: string },
  global: { json?: boolean },
): Promise<void> {
  const now = Date.now()
  const from = timeOption('--from', options.from) ?? now - (now % dayMs) - dayMs
  const to = timeOption('--to', options.to, true) ?? now - settleMs
  if (from >= to) throw new InputError('SPAN', '--from must be before --to')
  const outside = settings.payments === null ? null : settlementSettings(settings.payments)
  const sold = await paymentNetworks(settings.payments)
  const { lookUp } = await openSettlement(state, outside, Date.now)
  const payToOf = (network: string) => sold.find((each) => each.network.id === network)?.payTo ?? null
  const asked = await recheckUnknown({ state, lookUp, payToOf, now: Date.now })
  const compared = await compareAll(state, sold, outside?.rpcUrls ?? null, { from, to })
  printComparison(asked, compared, { from, to }, global)
  const trouble = asked.some(({ kind }) => kind === 'left') || compared.some(differs)
  const unreachable = compared.some((each) => each.unreachable) || asked.some((each) => each.kind === 'left' && each.unreachable)
  if (trouble) process.exitCode = exits.dataTrouble
  if (unreachable && !compared.some(differs)) process.exitCode = exits.unreachable
}

function differs({ difference = 0n, mismatches = [] }: Compared): boolean {
  return difference !== 0n || mismatches.length > 0
}

const nothing = { span: '', unreachable: false }

/** Network by network, and payee by payee where rows name another one than the settings. @param rpcUrls null: the sandbox */
async function compareAll(
  state: State,
  sold: PaymentTerms['networks'],
  rpcUrls: ReadonlyMap<string, string> | null,
  { from, to }: Span,
): Promise<Compared[]> {
  const read = () => paymentsWithTransaction(state, from - skewMs, to + skewMs)
  const before = await read()
  const compared: Compared[] = []
  for (const { network, payTo } of sold) {
    const payees = [payTo, ...before.filter((row) => row.network === network.id).map((row) => row.pay_to ?? payTo)]
    const keyOf = (payee: string) => (network.kind === 'evm' ? payee.toLowerCase() : payee)
    const distinct = [...new Map(payees.map((payee) => [keyOf(payee), payee])).values()]
    for (const payee of distinct) {
      const none = { ...nothing, network: network.id, payTo: payee }
      const url = rpcUrls?.get(network.id)
      if (network.kind === 'solana')
        compared.push({ ...none, notCompared: 'Solana is not compared; check the token account of the payee' })
      else if (rpcUrls !== null && url === undefined)
        compared.push({
          ...none,
          notCompared: `no RPC node is configured for it (RPC_${network.name.toUpperCase().replaceAll('-', '_')})`,
        })
      else
        try {
          const records: SettlementRecords =
            url === undefined
              ? sandboxTransfers(state, payee, from, to)
              : await chainTransfers({ url, asset: network.asset, payTo: payee, from, to })
          const ofPayee = (row: PaymentRow) => row.network === network.id && keyOf(row.pay_to ?? payTo) === keyOf(payee)
          const comparison = await reconcile({
            records,
            rows: async () => (await read()).filter(ofPayee),
            rowOf: (payer, nonce) => paymentById(state, evmId(network.id, network.asset, payer, nonce)),
            from: from - skewMs,
            now: Date.now,
          })
          compared.push({ ...none, ...comparison, notCompared: null, span: records.span })
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error
          compared.push({ ...none, notCompared: error.message, unreachable: true })
        }
    }
  }
  const unsold = before.filter((row) => !sold.some(({ network }) => network.id === row.network))
  for (const network of new Set(unsold.map((row) => row.network)))
    compared.push({
      ...nothing,
      network,
      payTo: null,
      notCompared: 'the ledger has payments on it, but the settings do not name it',
    })
  return compared
}

function printComparison(
  asked: readonly RecheckOutcome[],
  compared: readonly Compared[],
  { from, to }: Span,
  global: { json?: boolean },
): void {
  const sum = (each: UnitSum | undefined) => each && { count: each.count, units: String(each.units), usd: usdText(each.units) }
  const value = {
    from: timeText(from),
    to: timeText(to),
    unknown: asked,
    compared: compared.map((each) => ({
      network: each.network,
      pay_to: each.payTo,
      not_compared: each.notCompared,
      span: each.span || null,
      ledger: sum(each.ledger),
      recorded: sum(each.recorded),
      difference: each.difference === undefined ? undefined : String(each.difference),
      difference_usd: each.difference === undefined ? undefined : usdText(each.difference),
      mismatches: each.mismatches?.map((mismatch) => ({ ...mismatch, units: String(mismatch.units) })),
      other_transfers: sum(each.other),
      underway: each.underway,
    })),
  }
  print(global, value, [
    ...askedLines(asked),
    '',
    `from ${timeText(from)} to ${timeText(to)}`,
    ...compared.flatMap(comparedLines),
  ])
}

function askedLines(asked: readonly RecheckOutcome[]): string[] {
  const lines = asked.map((outcome) => {
    const id = shortId(outcome.id).slice(0, 14)
    if (outcome.kind === 'settled') return `${id} was settled by ${outcome.transaction}; the answer is still owed`
    if (outcome.kind === 'removed') return `${id} removed: ${outcome.why}`
    if (outcome.kind === 'busy') return `${id} is being processed`
    return `${id} stays unknown: ${outcome.why}`
  })
  return lines.length === 0 ? ['no payment has an unknown outcome'] : lines
}

function comparedLines({ network, payTo, notCompared, span, ...each }: Compared): string[] {
  const head = `${networkTitle(network)}${payTo === null ? '' : ` to ${payTo}`}`
  if (notCompared !== null || !each.ledger || !each.recorded || each.difference === undefined)
    return [`${head}: not compared: ${notCompared}`]
  const { ledger, recorded, difference, mismatches = [], other, underway = 0 } = each
  return [
    `${head}, ${span}: ledger ${ledger.count} payments, ${usdText(ledger.units)} USD; on record ${recorded.count}, ${usdText(recorded.units)} USD; difference ${usdText(difference)} USD`,
    ...mismatches.map(
      ({ id, transaction, units, why }) =>
        `  ${usdText(units)} USD, ${transaction}: ${why}${id === null ? '' : ` (${shortId(id).slice(0, 14)})`}`,
    ),
    ...(other && other.count > 0
      ? [`  not compared: ${other.count} transfers of ${usdText(other.units)} USD made without an authorization`]
      : []),
    ...(underway > 0 ? [`  ${underway} being processed by a server`] : []),
  ]
}
