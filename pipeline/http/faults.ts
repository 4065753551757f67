import type { Upstream } from '../../data/upstreams.ts'
import { NotFoundError, ParseError, UpstreamError } from '../errors.ts'
import { isoTime } from '../time/day.ts'
import { BodyFault } from './body.ts'
import type { Refusal } from './refusals.ts'

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
  { next = again, quote = '', ...facts }: Readonly<Record<string, string | number>> = {},
  waitMs?: number,
): UpstreamError {
  const message = `${upstream.name} ${what} (${url.host}${url.pathname})${quote === '' ? '' : `: ${quote}`}. ${next}`
  return new UpstreamError(code, message, { upstream: upstream.id, host: url.host, what, ...facts }, waitMs)
}

export function tooSlowError(upstream: Upstream, url: URL, timeoutMs: number): UpstreamError {
  return failure('UPSTREAM_TOO_SLOW', upstream, url, `did not finish its response within ${timeoutMs / 1_000} s`)
}

export function tooLargeError(upstream: Upstream, url: URL, maxBytes: number): UpstreamError {
  const next = 'Nothing was stored. Request less per call, or raise the limit.'
  return failure('UPSTREAM_TOO_LARGE', upstream, url, `sent more than ${maxBytes} bytes`, { next, max_bytes: maxBytes })
}

/** What an error of this file says the upstream did, such as "refuses our requests (HTTP 403)". */
export function faultDescription({ facts, code }: UpstreamError): string {
  return typeof facts['what'] === 'string' ? facts['what'] : `fails (${code})`
}

/** `what` it did, in words; `until` is the time of the next request, in milliseconds since 1970 UTC. */
export function restingError(upstream: Upstream, what: string, restMs: number, until: number): UpstreamError {
  const seconds = Math.ceil(restMs / 1_000)
  const rest = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
  const message = `${upstream.name} ${what}; requests are suspended for ${rest} (until ${new Date(until).toISOString().slice(11, 16)} UTC).`
  return new UpstreamError('UPSTREAM_RESTING', message, { upstream: upstream.id, what }, restMs)
}

/** 401, 403, 408, 425, 429, 5xx, and statuses no GET of ours should see; `quote`: the first words of the body. */
export function unwantedStatusError(
  upstream: Upstream,
  url: URL,
  status: number,
  waitMs: number | undefined,
  quote = '',
): UpstreamError {
  const retry = waitMs === undefined ? again : `It is retried after ${Math.ceil(waitMs / 1_000)} s.`
  const next = [401, 403].includes(status) ? `${settingToCheck(upstream)}${retry}` : retry
  const code = [401, 403, 429].includes(status) ? 'UPSTREAM_REFUSED' : 'UPSTREAM_FAILED'
  return failure(code, upstream, url, `${statusWords(status)} (HTTP ${status})`, { next, status, quote }, waitMs)
}

/** An answer without data, whatever its status, with its first words; `waitMs`: how long requests to the upstream are suspended. */
export function refusedError(
  upstream: Upstream,
  url: URL,
  { means, status, what }: Refusal,
  waitMs: number,
  quote: string,
): UpstreamError {
  const setting = means === 'key' ? settingToCheck(upstream) : ''
  const next = `Nothing was stored. ${setting}It is retried after ${Math.ceil(waitMs / 60_000)} minutes.`
  return failure('UPSTREAM_REFUSED', upstream, url, what, { next, quote, status, means }, waitMs)
}

/** The same of a body that is a recording: made by others, by an earlier version, or kept because it is not to be requested again. */
export function replayedRefusalError(upstream: Upstream, feed: string, { means, what }: Refusal, quote: string): ParseError {
  const codes = { 'not-yet': 'UPSTREAM_NOT_YET', 'not-in-plan': notInPlanError } as const
  const code = means in codes ? codes[means as keyof typeof codes] : 'UPSTREAM_REFUSED'
  const setting = means === 'key' ? settingToCheck(upstream) : ''
  const next = code === notInPlanError ? 'It is not requested again unless this is dismissed.' : 'Nothing of it was loaded.'
  return new ParseError(code, `${feed}: ${upstream.name} ${what}: ${quote}. ${setting}${next}`, { feed, upstream: upstream.id })
}

