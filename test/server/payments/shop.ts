import type { PaymentPayload } from '@x402/core/types'
import type { EditionView } from '../../../pipeline/editions/reader.ts'
import type { Facilitator, ListingVerdict } from '../../../server/payments/facilitator.ts'
import { openPayments } from '../../../server/payments/open.ts'
import { openProcessor } from '../../../server/payments/payment-processor.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { sandboxNetwork } from '../../../server/payments/sandbox-terms.ts'
import { signerOver } from '../../../server/signing/signer.ts'
import type { State } from '../../../server/state/open.ts'
import { signingKeys } from '../../../server/state/signing-keys.ts'
import { edition, type Running, running } from '../fixture.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { ledgerTotals } from './ledger-totals.ts'
import { terms } from './terms.ts'

/** What goes wrong at a facilitator: before it does anything, or after it settled. */
export type Fault = 'unreachable' | 'refuses' | 'settles and is cut off' | 'pending' | 'failed' | 'another payer'

export interface FaultyFacilitator extends Facilitator {
  /** Faults of the next calls. */
  readonly verifyFaults: Fault[]
  readonly settleFaults: Fault[]
  readonly calls: { verify: number; settle: number }
  /** What it was given to settle. */
  readonly seen: PaymentPayload[]
  /** What it says of the listings of the next payments. */
  readonly verdicts: ListingVerdict[]
}

/** The facilitator of the sandbox, whose checks are real, with faults. */
export function faulty(state: State): FaultyFacilitator {
  const inner = sandboxFacilitator(state, Date.now)
  const made: FaultyFacilitator = {
    verifyFaults: [],
    settleFaults: [],
    calls: { verify: 0, settle: 0 },
    seen: [],
    verdicts: [],
    getSupported: () => inner.getSupported(),
    async verify(payload, requirements) {
      made.calls.verify++
      const fault = made.verifyFaults.shift()
      if (fault === 'unreachable') throw new TypeError('fetch failed: secret-host.example')
      if (fault === 'refuses') return { isValid: false, invalidReason: 'invalid_exact_evm_transaction_simulation_failed' }
      return inner.verify(payload, requirements)
    },
    async settle(payload, requirements) {
      made.calls.settle++
      made.seen.push(payload)
      const fault = made.settleFaults.shift()
      if (fault === 'unreachable') throw new TypeError('fetch failed: secret-host.example')
      const failed = { success: false, transaction: '', network: sandboxNetwork.id }
      if (fault === 'refuses') return { ...failed, errorReason: 'invalid_exact_evm_transaction_simulation_failed' }
      if (fault === 'pending') return { ...failed, errorReason: 'settlement_pending' }
      if (fault === 'failed') return { ...failed, errorReason: 'invalid_exact_evm_transaction_failed' }
      const said = { ...(await inner.settle(payload, requirements)), listing: made.verdicts.shift() ?? null }
      if (fault === 'settles and is cut off') throw new TypeError('terminated')
      return fault === 'another payer' ? { ...said, payer: `0x${'1'.repeat(40)}` } : said
    },
  }
  return made
}

export interface Shop extends Running {
  readonly holders: KeyHolders
  readonly facilitator: FaultyFacilitator
  /** Sets the clock of the payments forward. */
  skip(ms: number): void
  /** What came in at the payee, and what the ledger says did, in base units. */
  takings(): Promise<{ paid: bigint; ledger: bigint }>
}

export interface ShopOptions {
  /** What is sold; an edition in memory where left out. */
  readonly view?: EditionView
  readonly now?: () => number
  /** Of every key, in the place of those of its plan. */
  readonly limits?: { readonly perHour?: number; readonly perDay?: number }
}

/** A server that sells an edition for play money. */
export async function openShop({ view, now, limits = {} }: ShopOptions = {}): Promise<Shop> {
  let facilitator: FaultyFacilitator
  let skipped = 0
  const holders = await keyHolders(async (state) => {
    facilitator = faulty(state)
    const clock = () => Date.now() + skipped
    const signer = signerOver(() => signingKeys(state, clock()), clock)
    const parts = { state, terms, facilitator, signer, lookUp: sandboxLookUp(state, clock), now: clock, warn: () => {} }
    return { real: null, sample: openPayments({ ...parts, processor: openProcessor(parts) }) }
  }, limits)
  const sold = view ?? edition({ edition: 'e1', sample: true, archive: { '2026-07-20': 'recent' } })
  const server = await running(sold, { gate: holders.gate, ...(now === undefined ? {} : { now }) })
  await server.get('/api/btc')
  return {
    ...server,
    holders,
    facilitator: facilitator!,
    skip(ms) {
      skipped += ms
    },
    async takings() {
      const transfers = await holders.state.db.selectFrom('play_transfer').select('amount').execute()
      const paid = transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      return { paid, ledger: (await ledgerTotals(holders.state)).settled }
    },
    async close() {
      await server.close()
      await holders.close()
    },
  }
}
