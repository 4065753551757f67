import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { extensionsOf } from './bazaar.ts'
import { Challenges } from './challenge.ts'
import type { Offer, Quote } from './payments.ts'
import { quoteSeconds, requirementsOf, resourceOf, type Terms } from './terms.ts'

/** The x402 part of an offer's quote; it is the same for every caller. */
interface Encoded {
  readonly header: string
  /** The header of the older name: without what lists the offer, which its readers do not know, so that all headers fit into 8 KB. */
  readonly older: string
  /** The whole in the body of a 402. */
  readonly json: string
}

/** Offers remembered at most: those of today are some hundred, those of past days without end. */
const mostKept = 4_000

export const problemTypes = 'https://paymentauth.org/problems/'

const problem = {
  type: `${problemTypes}payment-required`,
  title: 'Payment Required',
  detail: 'Pay with one of the options in accepts (x402) or with the challenge in WWW-Authenticate (MPP).',
}

/** What a call costs, in both protocols. */
export class Quotes {
  readonly #terms: Terms
  readonly #now: () => number
  #feePayers: ReadonlyMap<string, string> = new Map()
  readonly #kept = new Map<string, Encoded>()
  /** How MPP is taken, as JSON. */
  readonly #mpp: string
  readonly challenges: Challenges

  constructor(terms: Terms, now: () => number) {
    this.#terms = terms
    this.#now = now
    this.challenges = new Challenges(terms)
    this.#mpp = JSON.stringify({ version: '1.0', intent: 'charge', method: 'evm', realm: this.challenges.realm })
  }

  /** Who pays the fee of a Solana network, as the facilitator says. A network without one is not quoted. */
  setFeePayers(feePayers: ReadonlyMap<string, string>): void {
    this.#feePayers = feePayers
    this.#kept.clear()
  }

  /** Whether a network is quoted. */
  isReady(network: string): boolean {
    return this.#terms.networks.some(({ network: { id, kind } }) => id === network && (kind === 'evm' || this.#feePayers.has(id)))
  }

  /** Headers of a 402; each has its own challenge. */
  headers(offer: Offer): { headers: string[]; challengeId: string | null } {
    const { header, older } = this.#encoded(offer)
    const challenge = this.challenges.make(offer, this.#now() + 1_000 * quoteSeconds)
    const headers = ['PAYMENT-REQUIRED', header, 'X-Payment-Requirements', older]
    if (challenge !== null) headers.push('WWW-Authenticate', challenge.header)
    return { headers, challengeId: challenge?.id ?? null }
  }

  /** Whether a call can be paid on any network at the moment. */
  isOpen(): boolean {
    return this.#terms.networks.some(({ network }) => this.isReady(network.id))
  }

  /** Null where a call cannot be paid at the moment. */
  quote(offer: Offer): Quote | null {
    if (!this.isOpen()) return null
    const { headers, challengeId } = this.headers(offer)
    const { json } = this.#encoded(offer)
    return {
      headers,
      json: challengeId === null ? `${json},"mpp":null` : `${json},"mpp":${this.#mpp},"challengeId":"${challengeId}"`,
    }
  }

  #encoded(offer: Offer): Encoded {
    const key = `${offer.target} ${offer.mimeType}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const resource = resourceOf(this.#terms, offer)
    const { url } = resource
    const required: PaymentRequired = {
      x402Version: 2,
      error: 'Payment required',
      resource,
      accepts: this.#requirements(offer),
      extensions: { ...extensionsOf(offer) },
    }
    const { error, ...quote } = required
    const made = {
      header: base64(required),
      older: base64({ ...required, resource: { url, description: offer.name, mimeType: offer.mimeType }, extensions: {} }),
      json: JSON.stringify({ ...problem, ...quote }).slice(1, -1),
    }
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(key, made)
    return made
  }

  #requirements(offer: Offer): PaymentRequirements[] {
    return this.#terms.networks
      .filter(({ network }) => this.isReady(network.id))
      .map((each) => {
        const feePayer = this.#feePayers.get(each.network.id)
        const requirements = requirementsOf(offer, each)
        return each.network.kind === 'evm' ? requirements : { ...requirements, extra: { feePayer } }
      })
  }
}

function base64(required: PaymentRequired): string {
  return Buffer.from(JSON.stringify(required)).toString('base64')
}
