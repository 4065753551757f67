import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** What a request brings to say who calls. */
export type PresentedKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  /** Something that was meant as a key and cannot be one; `why` is for the caller. */
  | { readonly kind: 'unreadable'; readonly why: string }

/** Nobody sends a list of more by mistake. */
const mostPieces = 16
const credentialHeaders = ['authorization', 'x-api-key', 'payment-signature', 'x-payment'] as const

/**
 * Drops the headers of credentials that carry none, so that everything after reads them as absent: clients and proxies send a variable that is
 * not set as an empty header. A scheme alone, such as `Bearer`, stays where nothing else says who calls or pays, and is refused with its reason.
 */
export function dropEmptyCredentials({ headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>): void {
  for (const name of credentialHeaders) {
    const joined = headers[name] as string | undefined
    if (joined === undefined || (joined.trim() !== '' && !joined.includes(','))) continue
    const pieces = headersDistinct[name]!.flatMap((line) => (name === 'authorization' ? line : line.split(',', mostPieces)))
    if (pieces.length >= mostPieces) continue
    const filled = pieces.filter((value) => value.trim() !== '')
    if (filled.length === 0) delete headers[name]
    else if (filled.length === 1) headers[name] = filled[0]
  }
  const { authorization } = headers
  const isSchemeAlone = authorization !== undefined && /^(?:bearer|basic|payment)\s*$/i.test(authorization)
  if (isSchemeAlone && credentialHeaders.some((name) => name !== 'authorization' && headers[name] !== undefined))
    delete headers.authorization
}

const none: PresentedKey = { kind: 'none' }
const unreadable = (why: string): PresentedKey => ({ kind: 'unreadable', why })

/**
 * The key of a request: `Authorization: Bearer KEY`, `X-API-Key: KEY`, or HTTP Basic with the key as user name and an empty password.
 * `Authorization: Payment` is a payment, not a key.
 */
export function presentedKey(headers: IncomingHttpHeaders): PresentedKey {
  const named = headers['x-api-key'] as string | undefined
  const { authorization } = headers
  if (authorization === undefined) return named === undefined ? none : readKey(named)
  // a tab, which some clients and editors put after the scheme, means the same as a space
  const end = /^[^ \t]*/.exec(authorization)![0].length
  const scheme = authorization.slice(0, end).toLowerCase()
  if (scheme === 'payment') return named === undefined ? none : readKey(named)
  const presented = authorized(scheme, authorization.slice(end).trim())
  if (named === undefined || presented.kind !== 'key' || presented.key === named.trim()) return presented
  return unreadable('Authorization and X-API-Key carry two different keys. Send only one.')
}

function authorized(scheme: string, rest: string): PresentedKey {
  if (scheme === 'bearer') return readKey(rest)
  if (scheme === 'basic') return readBasic(rest)
  if (rest === '') return unreadable('The Authorization header has a key but no scheme. Write "Authorization: Bearer KEY".')
  return unreadable('The Authorization header has an unsupported scheme. Write "Authorization: Bearer KEY".')
}

/** Anything beside the key would be a password that is not looked at, or a key in the wrong place. */
function readBasic(rest: string): PresentedKey {
  const pair = Buffer.from(rest, 'base64').toString('latin1')
  const colon = pair.indexOf(':')
  if (colon > 0 && colon === pair.length - 1) return readKey(pair.slice(0, -1))
  return unreadable(
    'With HTTP Basic, send the key as the user name and an empty password, as curl -u KEY: does, or write "Authorization: Bearer KEY".',
  )
}

function readKey(text: string): PresentedKey {
  const key = text.trim()
  if (key === '') return unreadable('The key is empty. Write "Authorization: Bearer KEY" or "X-API-Key: KEY".')
  return { kind: 'key', key }
}
