import { limitHeaderNames } from './header-names.ts'

/**
 * Answer headers a page may read beside the few it always may: all that say something to a caller. Without them it can neither pay (@x402
 * reads PAYMENT-REQUIRED and PAYMENT-RESPONSE, mppx WWW-Authenticate) nor see what is left of its calls.
 */
const exposed: ReadonlySet<string> = new Set([
  'PAYMENT-REQUIRED',
  'X-Payment-Requirements',
  'PAYMENT-RESPONSE',
  'Payment-Receipt',
  'WWW-Authenticate',
  'Retry-After',
  'Allow',
  'ETag',
  'X-Edition',
  'Briefing-Freshness',
  'Briefing-Signature',
  'Briefing-Balance',
  'X-Request-Id',
  'X-Service-Tier',
  ...limitHeaderNames,
])

/**
 * The headers of an answer, a flat list of names and values, with the list of those that a page of another origin may read. It names what
 * the answer has: all names there are would take a tenth of the buffer of a proxy.
 */
export function withExposedHeaders(headers: readonly string[]): string[] {
  const names = headers.filter((name, at) => at % 2 === 0 && exposed.has(name))
  return [...headers, 'Access-Control-Expose-Headers', names.join(', ')]
}

/**
 * Sent with every answer, as a flat list of names and values. An answer of the API loads nothing, is framed by nothing, tells nothing. Pages
 * of any origin may read it: a key or a payment says who calls. The cookie of a browser's session reads pages alone, and only where the
 * browser opens one to look at it: what a script of another origin fetches never has it, and `*` gives out no answer to a request with cookies.
 */
export const securityHeaders = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Access-Control-Allow-Origin',
  '*',
] as const

/** The same with other values for some of them, by name. */
export function securityHeadersWith(instead: Readonly<Record<string, string>>): string[] {
  return securityHeaders.map((text, at) => (at % 2 === 1 ? (instead[securityHeaders[at - 1]!] ?? text) : text))
}

/**
 * Request headers a page may send: all of them. Only a key or a payment entitles a script, and a page that knows one may send it; no cookie is
 * read of what a script fetches, so no header can borrow the rights of the person in front of the browser. A list would refuse a buyer with every header its library
 * gains: hooks of @x402/fetch add further headers, tracers `traceparent`, `tracestate` and `baggage`, signers of requests three more.
 * `*` means the same as to repeat what the preflight asks for, since a request with cookies is refused in any case (`Allow-Origin: *`); it
 * repeats no byte of a caller, and is one answer for all.
 *
 * `*` leaves out Authorization (Fetch standard, "CORS non-wildcard request-header name"). The other names are for browsers before 2022, which
 * take `*` for a name, and for whoever reads the list:
 *
 * - Authorization: a key, and the credential of MPP; X-API-Key: a key
 * - PAYMENT-SIGNATURE: x402 version 2; X-PAYMENT: version 1, which some clients still send
 * - Access-Control-Expose-Headers: @x402/fetch and @x402/axios 2.27 put it on the request that pays, though it belongs on an answer
 * - Accept-Payment: mppx 0.11 puts it on every request
 * - Accept where it is long; If-None-Match: the typed client of this project, and whoever keeps documents
 */
const allowed = [
  '*',
  'Authorization',
  'X-API-Key',
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
  'Access-Control-Expose-Headers',
  'Accept-Payment',
  'Accept',
  'If-None-Match',
]

/**
 * What a browser asks before it sends a header of the page (the CORS preflight of the Fetch standard), as a flat list. Every path answers
 * alike, an unknown one too: a browser that is refused here tells the page nothing, and what is wrong is in the answer that follows.
 */
export function preflightHeaders(methods: readonly string[]): string[] {
  return [
    'Access-Control-Allow-Methods',
    methods.join(', '),
    'Access-Control-Allow-Headers',
    allowed.join(', '),
    'Access-Control-Max-Age',
    '86400',
  ]
}
