import type { IncomingHttpHeaders } from 'node:http'

/** What a request brings to say who calls. */
export type PresentedKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  /** Something that was meant as a key and cannot be one; `why` is for the caller. */
  | { readonly kind: 'unreadable'; readonly why: string }

const none: PresentedKey = { kind: 'none' }
const unreadable = (why: string): PresentedKey => ({ kind: 'unreadable', why })

/**
 * The key of a request: `Authorization: Bearer KEY`, `X-API-Key: KEY`, or HTTP Basic with the key as user name and no password.
 * `Authorization: Payment` is a payment, not a key.
 */
export function presentedKey(headers: IncomingHttpHeaders): PresentedKey {
  const named = headers['x-api-key'] as string | undefined
  const { authorization } = headers
  if (authorization === undefined) return named === undefined ? none : readKey(named)
  const space = authorization.indexOf(' ')
  const scheme = (space === -1 ? authorization : authorization.slice(0, space)).toLowerCase()
  if (scheme === 'payment') return named === undefined ? none : readKey(named)
  const found = authorized(scheme, space === -1 ? '' : authorization.slice(space + 1).trim())
  if (named === undefined || found.kind !== 'key' || found.key === named.trim()) return found
  return unreadable('Two different keys were sent, in Authorization and in X-API-Key. Send one.')
}

function authorized(scheme: string, rest: string): PresentedKey {
  if (scheme === 'bearer') return readKey(rest)
  if (scheme === 'basic') {
    const text = Buffer.from(rest, 'base64').toString('latin1')
    const colon = text.indexOf(':')
    return readKey(colon === -1 ? text : text.slice(0, colon))
  }
  if (rest === '') return unreadable('The header Authorization holds a key without a scheme. Write "Authorization: Bearer KEY".')
  return unreadable('The header Authorization has a scheme this server does not know. Write "Authorization: Bearer KEY".')
}

function readKey(text: string): PresentedKey {
  const key = text.trim()
  if (key === '') return unreadable('The key is empty. Write "Authorization: Bearer KEY" or "X-API-Key: KEY".')
  return { kind: 'key', key }
}
