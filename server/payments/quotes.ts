import type { PaymentRequired, PaymentRequirements, ResourceInfo } from '@x402/core/types'
import { extensionsOf } from './bazaar.ts'
import { Challenges } from './challenge.ts'
import type { Offer, Quote } from './payments.ts'
import { type PaymentTerms, quoteSeconds, requirementsOf, resourceOf, urlWithoutLongQuery } from './terms.ts'

/**
 * Bytes for the headers of a quote: with all others of a 402 they fit into a page of memory, 4,096 bytes, which is all that nginx gives to the
 * head of an answer by default. Above it a proxy answers 502.
 */
const roomForQuote = 3_240
/** Of them, what is not a value: three names, each with a colon, a space and the end of its line. */
const namesOfQuote = 66

/** The x402 part of an offer's quote; it is the same for every caller. */
interface Encoded {
  readonly header: string
  /** The header of the older name: without what lists the offer, which its readers do not know. */
  readonly older: string
  /** The same in the body of a 402. */
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
  readonly #terms: PaymentTerms
  readonly #now: () => number
  #feePayers: ReadonlyMap<string, string> = new Map()
  readonly #kept = new Map<string, Encoded>()
  /** How MPP is taken, as JSON. */
  readonly #mpp: string
  readonly challenges: Challenges

  constructor(terms: PaymentTerms, now: () => number) {
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
    // the price and the contents of a company change with the edition
    const key = [offer.target, offer.mimeType, offer.units, offer.description].join(' ')
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const made = this.#fitting(offer)
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(key, made)
    return made
  }

  /** The fullest form of a quote that leaves room for the other headers; the shortest where none does. */
  #fitting(offer: Offer): Encoded {
    const challenge = this.challenges.make(offer, this.#now())?.header.length ?? 0
    let made: Encoded
    for (const { quote, older } of this.#forms(offer)) {
      const { error, ...repeated } = quote
      const json = JSON.stringify({ ...problem, ...repeated }).slice(1, -1)
      made = { header: base64(quote), older: base64(older), json }
      if (challenge + made.header.length + made.older.length + namesOfQuote <= roomForQuote) break
    }
    return made!
  }

  /** Forms of a quote, from the fullest to the shortest: what pays is in all of them, what lists the offer goes first. */
  *#forms(offer: Offer): Generator<{ quote: PaymentRequired; older: PaymentRequired }> {
    const resource = resourceOf(this.#terms, offer)
    const accepts = this.#requirements(offer)
    const paid = (named: ResourceInfo) => ({ x402Version: 2, resource: named, accepts })
    const { url, mimeType = '', description = '' } = resource
    const older = paid({ url })
    const whole = { ...paid(resource), error: 'Payment required', extensions: { ...extensionsOf(offer) } }
    yield { quote: whole, older }
    const [sentence = ''] = description.split(/(?<=\.) /, 1)
    const short = { ...whole, resource: { ...resource, description: sentence } }
    yield { quote: short, older }
    yield { quote: { ...short, extensions: { ...extensionsOf(offer, { members: 3, parameters: false }) } }, older }
    const named = { url: urlWithoutLongQuery(url) }
    const extensions = { ...extensionsOf(offer, { members: 1, parameters: false }) }
    yield { quote: { ...paid({ ...named, description: sentence, mimeType }), extensions }, older: paid(named) }
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
