/** A header whose value is text, as OpenAPI describes it. */
const text = (description: string) => ({ schema: { type: 'string', description } })

/** Headers of answers that tell a client something, by name. */
export const responseHeaders = {
  ETag: text('Entity tag of the document in the content coding sent.'),
  Link: text('Where the description, the reference, the catalogue of the interface and its health are (RFC 8288).'),
  'X-Edition': text('The edition the response was served from.'),
  'Briefing-Freshness': text(
    'How fresh the document is now (fresh, late, stale, or past for a day that was asked for) and the day it is as of, such as `stale; as-of=2026-07-23`: its bytes say how fresh it was when it was written. Otherwise, how fresh the edition is.',
  ),
  'Briefing-Signature': text(
    'A detached JWS (RFC 7515, EdDSA) of the fingerprint of the document, such as `eyJ...`, two dots, and the signature; `/.well-known/jwks.json` has the keys.',
  ),
  'X-Request-Id': text('Id of the request; quote it when reporting a problem.'),
  'X-RateLimit-Limit': text('With a key: the limit of the window closest to being used up. For a paid call: 1.'),
  'X-RateLimit-Remaining': text('With a key: calls left in that window. For a paid call: 0.'),
  'X-RateLimit-Reset': text(
    'With a key: when that window ends, in seconds since 1970. For a paid call: the time of the response, since another payment buys another call immediately.',
  ),
  'RateLimit-Policy': text('With a key: every limit of its plan, as in the IETF draft: `q` calls per window of `w` seconds.'),
  RateLimit: text(
    'With a key: the window closest to being used up, as in that draft: `r` calls left, `t` seconds until it ends.',
  ),
  'X-Service-Tier': text('The plan of the key, or `paid`.'),
  'Retry-After': text('Seconds to wait before retrying.'),
  'WWW-Authenticate': text('On 401, how to send a key; on 402, a new MPP 1.0 challenge (scheme Payment).'),
  'PAYMENT-REQUIRED': text('The x402 version 2 payment requirements, base64 JSON.'),
  'X-Payment-Requirements': text('What pays of them, under the older header name: URL and `accepts`, base64 JSON.'),
  'Briefing-Balance': text(
    'For a call paid from a balance: dollars that are left and when it ends, such as `left=0.96; ends=2026-11-27T12:00:00Z`.',
  ),
  'PAYMENT-RESPONSE': text('For a call paid by x402: the settlement, base64 JSON.'),
  'Payment-Receipt': text('For a call paid by MPP: the receipt, base64url JSON.'),
} as const

export type ResponseHeader = keyof typeof responseHeaders

/** Headers of refusals by status, beside the request's id. */
export const refusalHeaders: Readonly<Partial<Record<number, readonly ResponseHeader[]>>> = {
  401: ['WWW-Authenticate'],
  402: ['PAYMENT-REQUIRED', 'X-Payment-Requirements', 'WWW-Authenticate'],
  429: ['Retry-After', 'X-Service-Tier'],
  503: ['Retry-After'],
}

/** A component of the description, where it is used. */
export const referenceTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** Some of them: which of them an answer has depends on who asked. */
export function headersNamed(names: readonly ResponseHeader[]) {
  return Object.fromEntries(names.map((name) => [name, referenceTo('headers', name)]))
}
