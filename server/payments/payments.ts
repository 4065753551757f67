import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentStatus } from '../schemas/payment.ts'

/** How facilitators list a route: how it is called and what it answers with. */
export interface Listing {
  /** The path, with a colon before the name of a parameter. */
  readonly route: string
  /** Of the query: an example, and its JSON Schema. */
  readonly input: Readonly<Record<string, string>>
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** JSON Schema of the parameters in the path; left out, there are none. */
  readonly pathParamsSchema?: Readonly<Record<string, unknown>>
  readonly output: { readonly example: Readonly<Record<string, unknown>> }
}

/** What one call costs and what the payment is bound to. */
export interface Offer {
  /** Target of the request in one spelling: path, then parameters sorted by name. A credential pays for this and nothing else. */
  readonly target: string
  /** What is sold, such as the id of a briefing. */
  readonly name: string
  /** The same for whoever finds it in a list, of 480 code points at most: above some 500 a facilitator refuses to settle. */
  readonly description: string
  readonly listing: Listing
  readonly mimeType: string
  /** Price in base units of USDC, millionths of a dollar. */
  readonly units: string
  /** Prices that another edition may have quoted for the target: a payment that was taken at one of them gets its answer. Left out, none. */
  readonly otherUnits?: readonly string[]
}

/** The 402 of an offer: headers as a flat list of names and values, and what the body says beside the members every error has, as JSON. */
export interface Quote {
  readonly headers: readonly string[]
  readonly json: string
}

/** A call that is paid. */
export interface PaidCall {
  /** Of the payment, in the ledger: the same however often its answer is delivered. */
  readonly id: string
  /** Flat list: PAYMENT-RESPONSE, Payment-Receipt or Briefing-Balance, and the limits of a paid call. */
  readonly headers: readonly string[]
  /**
   * To be called when the answer has ended: whether it was handed over whole. With false the credential may be sent again; so also where
   * that shows only later.
   */
  end(delivered: boolean): Promise<void>
}

/** A payment that was taken for an answer, which is now to be sent. A call from a balance has a separate id, and no limits in its headers. */
export interface TakenPayment extends PaidCall {
  readonly outcome: 'settled' | 'redelivered'
  /** `balance` where the call is taken from one. */
  readonly network: string
  /** Base units. */
  readonly amount: string
}

/** Who sent a request that brings a credential. */
export interface Buyer {
  readonly headers: IncomingHttpHeaders
  /** Address of the other end of the connection. */
  readonly address: string
  /** Whether the connection has ended: an answer is not charged that nobody waits for. */
  hasLeft(): boolean
}

export interface Payments {
  /**
   * The 402 of a call without a credential, or null where there is nothing it could be paid by at the moment: on Solana while the
   * facilitator does not answer. Every MPP challenge is its own. Waits for nothing.
   */
  quote(offer: Offer): Quote | null
  /** Whether a request brings a credential of either protocol or the key of a balance, valid or not. */
  presented(headers: IncomingHttpHeaders): boolean
  /**
   * Takes the payment a request brings for an offer whose answer is ready. Throws a `Refusal`: 402 PAYMENT_REQUIRED with a fresh quote in
   * the headers where the credential does not pay for this, 400 SEVERAL_CREDENTIALS where there are two, 503 PAYMENT_PENDING or
   * PAYMENT_UNAVAILABLE where the same credential should be sent again, 503 PAYMENT_BUSY where too many bad ones came from that address.
   */
  redeem(buyer: Buyer, offer: Offer): Promise<PaidCall>
  /** Throws as `redeem` does where what a request brings cannot pay for an offer, as far as it says so itself: asks no facilitator, charges nothing. */
  examine(buyer: Buyer, offer: Offer): Promise<void>
  /** Whether what a request brings would pay for an offer: throws as `redeem` does where it would not, and charges nothing. */
  verifyOnly(buyer: Buyer, offer: Offer): Promise<void>
  status(): PaymentStatus
  close(): Promise<void>
}
