import { limitHeaderNames } from './limits/header-names.ts'

/**
 * Headers a browser's client may read beside the few it always may: without them a page can neither pay nor see what is left of its calls.
 */
const exposed = [
  'PAYMENT-REQUIRED',
  'X-Payment-Requirements',
  'PAYMENT-RESPONSE',
  'Payment-Receipt',
  'WWW-Authenticate',
  'Retry-After',
  'ETag',
  'X-Edition',
  'X-Request-Id',
  'X-Service-Tier',
  ...limitHeaderNames,
]

/**
 * Sent with every answer, as a flat list of names and values. An answer of the API loads nothing, is framed by nothing, tells nothing. Pages
 * of any origin may read it: who calls is told by a key or a payment, never by a cookie.
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
  'Access-Control-Expose-Headers',
  exposed.join(', '),
] as const

/** What a browser asks before it sends a key or a payment (the CORS preflight of the Fetch standard), as a flat list. */
export function preflightHeaders(methods: readonly string[]): string[] {
  return [
    'Access-Control-Allow-Methods',
    methods.join(', '),
    'Access-Control-Allow-Headers',
    'Authorization, X-API-Key, PAYMENT-SIGNATURE, X-PAYMENT, Accept, If-None-Match',
    'Access-Control-Max-Age',
    '86400',
  ]
}
