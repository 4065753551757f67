import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Signer } from '../signing/signer.ts'
import { Ledger } from '../state/ledger.ts'
import type { State } from '../state/open.ts'
import { checkBalanceCall, takeBalanceCall } from './balance.ts'
import { listingExtensions } from './bazaar.ts'
import { Challenges, scopeOf } from './challenge.ts'
import { type PaymentClaim, PaymentRejected } from './claim.ts'
import type { Credential } from './credential.ts'
import type { Offer, TakenPayment } from './payments.ts'
import { readMpp } from './read-mpp.ts'
import { readX402 } from './read-x402.ts'
import { type Receipt, type RedeemParts, redeem, verifyPayment } from './redeem.ts'
import { allRequirementsFor, mppNetwork, type PaymentTerms, resourceOf } from './terms.ts'

/** What takes payments. Throws `PaymentRejected`, a 503 `Refusal`, or what the ledger fails with. */
export interface PaymentProcessor {
  /** Takes what a credential pays for an offer. */
  take(credential: Credential, offer: Offer): Promise<TakenPayment>
  /** Throws as `take` does where a credential does not read as a payment of an offer. Asks no facilitator. */
  examine(credential: Credential, offer: Offer): Promise<void>
  /** Throws as `take` does where a credential would not pay for an offer. Charges nothing. */
  verifyOnly(credential: Credential, offer: Offer): Promise<void>
  close(): Promise<void>
}

export interface ProcessorOptions extends Pick<RedeemParts, 'facilitator' | 'lookUp' | 'now' | 'wall' | 'warn'> {
  readonly state: State
  readonly terms: PaymentTerms
  /** Signs receipts; left out, none are signed. */
  readonly signer?: Pick<Signer, 'signObject'> | null
}

/** A payment processor over one ledger for both protocols. */
export function openProcessor({
  state,
  terms,
  facilitator,
  lookUp,
  signer = null,
  now,
  wall,
  warn,
}: ProcessorOptions): PaymentProcessor {
  const challenges = new Challenges(terms)
  const underWay = new Set<() => void>()
  const mode = terms.sandbox ? 'test' : 'live'
  const parts = {
    openLedger: () => new Ledger(state, randomUUID()),
    facilitator,
    lookUp,
    underWay,
    now,
    wall,
    wait: (ms: number) => wait(ms, undefined, { ref: false }),
    warn,
  }

  type Signed = Pick<Credential, 'text'> & { readonly protocol: 'x402' | 'mpp' }

  /** What a credential promises for an offer; at a price of another edition only where the ledger has that payment already: its answer is owed. */
  async function claimOf(credential: Signed, offer: Offer): Promise<PaymentClaim> {
    const read = readClaim(credential, offer)
    const earlier = (offer.otherUnits ?? []).filter((units) => units !== offer.units)
    return read.catch(async (error: unknown) => {
      for (const units of earlier) {
        const claim = await readClaim(credential, { ...offer, units }).catch(() => null)
        if (claim !== null && (await parts.openLedger().find(claim.id))?.amount === claim.amount) return claim
      }
      throw error
    })
  }

  async function readClaim({ protocol, text }: Signed, offer: Offer): Promise<PaymentClaim> {
    const accepts = allRequirementsFor(terms, offer)
    const resource = resourceOf(terms, offer)
    if (protocol === 'x402') {
      const networks = terms.networks.map(({ network }) => network)
      return readX402(text, {
        accepts,
        networks,
        resource,
        echo: (extensions) => listingExtensions(extensions, offer),
        now: wall(),
      })
    }
    const network = mppNetwork(terms)?.network
    const requirements = accepts.find((each) => each.network === network?.id)
    if (network === undefined || requirements === undefined)
      throw new PaymentRejected('invalid-challenge', 'This server does not accept MPP payments. Pay with x402.')
    return readMpp(text, { challenges, offer, network, requirements, resource, now: wall() })
  }

  /** A receipt by the x402 extension offer-receipt (section 5); null where it cannot be signed: the answer is sent all the same. */
  async function signedReceipt(
    { network, payload: { resource } }: PaymentClaim,
    { reference, payer, settledAt }: Receipt,
  ): Promise<string | null> {
    const payload = {
      ...{ version: 1, network, resourceUrl: resource?.url, payer },
      ...{ issuedAt: Math.floor(settledAt / 1_000), transaction: reference },
    }
    return signer === null ? null : signer.signObject(payload, new URL(terms.baseUrl).host).catch(() => null)
  }

  return {
    async take(credential, offer) {
      if (credential.protocol === 'balance') {
        const { text: key, name } = credential
        return takeBalanceCall(state, { key, name, offer }, { mode, underWay, now })
      }
      const claim = await claimOf({ protocol: credential.protocol, text: credential.text }, offer)
      const { receipt, outcome, end } = await redeem(parts, claim, scopeOf(offer))
      const { network, amount } = claim
      return {
        outcome,
        id: claim.id,
        network,
        amount,
        headers: receiptHeaders(claim, receipt, await signedReceipt(claim, receipt)),
        end,
      }
    },
    async examine(credential, offer) {
      if (credential.protocol === 'balance')
        return checkBalanceCall(state, { key: credential.text, name: credential.name, offer }, { mode, now })
      await claimOf({ protocol: credential.protocol, text: credential.text }, offer)
    },
    async verifyOnly(credential, offer) {
      if (credential.protocol === 'balance')
        return checkBalanceCall(state, { key: credential.text, name: credential.name, offer }, { mode, now })
      await verifyPayment(parts, await claimOf({ protocol: credential.protocol, text: credential.text }, offer), scopeOf(offer))
    },
    async close() {
      for (const letGo of underWay) letGo()
    },
  }
}

/** PAYMENT-RESPONSE of x402 (base64 JSON), or Payment-Receipt of MPP (base64url JSON). */
function receiptHeaders(
  { protocol, network, amount, challengeId }: PaymentClaim,
  { reference, payer, settledAt }: Receipt,
  signature: string | null,
): string[] {
  if (protocol === 'x402') {
    const receipt = { format: 'jws', signature }
    const extensions = signature === null ? {} : { extensions: { 'offer-receipt': { info: { receipt } } } }
    const response = { success: true, transaction: reference, network, payer, amount, ...extensions }
    return ['PAYMENT-RESPONSE', Buffer.from(JSON.stringify(response)).toString('base64')]
  }
  const chainId = Number(network.slice('eip155:'.length))
  const response = {
    status: 'success',
    method: 'evm',
    timestamp: new Date(settledAt).toISOString(),
    reference,
    challengeId,
    chainId,
  }
  return ['Payment-Receipt', Buffer.from(JSON.stringify(response)).toString('base64url')]
}
