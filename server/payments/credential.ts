import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../http/errors.ts'
import { balanceKeyIn, idempotencyKeyOf } from './balance-key.ts'

export interface Credential {
  readonly protocol: 'x402' | 'mpp' | 'balance'
  /** As sent: base64 JSON of x402, what follows the scheme Payment, or the key of a balance. */
  readonly text: string
  /** What a call from a balance is named by; null where it is not. */
  readonly name: string | null
}

/** Longer than any credential of either protocol. */
const longest = 16_384

/** The payment credential of a request, or null: PAYMENT-SIGNATURE, X-PAYMENT, `Authorization: Payment`, or the key of a balance. Throws 400 where there are several. */
export function presentedCredential(headers: IncomingHttpHeaders): Credential | null {
  const { 'payment-signature': signature, 'x-payment': older, authorization } = headers
  if (signature !== undefined && older !== undefined) throw several('both PAYMENT-SIGNATURE and X-PAYMENT')
  const x402 = (signature ?? older) as string | undefined
  const mpp = authorization !== undefined && /^payment(\s|$)/i.test(authorization) ? authorization.slice(7).trim() : undefined
  if (x402 !== undefined && mpp !== undefined) throw several('an x402 payment and an MPP payment')
  const balance = balanceKeyIn(headers)
  if (balance !== null && (x402 ?? mpp) !== undefined) throw several('a payment and the key of a balance')
  if (balance !== null) return { protocol: 'balance', text: balance, name: idempotencyKeyOf(headers) }
  // Node joins a header that is sent twice with a comma, and none of these holds one
  const text = x402 ?? mpp
  if (text === undefined) return null
  if (text.includes(',')) throw several('two payment credentials')
  return { protocol: x402 === undefined ? 'mpp' : 'x402', text: text.slice(0, longest), name: null }
}

export function presentsCredential(headers: IncomingHttpHeaders): boolean {
  if (headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined) return true
  if (headers.authorization !== undefined && /^payment(\s|$)/i.test(headers.authorization)) return true
  return balanceKeyIn(headers) !== null
}

function several(what: string): Refusal {
  return new Refusal('SEVERAL_CREDENTIALS', `The request carries ${what}. Send only one. Nothing was charged.`)
}
