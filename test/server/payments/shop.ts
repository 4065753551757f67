import type { PaymentPayload } from '@x402/core/types'
import type { EditionView } from '../../../pipeline/editions/reader.ts'
import type { Facilitator, ListingVerdict } from '../../../server/payments/facilitator.ts'
import type { LookUp } from '../../../server/payments/look-up.ts'
import { openPayments, type PaymentsOptions } from '../../../server/payments/open.ts'
import { openProcessor, type ProcessorOptions } from '../../../server/payments/payment-processor.ts'
import type { Payments } from '../../../server/payments/payments.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { sandboxNetwork } from '../../../server/payments/sandbox-terms.ts'
import type { PaymentTerms } from '../../../server/payments/terms.ts'
import { openSigner } from '../../../server/signing/signer.ts'
import type { State } from '../../../server/state/open.ts'
import { documentSigningKeys } from '../../../server/state/signing-keys.ts'
import { type Answer, edition, type Running, running } from '../fixture.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { ledgerTotals } from './ledger-totals.ts'
import { credentialOf, type Protocol, payer } from './signing.ts'
import { terms } from './terms.ts'

/** What goes wrong at a facilitator: before it does anything, or after it settled. */
export type Fault =
  | 'unreachable'
  | 'refuses'
  | 'settles and is cut off'
  | 'pending'
  | 'failed'
  | 'another payer'
  | `settles and refuses: ${string}`

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
      if (fault === 'refuses') return { ...failed, errorReason: 'invalid_exact_evm_payload_recipient_mismatch' }
      if (fault === 'pending') return { ...failed, errorReason: 'settlement_pending' }
      if (fault === 'failed') return { ...failed, errorReason: 'invalid_exact_evm_transaction_failed' }
      const said = { ...(await inner.settle(payload, requirements)), listing: made.verdicts.shift() ?? null }
      if (fault === 'settles and is cut off') throw new TypeError('terminated')
      if (fault?.startsWith('settles and refuses: '))
        return { ...failed, errorReason: fault.slice('settles and refuses: '.length) }
      return fault === 'another payer' ? { ...said, payer: `0x${'1'.repeat(40)}` } : said
    },
  }
  return made
}

/** Payments over a state store by terms, with the real checks of the sandbox unless another facilitator is given. */
export function paymentsOver(
  state: State,
  {
    sold = terms,
    now = Date.now,
    ...more
  }: Partial<ProcessorOptions & Pick<PaymentsOptions, 'telemetry'> & { sold: PaymentTerms }> = {},
): Payments {
  const facilitator = sandboxFacilitator(state, now)
  const parts = { state, terms: sold, facilitator, lookUp: sandboxLookUp(state, now), now, wall: now, warn: () => {}, ...more }
  return openPayments({ ...parts, processor: openProcessor(parts) })
}

export interface Shop extends Running {
  readonly holders: KeyHolders
  readonly facilitator: FaultyFacilitator
  /** Sets the clock of the payments forward. */
  skip(ms: number): void
  /** What came in at the payee, and what the ledger says did, in base units. */
  takings(): Promise<{ paid: bigint; ledger: bigint }>
  /** Forgets every payment, and what the facilitator was asked. */
  forget(): Promise<void>
  /** The header that pays for a path, of the payer with this number. */
  credential(path: string, buyer: number, protocol?: Protocol): Promise<Record<string, string>>
  /** The answer to a paid call. */
  buy(path: string, buyer: number, protocol?: Protocol): Promise<Answer>
}

export interface ShopOptions {
  /** What is sold; an edition in memory where left out. */
  readonly view?: EditionView
  readonly now?: () => number
  /** Of every key, in the place of those of its plan. */
  readonly limits?: { readonly perHour?: number; readonly perDay?: number }
  /** Terms of sale, of real figures and samples alike; null: nothing is sold. */
  readonly sold?: PaymentTerms | null
  /** Parts of the facilitator that are other ones. */
  readonly facilitator?: Partial<Facilitator>
  /** Looks payments up; the books of the sandbox where left out. */
  readonly lookUp?: LookUp
}

/** A server that sells an edition for play money. */
export async function openShop({
  view,
  now,
  limits = {},
  sold = terms,
  facilitator: other,
  lookUp,
}: ShopOptions = {}): Promise<Shop> {
  let facilitator: FaultyFacilitator
  let skipped = 0
  const holders = await keyHolders({
    ...limits,
    async payments(state) {
      facilitator = Object.assign(faulty(state), other)
      const clock = () => Date.now() + skipped
      const signer = openSigner(() => documentSigningKeys(state, clock()), clock)
      const payments =
        sold === null ? null : paymentsOver(state, { sold, facilitator, signer, now: clock, ...(lookUp && { lookUp }) })
      return { real: payments, sample: payments }
    },
  })
  const offered = view ?? edition({ edition: 'e1', sample: true, archive: { '2026-07-20': 'recent' } })
  const server = await running(offered, { gate: holders.gate, ...(now === undefined ? {} : { now }) })
  // waits for the state store, and with it for the payments
  await server.get('/api/btc')
  const credential: Shop['credential'] = async (path, buyer, protocol = 'x402') =>
    credentialOf(protocol, payer(buyer), (await server.get(path)).headers)
  return {
    ...server,
    holders,
    facilitator: facilitator!,
    credential,
    buy: async (path, buyer, protocol) => server.get(path, { headers: await credential(path, buyer, protocol) }),
    skip(ms) {
      skipped += ms
    },
    async forget() {
      for (const table of ['payment', 'play_transfer'] as const) await holders.state.db.deleteFrom(table).execute()
      Object.assign(facilitator.calls, { verify: 0, settle: 0 })
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
