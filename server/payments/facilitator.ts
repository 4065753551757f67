import type { PaymentPayload, PaymentRequirements, SettleResponse, SupportedKind, VerifyResponse } from '@x402/core/types'
import { bearerAuthorize, type CdpKey, cdpTokens } from './facilitator-credential.ts'
import { type PaymentTerms, unpayableProbe } from './terms.ts'

/** A kind of payment a facilitator takes; on Solana `extra.feePayer` is who pays the network's fee. */
type Kind = Omit<SupportedKind, 'network'> & { readonly network: string }

/** What a facilitator made of the listing that came with a payment. */
export interface ListingVerdict {
  readonly status: 'success' | 'processing' | 'rejected'
  readonly reason: string | null
}

export type SettledPayment = Omit<SettleResponse, 'network'> & {
  readonly network: string
  readonly listing?: ListingVerdict | null
}

/** Verifies and settles x402 payments (x402 v2, section 7). What it cannot answer it throws. */
export interface Facilitator {
  getSupported(): Promise<{ readonly kinds: readonly Kind[] }>
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettledPayment>
}

/** An endpoint of a facilitator. */
export type FacilitatorCall = 'supported' | 'verify' | 'settle'

/** A call that a facilitator did not answer, or answered with nothing about the payment. What it wrote is repeated to nobody. */
export class FacilitatorError extends Error {
  override readonly name = 'FacilitatorError'
  /** HTTP status; null where no answer came. */
  readonly status: number | null

  constructor(call: FacilitatorCall, status: number | null, cause?: unknown) {
    super(`the facilitator ${facilitatorTroubleText(call, status)}`, cause === undefined ? undefined : { cause })
    this.status = status
  }
}

const refusals: readonly number[] = [401, 403, 407]
/** Statuses that say that nobody looked at the payment, whatever the body says. */
const unread: readonly number[] = [...refusals, 404, 405, 408, 410, 421, 429]

/** Whether a status refuses who calls rather than the payment. */
export const refusesCredential = (status: number | null) => status !== null && refusals.includes(status)

/** What is wrong with an answer, as the rest of a sentence about the facilitator. */
export function facilitatorTroubleText(call: FacilitatorCall, status: number | null): string {
  if (status === null) return `does not respond to ${call}`
  if (refusesCredential(status)) return `refuses the credential of this server (status ${status} to ${call})`
  return `fails (status ${status} to ${call})`
}

const verifyMs = 5_000
const settleMs = 20_000
const longestAnswer = 65_536

export interface HttpFacilitatorOptions {
  readonly url: string
  readonly token: string | null
  readonly cdpKey?: CdpKey | null
}

/**
 * A facilitator over HTTP; `token` is sent as a bearer token, or a key of CDP signs one for each request. An answer counts only when it comes from that very address, in time, as the JSON object that was asked for;
 * anything else throws `FacilitatorError`.
 */
export function httpFacilitator({ url, token, cdpKey = null }: HttpFacilitatorOptions): Facilitator {
  const authorize = cdpKey === null ? bearerAuthorize(token) : cdpTokens(cdpKey, Date.now)
  const base = url.replace(/\/+$/, '')

  /** The answer as `read` takes it, which returns null where the object is not what was asked for. */
  async function answer<T>(
    call: FacilitatorCall,
    body: object | null,
    read: (value: Record<string, unknown>, from: Response) => T | null,
  ) {
    const method = body === null ? 'GET' : 'POST'
    const address = `${base}/${call}`
    let status: number | null = null
    try {
      const authorization = await authorize(method, new URL(address))
      const response = await fetch(address, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(call === 'settle' ? settleMs : verifyMs),
      })
      status = response.status
      const text = await response.text()
      // a refusal of the payment may come with other statuses below 500
      if (status < 500 && !unread.includes(status) && text.length <= longestAnswer) {
        const value: unknown = JSON.parse(text)
        const taken = typeof value === 'object' && value !== null ? read(value as Record<string, unknown>, response) : null
        if (taken !== null) return taken
      }
    } catch (error) {
      throw new FacilitatorError(call, status, error)
    }
    throw new FacilitatorError(call, status)
  }

  const asked = (paymentPayload: PaymentPayload, paymentRequirements: PaymentRequirements) => ({
    x402Version: 2,
    paymentPayload,
    paymentRequirements,
  })
  return {
    getSupported: () => answer('supported', null, ({ kinds }) => (Array.isArray(kinds) ? { kinds: kinds as Kind[] } : null)),
    verify: (payload, requirements) =>
      answer('verify', asked(payload, requirements), (verified) =>
        typeof verified['isValid'] === 'boolean' ? (verified as unknown as VerifyResponse) : null,
      ),
    settle: (payload, requirements) =>
      answer('settle', asked(payload, requirements), (settled, { headers }) =>
        typeof settled['success'] !== 'boolean' || (settled['success'] && !isText(settled['transaction']))
          ? null
          : { ...(settled as unknown as SettledPayment), listing: listingVerdict(headers.get('extension-responses')) },
      ),
  }
}

/** Statuses by which a facilitator calls a payment malformed: it has read it. */
const malformed: readonly (number | null)[] = [400, 422]

/** Asks a facilitator about a payment that nobody can settle. Throws where it does not look at it, such as for our credential. */
export async function probePayments(
  facilitator: Pick<Facilitator, 'verify'>,
  terms: Pick<PaymentTerms, 'networks'>,
): Promise<void> {
  await facilitator.verify(...unpayableProbe(terms)).catch((error: unknown) => {
    if (!(error instanceof FacilitatorError && malformed.includes(error.status))) throw error
  })
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
