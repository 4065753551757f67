import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../http/errors.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import type { PaymentOutcome } from '../telemetry/telemetry.ts'
import { OutcomeUnknown, PaymentRejected } from './claim.ts'
import { type Credential, presentedCredential, presentsCredential } from './credential.ts'
import { type Facilitator, probePayments } from './facilitator.ts'
import { FacilitatorStanding, type StandingOptions } from './facilitator-standing.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import { PaymentThrottle } from './payment-throttle.ts'
import type { Buyer, Offer, Payments } from './payments.ts'
import { problemTypes, Quotes } from './quotes.ts'
import { chainIdOf, mppNetwork, type PaymentTerms } from './terms.ts'

export interface PaymentsOptions extends StandingOptions {
  readonly terms: PaymentTerms
  /** Says what it takes; one that also verifies is asked about a payment that nobody made while it refuses those of buyers. */
  readonly facilitator: Pick<Facilitator, 'getSupported'> & Partial<Pick<Facilitator, 'verify'>>
  readonly processor: PaymentProcessor
  /** How the facilitator stands by what becomes of payments; left out, only what it takes is known. */
  readonly standing?: FacilitatorStanding
}

/** Between two looks at what the facilitator takes: while it does not answer, and while it does. */
const lookSoonMs = 15_000
const lookLaterMs = 60_000

/** Quotes payments, and has a payment processor take them. Does not wait for the facilitator: until it answers, Solana is not quoted. */
export function openPayments({
  terms,
  facilitator,
  processor,
  telemetry = null,
  now,
  warn,
  standing = new FacilitatorStanding({ telemetry, now, warn }),
}: PaymentsOptions): Payments {
  const quotes = new Quotes(terms, now)
  const admission = new PaymentThrottle({ now: () => performance.now(), wait: (ms) => wait(ms, undefined, { ref: false }) })
  let looking: NodeJS.Timeout | null = null
  let closed = false

  async function look(): Promise<void> {
    try {
      const { kinds } = await facilitator.getSupported()
      const paying = kinds.flatMap(({ network, scheme, extra }) =>
        scheme === 'exact' && typeof extra?.['feePayer'] === 'string' ? [[network, extra['feePayer']] as const] : [],
      )
      quotes.setFeePayers(new Map(paying))
      standing.answered('supported')
    } catch (error) {
      standing.failed('supported', error)
    }
    const { verify } = facilitator
    if (verify !== undefined && standing.isPaymentRefused)
      await probePayments({ verify }, terms).then(
        () => standing.answered('verify'),
        (error: unknown) => standing.failed('verify', error),
      )
    if (!closed) looking = setTimeout(() => void look(), standing.status.reachable ? lookLaterMs : lookSoonMs).unref()
  }
  void look()

  /** What the payment processor makes of a credential, counted. Throws the answer to the caller where it does not take it. */
  async function admitted<T>({ headers, address, hasLeft }: Buyer, offer: Offer, work: (credential: Credential) => Promise<T>) {
    const credential = presentedCredential(headers)!
    const count = (outcome: PaymentOutcome) => telemetry?.payment(credential.protocol, outcome)
    const present = async () => {
      if (hasLeft()) throw new Refusal('PAYMENT_UNAVAILABLE', 'The connection closed before the payment was checked.')
      return work(credential)
    }
    try {
      return {
        answer: await admission.enter(address, present, (error) => error instanceof PaymentRejected && !error.isSpent),
        count,
      }
    } catch (error) {
      if (error instanceof PaymentRejected) {
        count('refused')
        throw paymentRequired(error, quotes, offer)
      }
      // the payment processor or its ledger failed, and settlement may have been requested
      const refusal = error instanceof Refusal ? error : new OutcomeUnknown(error)
      if (refusal instanceof OutcomeUnknown) count('unknown')
      throw refusal
    }
  }

  return {
    quote: (offer) => quotes.quote(offer),
    presented: presentsCredential,
    async redeem(buyer, offer) {
      const { answer, count } = await admitted(buyer, offer, (credential) => processor.take(credential, offer))
      const { outcome, id, network, amount, headers, end } = answer
      count(outcome)
      if (outcome === 'settled' && network !== 'balance') telemetry?.received(network, amount)
      return { id, headers: [...headers, ...paidLimits(now())], end }
    },
    async examine(buyer, offer) {
      await admitted(buyer, offer, (credential) => processor.examine(credential, offer))
    },
    async verifyOnly(buyer, offer) {
      await admitted(buyer, offer, (credential) => processor.verifyOnly(credential, offer))
    },
    status: () => statusOf(terms, quotes, standing.status),
    async close() {
      closed = true
      if (looking !== null) clearTimeout(looking)
      await processor.close()
    },
  }
}

/** A payment has its own window: one call, used up by this answer; the next payment opens another immediately. */
function paidLimits(now: number): string[] {
  return ['X-RateLimit-Limit', '1', 'X-RateLimit-Remaining', '0', 'X-RateLimit-Reset', String(Math.floor(now / 1_000))]
}

/**
 * What is wrong with a credential, with a fresh quote in the headers, where there is one, and none in the body: that is for calls without
 * a credential.
 */
function paymentRequired({ problem, message: detail, hint }: PaymentRejected, quotes: Quotes, offer: Offer): Refusal {
  const { headers, challengeId } = quotes.isOpen() ? quotes.headers(offer) : { headers: [], challengeId: null }
  const members = {
    type: `${problemTypes}${problem}`,
    title: titles[problem],
    detail,
    ...(challengeId === null ? {} : { challengeId }),
  }
  return new Refusal('PAYMENT_REQUIRED', `${detail} Nothing was charged for this call.`, {
    headers,
    members,
    ...(hint === undefined ? {} : { hint }),
  })
}

const titles = {
  'malformed-credential': 'Malformed Credential',
  'invalid-challenge': 'Invalid Challenge',
  'payment-expired': 'Payment Expired',
  'payment-insufficient': 'Payment Insufficient',
  'verification-failed': 'Verification Failed',
} as const

function statusOf(terms: PaymentTerms, quotes: Quotes, facilitator: PaymentStatus['facilitator']): PaymentStatus {
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
