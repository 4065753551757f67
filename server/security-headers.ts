/** Sent with every answer, as a flat list of names and values. An answer of the API loads nothing, is framed by nothing, tells nothing. */
export const securityHeaders = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
] as const
