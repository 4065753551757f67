import type { Upstream } from '../../data/upstreams.ts'
import { UpstreamError } from '../errors.ts'
import { BodyFault } from './body.ts'

/*
 * The errors of the wire. They take facts only, never the error underneath: those may hold the address as sent, with its credential.
 */

const again = 'It is retried automatically; if this persists, check the status of the upstream.'

/** Host and path tell which request it was; the query may be long and is not needed for that. */
function failure(
  code: string,
  upstream: Upstream,
  url: URL,
  what: string,
  { next = again, ...facts }: Readonly<Record<string, string | number>> = {},
  waitMs?: number,
): UpstreamError {
  const message = `${upstream.name} ${what} (${url.host}${url.pathname}). ${next}`
  return new UpstreamError(code, message, { upstream: upstream.id, host: url.host, ...facts }, waitMs)
}

export function tooSlow(upstream: Upstream, url: URL, timeoutMs: number): UpstreamError {
  return failure('UPSTREAM_TOO_SLOW', upstream, url, `did not finish its response within ${timeoutMs / 1_000} s`)
}

export function tooLarge(upstream: Upstream, url: URL, maxBytes: number): UpstreamError {
  const next = 'Nothing was stored. Request less per call, or raise the limit.'
  return failure('UPSTREAM_TOO_LARGE', upstream, url, `sent more than ${maxBytes} bytes`, { next, max_bytes: maxBytes })
}

export function resting(upstream: Upstream, restMs: number): UpstreamError {
  const seconds = Math.ceil(restMs / 1_000)
  const rest = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
  return new UpstreamError(
    'UPSTREAM_RESTING',
    `${upstream.name} refused a request or keeps failing; requests are suspended for another ${rest}. Retry after that.`,
    { upstream: upstream.id },
    restMs,
  )
}

/** 401, 403, 408, 425, 429, 5xx, and statuses no GET of ours should see. */
export function unwantedStatus(upstream: Upstream, url: URL, status: number, waitMs: number | undefined): UpstreamError {
  const next = waitMs === undefined ? again : `It is retried after ${Math.ceil(waitMs / 1_000)} s.`
  const code = status === 403 || status === 429 ? 'UPSTREAM_REFUSED' : 'UPSTREAM_FAILED'
  return failure(code, upstream, url, `answered ${status}`, { next, status }, waitMs)
}

export function tooManyRedirects(upstream: Upstream, url: URL, most: number): UpstreamError {
  const next = 'Correct the URL planned by the feed.'
  return failure('UPSTREAM_REDIRECTED', upstream, url, `redirected us more than ${most} times`, { next })
}

export function credentialEchoed(upstream: Upstream, url: URL): UpstreamError {
  const next = `The response was not stored. Check ${upstream.credential?.setting}.`
  return failure('UPSTREAM_ECHOED_CREDENTIAL', upstream, url, 'returned our credential in the response body', { next })
}

/**
 * The error for a fault of the connection or of the body; undefined for an error that is neither (ours, then).
 * `headersSeen`: whether the answer had begun.
 */
export function wireFault(
  upstream: Upstream,
  url: URL,
  error: unknown,
  headersSeen: boolean,
  maxBytes: number,
): UpstreamError | undefined {
  if (error instanceof BodyFault) {
    if (error.kind === 'too_large') return tooLarge(upstream, url, maxBytes)
    return failure('UPSTREAM_DAMAGED', upstream, url, 'sent a body in a content coding we did not request')
  }
  const reason = codeOf(error)
  if (reason === undefined || reason === 'UND_ERR_INVALID_ARG') return undefined
  // A compressed body that ends early is cut short like any other; all other complaints of zlib mean damage.
  if (reason !== 'Z_BUF_ERROR' && /^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/.test(reason))
    return failure('UPSTREAM_DAMAGED', upstream, url, 'sent a body that cannot be decompressed', { reason })
  if (headersSeen) return failure('UPSTREAM_CUT_SHORT', upstream, url, 'sent an incomplete response', { reason })
  return new UpstreamError(
    'UPSTREAM_UNREACHABLE',
    `${upstream.name} could not be reached (${url.host}). It is retried automatically; if this persists, check the network.`,
    { upstream: upstream.id, host: url.host, reason },
  )
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  // undici gives this one a code for some complaints of its parser only.
  return error.name === 'HTTPParserError' ? 'HPE' : undefined
}