function settingToCheck({ credential }: Upstream): string {
  return credential === null ? '' : `Check ${credential.setting}. `
}

/** Code of what an upstream never gives to our key. */
export const notInPlanError = 'UPSTREAM_NOT_IN_PLAN'

/** What an upstream releases later; it is not asked for at this address before `until`, in milliseconds since 1970 UTC. */
export function notYetReleasedError({ id, name }: Upstream, url: URL, { what }: Refusal, until: number): NotFoundError {
  const message = `${name} ${what} (${url.host}${url.pathname}). It is retried after ${isoTime(until)}.`
  return new NotFoundError('UPSTREAM_NOT_YET', message, { upstream: id, host: url.host })
}

function statusWords(status: number): string {
  if (status === 401) return 'does not accept our credential'
  if (status === 403) return 'refuses our requests'
  if (status === 429) return 'received more requests than it allows'
  if (status >= 500) return 'has a server error'
  return 'sent a status that is not an answer'
}

export function tooManyRedirectsError(upstream: Upstream, url: URL, most: number): UpstreamError {
  const next = 'Correct the URL planned by the feed.'
  return failure('UPSTREAM_REDIRECTED', upstream, url, `redirected us more than ${most} times`, { next })
}

export function credentialEchoedError(upstream: Upstream, url: URL): UpstreamError {
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
    if (error.kind === 'too_large') return tooLargeError(upstream, url, maxBytes)
    return failure('UPSTREAM_DAMAGED', upstream, url, 'sent a body in a content coding we did not request')
  }
  const reason = codeOf(error)
  if (reason === undefined || reason === 'UND_ERR_INVALID_ARG') return undefined
  // A compressed body that ends early is truncated like any other; all other complaints of zlib mean damage.
  if (reason !== 'Z_BUF_ERROR' && /^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/.test(reason))
    return failure('UPSTREAM_DAMAGED', upstream, url, 'sent a body that cannot be decompressed', { reason })
  if (headersSeen) return failure('UPSTREAM_CUT_SHORT', upstream, url, 'sent an incomplete response', { reason })
  const [, happened, next] = causes.find(([code]) => code.test(reason))!
  const what = `could not be reached: ${happened(url.host)} (${reason})`
  const message = `${upstream.name} ${what}. It is retried automatically; if this persists, check ${next}.`
  return new UpstreamError('UPSTREAM_UNREACHABLE', message, { upstream: upstream.id, host: url.host, what, reason })
}

const network = 'the network of this machine'
/** Why there was no answer of a host, by the code of the error (Node's, OpenSSL's or undici's), and what to check; the first that fits counts. */
const causes: readonly (readonly [code: RegExp, happened: (host: string) => string, next: string])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/, (host) => `the name ${host} does not resolve`, `DNS and ${network}`],
  [/^ECONNREFUSED$/, (host) => `nothing accepts connections at ${host}`, 'the status of the upstream and the firewall'],
  [/TIMEDOUT|_TIMEOUT$/, (host) => `${host} did not accept a connection in time`, network],
  [/^E(HOST|NET)(UNREACH|DOWN)$/, (host) => `there is no route to ${host}`, network],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    (host) => `the TLS certificate of ${host} is not valid today`,
    'the clock of this machine',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, (host) => `the TLS certificate is not for ${host}`, `${network} for a proxy`],
  [
    /CERT|SIGNATURE|ISSUER/,
    (host) => `the TLS certificate of ${host} is not trusted`,
    `${network} for a proxy, and NODE_EXTRA_CA_CERTS`,
  ],
  [/^(ERR_TLS|ERR_SSL|EPROTO)/, (host) => `no TLS connection to ${host} could be made`, network],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    (host) => `${host} closed the connection without an answer`,
    'the status of the upstream',
  ],
  [/^HPE/, (host) => `${host} did not answer in HTTP`, `${network} for a proxy`],
  [/^/, (host) => `the connection to ${host} failed`, network],
]

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  // undici gives this one a code for some complaints of its parser only.
  return error.name === 'HTTPParserError' ? 'HPE' : undefined
}
