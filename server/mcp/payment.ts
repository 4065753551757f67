import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { DeliveryConfirmation } from '../answers/delivery-confirmation.ts'
import type { Refusal } from '../http/errors.ts'
import type { PaidCall } from '../payments/payments.ts'

/**
 * Payments of single calls, as the two protocols carry them inside MCP: x402 (specs/transports-v2/mcp.md) and MPP (the members of `_meta`
 * that mppx 0.11 reads and writes). Each is put into the headers that carry it over HTTP and taken from them, so that a credential, its
 * price and what it buys are the same whichever way it comes.
 */
const members = {
  x402: { payment: 'x402/payment', receipt: 'x402/payment-response' },
  mpp: {
    payment: 'org.paymentauth/credential',
    required: 'org.paymentauth/payment-required',
    receipt: 'org.paymentauth/receipt',
  },
} as const

type Meta = Readonly<Record<string, unknown>>

/** What the calls of one request buy. Their one answer decides for all of them whether it arrived. */
export class Purchases {
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #arrival: DeliveryConfirmation
  readonly #paid: PaidCall[] = []

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.#req = req
    this.#res = res
    this.#arrival = new DeliveryConfirmation(req, res)
  }

  /** Whether the connection has ended. */
  get hasLeft(): boolean {
    return this.#arrival.hasLeft
  }

  /** Resolves when it is known whether the answer before on this connection arrived. */
  async begin(): Promise<void> {
    await DeliveryConfirmation.ofEarlier(this.#req)
  }

  add(paid: PaidCall): void {
    this.#paid.push(paid)
    if (this.#paid.length > 1) return
    this.#arrival.report(async (whole) => {
      const arrived = whole && this.#res.statusCode === 200
      // where the ledger cannot be written, the lease runs out and the same credential gets the answer again
      await Promise.all(this.#paid.map((each) => each.end(arrived).catch(() => {})))
    })
  }

  /** Resolves to whether there is anybody to answer: what was bought is not sent to a connection that has ended. */
  async isAwaited(): Promise<boolean> {
    if (this.#paid.length === 0) return true
    await this.#arrival.pollConnection()
    return !this.#arrival.hasLeft
  }
}

/** The payment that a call brings, as the headers of HTTP that say the same; none where it brings none. */
export function paymentHeaders(meta: Meta = {}): IncomingHttpHeaders {
  const x402 = meta[members.x402.payment]
  const mpp = meta[members.mpp.payment]
  return {
    ...(x402 === undefined ? {} : { 'payment-signature': encoded(x402, 'base64') }),
    ...(mpp === undefined ? {} : { authorization: `Payment ${encoded(asOverHttp(mpp), 'base64url')}` }),
  }
}

/** The receipt of a purchase. */
export function receiptMeta({ headers }: PaidCall): Meta {
  const x402 = headerIn(headers, 'PAYMENT-RESPONSE')
  const mpp = headerIn(headers, 'Payment-Receipt')
  return {
    ...(x402 === null ? {} : { [members.x402.receipt]: decoded(x402) }),
    ...(mpp === null ? {} : { [members.mpp.receipt]: decoded(mpp) }),
  }
}

/** How a refused call can be paid: members beside the error for x402, and `meta` for MPP. Null where the refusal quotes no price. */
export function paymentRequired({ facts, hint, status }: Refusal): { readonly x402: Meta; readonly meta: Meta } | null {
  const { headers = [], members: problem = {} } = facts
  const x402 = headerIn(headers, 'PAYMENT-REQUIRED')
  if (x402 === null) return null
  const challenge = headerIn(headers, 'WWW-Authenticate')
  const required = {
    httpStatus: status,
    challenges: challenge === null ? [] : [challengeOf(challenge)],
    ...('type' in problem ? { problem: { status, ...problem, hint } } : {}),
  }
  return {
    x402: decoded(x402) as Meta,
    meta: challenge === null ? {} : { [members.mpp.required]: required },
  }
}

/** A credential of MPP has the request of its challenge as an object in MCP, and in base64url over HTTP. Anything else stays what it is. */
function asOverHttp(credential: unknown): unknown {
  const { challenge } = (credential ?? {}) as { challenge?: { request?: unknown } }
  if (typeof challenge?.request !== 'object' || challenge.request === null) return credential
  return { ...(credential as object), challenge: { ...challenge, request: encoded(challenge.request, 'base64url') } }
}

/** A challenge as MCP carries it, from the parameters of its header. */
function challengeOf(header: string): Meta {
  const parameters = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
  return { ...parameters, request: decoded(parameters['request']!) }
}

function headerIn(headers: readonly string[], name: string): string | null {
  const i = headers.indexOf(name)
  return i < 0 ? null : headers[i + 1]!
}

const encoded = (value: unknown, encoding: 'base64' | 'base64url') => Buffer.from(JSON.stringify(value)).toString(encoding)
const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
