import { type PaymentRow, settledAt } from '../state/payment-rows.ts'
import { isPaid } from './resolution.ts'

/** USDC that reached a payee. */
export interface PayeeTransfer {
  readonly reference: string
  readonly payer: string
  readonly units: bigint
}

/** One transaction, as it is on record. */
export interface RecordedTransaction {
  readonly inSpan: boolean
  readonly transfers: readonly PayeeTransfer[]
  /** Authorizations of EIP-3009 it used. */
  readonly authorizations: readonly { readonly payer: string; readonly nonce: string }[]
}

/** Where payments are on record for good, over a span of time: a chain, or the records of the sandbox. */
export interface SettlementRecords {
  /** The span in its own terms, such as blocks. */
  readonly span: string
  transfers(): Promise<PayeeTransfer[]>
  /** Null where there is no such transaction, or it failed. */
  transaction(reference: string): Promise<RecordedTransaction | null>
}

export interface Mismatch {
  /** Of the ledger's row; null where there is none. */
  readonly id: string | null
  readonly transaction: string
  readonly units: bigint
  readonly why: string
}

export interface UnitSum {
  readonly count: number
  readonly units: bigint
}

export interface Comparison {
  readonly ledger: UnitSum
  /** Transfers made by an authorization, as all payments here are. */
  readonly recorded: UnitSum
  /** What is on record less what the ledger says, in base units. */
  readonly difference: bigint
  readonly mismatches: readonly Mismatch[]
  /** Transfers to the same address made otherwise, for example by its owner: not compared. */
  readonly other: UnitSum
  /** On record, and the server is about to enter them. */
  readonly underway: number
}

export interface CompareInput {
  readonly records: SettlementRecords
  /** Reads, after the records were read, the rows that may name transactions of the span: those of this network, asset and payee. */
  rows(): Promise<readonly PaymentRow[]>
  /** The row of an authorization, whatever its state. */
  rowOf(payer: string, nonce: string): Promise<PaymentRow | undefined>
  /** Begin of the span: what was entered before it cannot have a transaction in it. */
  readonly from: number
  now(): number
}

/**
 * Compares ledger and records payment by payment, by transaction, payer and amount, and not by time: what settled at one end of the span may have
 * been entered beyond it.
 */
export async function reconcile({ records, rows, rowOf, from, now }: CompareInput): Promise<Comparison> {
  const unmatched = new Map<string, PayeeTransfer[]>()
  for (const transfer of await records.transfers()) {
    const key = transfer.reference.toLowerCase()
    unmatched.set(key, [...(unmatched.get(key) ?? []), transfer])
  }
  const matched = new Set<string>()
  const mismatches: Mismatch[] = []
  let ledger: UnitSum = nothing
  let recorded: UnitSum = nothing
  let other: UnitSum = nothing
  let underway = 0

  for (const row of await rows()) {
    const units = BigInt(row.amount)
    if (!isPaid(row) || (settledAt(row.receipt) ?? row.updated_at) < from) continue
    if (take(unmatched.get(row.reference!.toLowerCase()), row)) {
      ledger = plus(ledger, units)
      recorded = plus(recorded, units)
      matched.add(row.id)
      continue
    }
    const onRecord = await records.transaction(row.reference!)
    if (onRecord !== null && !onRecord.inSpan && onRecord.transfers.some((each) => pays(each, row))) continue
    ledger = plus(ledger, units)
    const why =
      onRecord === null
        ? 'in the ledger, but no such transaction exists'
        : onRecord.inSpan && onRecord.transfers.some((each) => pays(each, row))
          ? 'two rows of the ledger refer to this transfer'
          : 'in the ledger, but the transaction pays something else'
    mismatches.push({ id: row.id, transaction: row.reference!, units, why })
  }

  for (const transfers of unmatched.values())
    for (const transfer of transfers) {
      const { reference: transaction, units } = transfer
      const row = await authorized(records, transfer, rowOf, matched)
      if (row === null) other = plus(other, units)
      else if (row !== undefined && isPaid(row) && same(row.reference ?? '', transaction) && pays(transfer, row)) {
        // entered by a clock that differs from that of the records by more than was allowed for
        ledger = plus(ledger, units)
        recorded = plus(recorded, units)
        matched.add(row.id)
      } else if (row?.state === 'unknown' && row.lease_until > now()) underway++
      else {
        recorded = plus(recorded, units)
        mismatches.push({ id: row?.id ?? null, transaction, units, why: whyUnbooked(row) })
      }
    }
  return { ledger, recorded, difference: recorded.units - ledger.units, mismatches, other, underway }
}

const nothing: UnitSum = { count: 0, units: 0n }

function plus({ count, units }: UnitSum, more: bigint): UnitSum {
  return { count: count + 1, units: units + more }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function pays({ payer, units }: PayeeTransfer, row: PaymentRow): boolean {
  return same(payer, row.payer) && units === BigInt(row.amount)
}

/** Takes the transfer of a row out of those of its transaction. */
function take(transfers: PayeeTransfer[] | undefined, row: PaymentRow): boolean {
  const at = transfers?.findIndex((each) => pays(each, row)) ?? -1
  if (at === -1) return false
  transfers!.splice(at, 1)
  return true
}

/** The row of the authorization a transfer was made by: undefined where the ledger has none, null where it was made otherwise. */
async function authorized(
  records: SettlementRecords,
  { reference, payer }: PayeeTransfer,
  rowOf: CompareInput['rowOf'],
  matched: ReadonlySet<string>,
): Promise<PaymentRow | undefined | null> {
  const used = (await records.transaction(reference))?.authorizations ?? []
  const own = used.filter((each) => same(each.payer, payer))
  const rows = await Promise.all(own.map(({ nonce }) => rowOf(payer, nonce)))
  const others = rows.filter((row) => row === undefined || !matched.has(row.id))
  return others.length === 0 ? null : others.find((row) => row !== undefined)
}

function whyUnbooked(row: PaymentRow | undefined): string {
  if (row === undefined) return 'paid by an authorization that is not in the ledger'
  if (row.state === 'unknown') return 'paid, but unknown in the ledger: send the credential again, or reconcile again'
  if (row.state === 'closed' && !isPaid(row)) return 'paid, but closed as unpaid in the ledger'
  if (row.state === 'reserved') return 'paid, but according to the ledger settlement was never requested'
  return 'paid, but the ledger records another transaction, payer or amount'
}
