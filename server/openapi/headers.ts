const text = (description: string) => ({ schema: { type: 'string', description } })

/** Headers of answers that tell a client something, by name. */
export const headers = {
  ETag: text('Entity tag of the document in the coding sent.'),
  'X-Edition': text('The edition the answer comes from.'),
  'X-Request-Id': text('Names the request; say it when reporting trouble.'),
  'X-RateLimit-Limit': text('To a key: calls of the window that will be full first. To a paid call: 1.'),
  'X-RateLimit-Remaining': text('To a key: calls left in it. To a paid call: 0.'),
  'X-RateLimit-Reset': text(
    'To a key: when it ends, seconds since 1970. To a paid call: the moment of the answer, for another payment buys another call at once.',
  ),
  'RateLimit-Policy': text(
    'To a key: every limit of its plan, as the draft of the IETF says it: calls `q` in windows of `w` seconds.',
  ),
  RateLimit: text(
    'To a key: the window that will be full first, as that draft says it: calls left `r`, seconds until it ends `t`.',
  ),
  'X-Service-Tier': text('The plan of the key, or `paid`.'),
  'Retry-After': text('Seconds to wait before asking again.'),
  'WWW-Authenticate': text('On 401 how to send a key; on 402 a challenge of MPP 1.0 (scheme Payment), each its own.'),
  'PAYMENT-REQUIRED': text('What x402 version 2 asks for: base64 JSON.'),
  'X-Payment-Requirements': text('The same under its older name.'),
  'PAYMENT-RESPONSE': text('To a call paid by x402: how it was settled, base64 JSON.'),
  'Payment-Receipt': text('To a call paid by MPP: the receipt, base64url JSON.'),
} as const

export type ResponseHeader = keyof typeof headers

/** Headers of refusals by status, beside the request's id. */
export const refusalHeaders: Readonly<Partial<Record<number, readonly ResponseHeader[]>>> = {
  401: ['WWW-Authenticate'],
  402: ['PAYMENT-REQUIRED', 'X-Payment-Requirements', 'WWW-Authenticate'],
  429: ['Retry-After', 'X-Service-Tier'],
  503: ['Retry-After'],
}

/** Some of them: which of them an answer has depends on who asked. */
export function headersNamed(names: readonly ResponseHeader[]) {
  return Object.fromEntries(names.map((name) => [name, headers[name]]))
}
