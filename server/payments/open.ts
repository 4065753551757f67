import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../errors.ts'
import type { PaymentStatus } from '../openapi/schemas/payment.ts'
import { Ledger } from '../state/ledger.ts'
import type { State } from '../state/open.ts'
import type { PaymentTelemetry } from '../telemetry/telemetry.ts'
import { scopeOf } from './challenge.ts'
import { BadCredential, type Claim } from './claim.ts'
import { type Credential, presentedCredential, presentsCredential } from './credential.ts'
import type { Facilitator } from './facilitator.ts'
import type { LookUp } from './look-up.ts'
import type { Offer, Paid, Payments } from './payments.ts'
import { problemTypes, Quotes } from './quotes.ts'
import { pending, type Receipt, redeem } from './redeem.ts'
import { chainIdOf, mppNetwork, type Terms } from './terms.ts'

export interface PaymentsOptions {
  readonly state: State
  readonly terms: Terms
  readonly facilitator: Facilitator
  readonly lookUp: LookUp
  /** Counts payments; left out, none. */
  readonly telemetry?: PaymentTelemetry | null
  /** Milliseconds since 1970. */
  now(): number
  warn(message: string, facts: Readonly<Record<string, unknown>>): void
}

/** Between two looks at what the facilitator takes: while it does not answer, and while it does. */
const lookSoonMs = 15_000
const lookLaterMs = 600_000

/** Quotes and takes payments over one ledger for both protocols. Does not wait for the facilitator: until it answers, Solana is not quoted. */
export function openPayments({ state, terms, facilitator, lookUp, telemetry = null, now, warn }: PaymentsOptions): Payments {
  const quotes = new Quotes(terms, now)
  const parts = {
    openLedger: () => new Ledger(state, randomUUID()),
    facilitator,
    lookUp,
    telemetry,
    now,
    wait: (ms: number) => wait(ms),
    warn,
  }
  let reachable = false
  let checkedAt: string | null = null
  let looking: NodeJS.Timeout | null = null
  let closed = false

  async function look(): Promise<void> {
    try {
      const { kinds } = await facilitator.getSupported()
      const paying = kinds.flatMap(({ network, scheme, extra }) =>
        scheme === 'exact' && typeof extra?.['feePayer'] === 'string' ? [[network, extra['feePayer']] as const] : [],
      )
      quotes.setFeePayers(new Map(paying))
      reachable = true
    } catch (error) {
      reachable = false
      warn('the facilitator does not answer', { error: error instanceof Error ? error.name : typeof error })
    }
    telemetry?.facilitatorReached(reachable)
    checkedAt = new Date(now()).toISOString()
    if (!closed) looking = setTimeout(() => void look(), reachable ? lookLaterMs : lookSoonMs).unref()
  }
  void look()

  async function claimOf({ protocol, text }: Credential, offer: Offer): Promise<Claim> {
    if (protocol === 'x402') {
      const { readX402 } = await import('./read-x402.ts')
      return readX402(text, { accepts: quotes.accepts(offer), url: quotes.resourceOf(offer).url, now: now() })
    }
    const taken = mppNetwork(terms)
    const requirements = quotes.accepts(offer).find(({ network }) => network === taken?.network.id)
    if (taken === null || requirements === undefined)
      throw new BadCredential('invalid-challenge', 'This server takes no MPP payments. Pay with x402.')
    const { readMpp } = await import('./read-mpp.ts')
    const resource = quotes.resourceOf(offer)
    return readMpp(text, { challenges: quotes.challenges, offer, network: taken.network, requirements, resource, now: now() })
  }

  return {
    quote: (offer) => quotes.quote(offer),
    presented: presentsCredential,
    async redeem(headers, offer): Promise<Paid> {
      const credential = presentedCredential(headers)!
      try {
        const claim = await claimOf(credential, offer)
        const { receipt, delivered, lost } = await redeem(parts, claim, scopeOf(offer))
        return { headers: receiptHeaders(claim, receipt), delivered, lost }
      } catch (error) {
        if (error instanceof BadCredential) {
          telemetry?.payment(credential.protocol, 'refused')
          throw paymentRequired(error, quotes, offer)
        }
        if (error instanceof Refusal) throw error
        // the ledger failed, and settlement may have been asked for
        telemetry?.payment(credential.protocol, 'unknown')
        throw pending(error)
      }
    },
    status: () => statusOf(terms, quotes, { reachable, checked_at: checkedAt }),
    async close() {
      closed = true
      if (looking !== null) clearTimeout(looking)
    },
  }
}

/**
 * What is wrong with a credential, with a fresh quote in the headers, where there is one, and none in the body: that is for calls without
 * a credential.
 */
function paymentRequired({ problem, message }: BadCredential, quotes: Quotes, offer: Offer): Refusal {
  const { headers, challengeId } = quotes.isOpen() ? quotes.headers(offer) : { headers: [], challengeId: null }
  const members = {
    type: `${problemTypes}${problem}`,
    title: titles[problem],
    detail: message,
    ...(challengeId === null ? {} : { challengeId }),
  }
  return new Refusal('PAYMENT_REQUIRED', `${message} Nothing was charged for this call.`, { headers, members })
}

const titles = {
  'malformed-credential': 'Malformed Credential',
  'invalid-challenge': 'Invalid Challenge',
  'payment-expired': 'Payment Expired',
  'payment-insufficient': 'Payment Insufficient',
  'verification-failed': 'Verification Failed',
} as const

/** PAYMENT-RESPONSE of x402 (base64 JSON), or Payment-Receipt of MPP (base64url JSON). */
function receiptHeaders({ protocol, network, amount, challengeId }: Claim, { reference, payer, settledAt }: Receipt): string[] {
  if (protocol === 'x402') {
    const said = { success: true, transaction: reference, network, payer, amount }
    return ['PAYMENT-RESPONSE', Buffer.from(JSON.stringify(said)).toString('base64')]
  }
  const chainId = Number(network.slice('eip155:'.length))
  const said = { status: 'success', method: 'evm', timestamp: new Date(settledAt).toISOString(), reference, challengeId, chainId }
  return ['Payment-Receipt', Buffer.from(JSON.stringify(said)).toString('base64url')]
}

function statusOf(terms: Terms, quotes: Quotes, facilitator: PaymentStatus['facilitator']): PaymentStatus {
  const mpp = mppNetwork(terms)
  return {
    enabled: true,
    sandbox: terms.sandbox,
    x402: {
      version: 2,
      networks: terms.networks.map(({ network: { id, title, test, asset }, payTo }) => ({
        network: id,
        title,
        test,
        asset,
        pay_to: payTo,
        ready: quotes.isReady(id),
      })),
    },
    mpp: mpp && {
      version: '1.0',
      intent: 'charge',
      method: 'evm',
      network: `eip155:${chainIdOf(mpp.network)}`,
      realm: quotes.challenges.realm,
    },
    facilitator,
  }
}
