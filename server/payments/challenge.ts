import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parsedJson } from '../http/json.ts'
import type { Offer } from './payments.ts'
import { chainIdOf, mppNetwork, type PaymentTerms, realmOf } from './terms.ts'

/** The fields of a challenge as they come back with a credential. */
export interface ChallengeFields {
  readonly id: string
  readonly realm: string
  readonly method: string
  readonly intent: string
  readonly request: string
  readonly expires?: string | undefined
  readonly digest?: string | undefined
  readonly opaque?: string | undefined
}

/** Name under which clients of mppx know what a challenge is bound to. */
const scopeName = '_mppx_scope'
/** A scope in a challenge is as it is up to this length, and above it by its hash: a query may have thousands of characters, a header not. */
const longestScope = 80
const nonceBytes = 12

/**
 * Challenges of MPP (the "Payment" HTTP authentication scheme), intent charge, method evm. The id is an HMAC over the other fields, so
 * the server keeps nothing of a challenge; a random nonce among them makes each its own.
 */
export class Challenges {
  readonly #terms: PaymentTerms
  readonly #requests = new Map<string, string>()
  readonly realm: string

  constructor(terms: PaymentTerms) {
    this.#terms = terms
    this.realm = realmOf(terms)
  }

  /** A new challenge for an offer, to be met before `expires` (milliseconds since 1970), as the value of WWW-Authenticate. Null where no network takes MPP. */
  make(offer: Offer, expires: number) {
    const request = this.requestOf(offer)
    if (request === null) return null
    const until = new Date(expires).toISOString()
    const opaque = encoded({ [scopeName]: boundTo(offer), nonce: randomBytes(nonceBytes).toString('base64url') })
    const id = this.#idOf(
      { realm: this.realm, method: 'evm', intent: 'charge', request, expires: until, opaque },
      this.#terms.mpp.secret,
    )
    const header = `Payment id="${id}", realm="${this.realm}", method="evm", intent="charge", request="${request}", description="${quotable(offer.name)}", expires="${until}", opaque="${opaque}"`
    return { id, header }
  }

  /** The request an offer is charged by: base64url of canonical JSON. Null where no network takes MPP. */
  requestOf({ units }: Offer): string | null {
    const sold = mppNetwork(this.#terms)
    if (sold === null) return null
    const { network, payTo } = sold
    const made =
      this.#requests.get(units) ??
      encoded({
        amount: units,
        currency: network.asset,
        methodDetails: { chainId: chainIdOf(network), credentialTypes: ['authorization'], decimals: 6 },
        recipient: payTo,
      })
    this.#requests.set(units, made)
    return made
  }

  /** Whether this server made a challenge, with the current or the previous secret. */
  isOurs(fields: ChallengeFields): boolean {
    const { secret, previous } = this.#terms.mpp
    return [secret, previous].some((each) => each !== null && sameText(fields.id, this.#idOf(fields, each)))
  }

  #idOf(
    { realm, method, intent, request, expires = '', digest = '', opaque = '' }: Omit<ChallengeFields, 'id'>,
    secret: string,
  ): string {
    return createHmac('sha256', secret)
      .update([realm, method, intent, request, expires, digest, opaque].join('|'))
      .digest('base64url')
  }
}

/** A text as a quoted string of a header can have it: printable ASCII. */
function quotable(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, '?')
}

/** What a payment of an offer may be used for. */
export function scopeOf({ target }: Offer): string {
  return `GET ${target}`
}

/** The scope of an offer as its challenges have it. */
function boundTo(offer: Offer): string {
  const scope = scopeOf(offer)
  return scope.length <= longestScope ? scope : `sha256:${createHash('sha256').update(scope).digest('base64url')}`
}

/** Whether a challenge was made for an offer. */
export function isChallengeFor(opaque: string, offer: Offer): boolean {
  const fields = parsedJson(Buffer.from(opaque, 'base64url').toString()) as Record<string, unknown> | null | undefined
  return fields?.[scopeName] === boundTo(offer)
}

/** base64url of JSON whose keys are in order already, which makes it canonical (RFC 8785): all values are texts or small whole numbers. */
function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
