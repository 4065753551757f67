import type { Upstream } from '../../data/upstreams.ts'
import { UpstreamError } from '../errors.ts'
import { BodyFault } from './body.ts'

/*
 * The errors of the wire. They take facts only, never the error underneath: those may hold the address as sent, with its credential.
 */

/** Host and path tell which request it was; the query may be long and is not needed for that. */
function place(url: URL): string {
  return `${url.host}${url.pathname}`
}

const again = 'It is asked again by itself; if it stays so, look at the state of the upstream.'

export function tooSlow(upstream: Upstream, url: URL, timeoutMs: number): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_TOO_SLOW',
    `${upstream.name} did not answer whole within ${timeoutMs / 1_000} s (${place(url)}). ${again}`,
    { upstream: upstream.id, host: url.host },
  )
}

export function tooLarge(upstream: Upstream, url: URL, maxBytes: number): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_TOO_LARGE',
    `${upstream.name} sent more than ${maxBytes} bytes (${place(url)}); nothing of it was kept. Ask for less at once, or raise the limit.`,
    { upstream: upstream.id, host: url.host, max_bytes: maxBytes },
  )
}

export function resting(upstream: Upstream, restMs: number): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_RESTING',
    `${upstream.name} refused us or keeps failing and is left alone for another ${Math.ceil(restMs / 1_000)} s. Ask again then.`,
    { upstream: upstream.id },
    restMs,
  )
}

/** 401, 403, 408, 425, 429, 5xx, and statuses no GET of ours should see. */
export function unwantedStatus(upstream: Upstream, url: URL, status: number, waitMs: number | undefined): UpstreamError {
  const wait = waitMs === undefined ? again : `It is asked again after ${Math.ceil(waitMs / 1_000)} s.`
  return new UpstreamError(
    status === 403 || status === 429 ? 'UPSTREAM_REFUSED' : 'UPSTREAM_FAILED',
    `${upstream.name} answered ${status} (${place(url)}). ${wait}`,
    { upstream: upstream.id, host: url.host, status },
    waitMs,
  )
}

export function tooManyRedirects(upstream: Upstream, url: URL, most: number): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_REDIRECTED',
    `${upstream.name} sent us on more than ${most} times (${place(url)}). Correct the address the feed plans.`,
    { upstream: upstream.id, host: url.host },
  )
}

export function credentialEchoed(upstream: Upstream, url: URL): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_ECHOED_CREDENTIAL',
    `${upstream.name} answered with our credential in the body (${place(url)}); the answer was not kept. Check ${upstream.credential?.setting}.`,
    { upstream: upstream.id, host: url.host },
  )
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
    return new UpstreamError(
      'UPSTREAM_DAMAGED',
      `${upstream.name} sent a body in a coding we did not ask for (${place(url)}). ${again}`,
      { upstream: upstream.id, host: url.host },
    )
  }
  const code = codeOf(error)
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') return undefined
  const facts = { upstream: upstream.id, host: url.host, reason: code }
  // A compressed body that ends early is cut short like any other; all other complaints of zlib mean damage.
  if (code !== 'Z_BUF_ERROR' && /^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/.test(code))
    return new UpstreamError(
      'UPSTREAM_DAMAGED',
      `${upstream.name} sent a body that does not unpack (${place(url)}). ${again}`,
      facts,
    )
  if (headersSeen)
    return new UpstreamError(
      'UPSTREAM_CUT_SHORT',
      `${upstream.name} sent less than a whole answer (${place(url)}). ${again}`,
      facts,
    )
  return new UpstreamError(
    'UPSTREAM_UNREACHABLE',
    `${upstream.name} could not be reached (${url.host}). It is asked again by itself; if it stays so, check the network.`,
    facts,
  )
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  // undici gives this one a code for some complaints of its parser only.
  return error.name === 'HTTPParserError' ? 'HPE' : undefined
}
