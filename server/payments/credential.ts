import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../http/errors.ts'

export interface Credential {
  readonly protocol: 'x402' | 'mpp'
  /** As sent: base64 JSON of x402, or what follows the scheme Payment. */
  readonly text: string
}

/** Longer than any credential of either protocol. */
const longest = 16_384

/** The payment credential of a request, or null: PAYMENT-SIGNATURE, X-PAYMENT or `Authorization: Payment`. Throws 400 where there are several. */
export function presentedCredential(headers: IncomingHttpHeaders): Credential | null {
  const { 'payment-signature': signature, 'x-payment': older, authorization } = headers
  if (signature !== undefined && older !== undefined) throw several('both PAYMENT-SIGNATURE and X-PAYMENT')
  const x402 = (signature ?? older) as string | undefined
  const mpp = authorization !== undefined && /^payment(\s|$)/i.test(authorization) ? authorization.slice(7).trim() : undefined
  if (x402 !== undefined && mpp !== undefined) throw several('an x402 payment and an MPP payment')
  // Node joins a header that is sent twice with a comma, and none of these holds one
  const text = x402 ?? mpp
  if (text === undefined) return null
  if (text.includes(',')) throw several('two payment credentials')
  return { protocol: x402 === undefined ? 'mpp' : 'x402', text: text.slice(0, longest) }
}

export function presentsCredential(headers: IncomingHttpHeaders): boolean {
  if (headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined) return true
  return headers.authorization !== undefined && /^payment(\s|$)/i.test(headers.authorization)
}

function several(what: string): Refusal {
  return new Refusal('SEVERAL_CREDENTIALS', `The request carries ${what}. Send only one. Nothing was charged.`)
}
