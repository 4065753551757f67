import type { PaymentPayload, PaymentRequirements, SettleResponse, SupportedKind, VerifyResponse } from '@x402/core/types'

/** A kind of payment a facilitator takes; on Solana `extra.feePayer` is who pays the network's fee. */
type Kind = Omit<SupportedKind, 'network'> & { readonly network: string }

/** What a facilitator made of the listing that came with a payment. */
export interface ListingVerdict {
  readonly status: 'success' | 'processing' | 'rejected'
  readonly reason: string | null
}

export type Settled = Omit<SettleResponse, 'network'> & { readonly network: string; readonly listing?: ListingVerdict | null }

/** Verifies and settles x402 payments (x402 v2, section 7). What it cannot answer it throws. */
export interface Facilitator {
  getSupported(): Promise<{ readonly kinds: readonly Kind[] }>
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settled>
}

const verifyMs = 5_000
const settleMs = 20_000
const longestAnswer = 65_536

/**
 * A facilitator over HTTP; `token` is sent as a bearer token. An answer counts only when it comes from that very address, in time, as the JSON object that was asked for;
 * anything else throws, and what it says is repeated to nobody.
 */
export function httpFacilitator({ url, token }: { readonly url: string; readonly token: string | null }): Facilitator {
  const base = url.replace(/\/+$/, '')

  async function answer(path: string, timeoutMs: number, body?: object) {
    const response = await fetch(`${base}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (text.length > longestAnswer) throw new Error('the answer of the facilitator is too long')
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) throw new Error('the answer of the facilitator is not an object')
    // a refusal may come with any status below 500; above, whatever it says, it failed
    if (response.status >= 500) throw new Error('the facilitator failed')
    return { value: value as Record<string, unknown>, extensions: response.headers.get('extension-responses') }
  }

  const asked = (paymentPayload: PaymentPayload, paymentRequirements: PaymentRequirements) => ({
    x402Version: 2,
    paymentPayload,
    paymentRequirements,
  })
  return {
    async getSupported() {
      const { kinds } = (await answer('supported', verifyMs)).value
      if (!Array.isArray(kinds)) throw new Error('the facilitator lists no payment kinds')
      return { kinds: kinds as Kind[] }
    },
    async verify(payload, requirements) {
      const { value: verified } = await answer('verify', verifyMs, asked(payload, requirements))
      if (typeof verified['isValid'] !== 'boolean') throw new Error('the facilitator answered neither valid nor invalid')
      return verified as unknown as VerifyResponse
    },
    async settle(payload, requirements) {
      const { value: settled, extensions } = await answer('settle', settleMs, asked(payload, requirements))
      if (typeof settled['success'] !== 'boolean' || (settled['success'] && !isText(settled['transaction'])))
        throw new Error('the facilitator answered neither settled nor refused')
      return { ...(settled as unknown as Settled), listing: listingVerdict(extensions) }
    },
  }
}

const verdictStatuses: readonly string[] = ['success', 'processing', 'rejected']
const longestVerdict = 4_096
const longestReason = 200

/** The verdict on a listing in EXTENSION-RESPONSES (base64 JSON); null where there is none that can be read. */
export function listingVerdict(header: string | null): ListingVerdict | null {
  if (header === null || header.length > longestVerdict) return null
  try {
    const { status, rejectedReason } = JSON.parse(Buffer.from(header, 'base64').toString()).bazaar
    if (!verdictStatuses.includes(status)) return null
    const reason = isText(rejectedReason) ? rejectedReason.replace(/\p{C}/gu, ' ').slice(0, longestReason) : null
    return { status, reason }
  } catch {
    return null
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
