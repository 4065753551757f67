import { Agent, type Dispatcher, request as send } from 'undici'
import { type Upstream, type UpstreamId, upstreams } from '../../data/upstreams.ts'
import { BriefingError, InputError, NotFoundError, UpstreamError } from '../errors.ts'
import { dayOf } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'
import { redirectAddress, requestAddress } from './address.ts'
import { acceptEncoding, discardBody, readBeginning, readBody } from './body.ts'
import { type CircuitBreaker, circuitBreaker } from './breaker.ts'
import { type TokenBucket, tokenBucket } from './bucket.ts'
import { type Credential, credentialOf } from './credentials.ts'
import {
  credentialEchoedError,
  faultDescription,
  notYetReleasedError,
  refusedError,
  restingError,
  tooLargeError,
  tooManyRedirectsError,
  tooSlowError,
  unwantedStatusError,
  wireFault,
} from './faults.ts'
import { bodyExcerpt, type Refusal, refusalIn, refusalScanBytes, restAfterUnauthorized } from './refusals.ts'
import type { FeedRequest, RawResponse, Transport, Validators } from './request.ts'
import type { UpstreamRests } from './rests.ts'
import { systemTimer, type Timer } from './timer.ts'

/** What an operator may set differently for an upstream, such as this process's share of its rate. */
export type LimitOverride = Partial<Pick<Upstream, 'perSecond' | 'concurrency' | 'restAfterRefusalMs'>>

/** Limits are those of an upstream, however many processes ask it. */
export interface SharedLimits {
  /** How many processes there are, at least 1. Each keeps to its share of every rate. */
  processes(): number
  /** Resolves when that is known; nothing is sent before. */
  readonly counted: Promise<void>
  /** Refusals that any of them met. */
  readonly rests: UpstreamRests
}

export interface LiveOptions {
  /** By the setting names of `data/upstreams.ts`. */
  readonly credentials: ReadonlyMap<string, string>
  /** Wall clock, milliseconds since 1970 UTC: stamps `at` and reads dates in Retry-After. Limits run on `timer`. */
  readonly clock: () => number
  readonly limits?: Partial<Record<UpstreamId, LimitOverride>>
  /** What the processes that ask the same upstreams share; none do where left out. */
  readonly shared?: SharedLimits | undefined
  /** Most bytes of a body, on the wire and unpacked alike. Default 64 MiB. */
  readonly maxBytes?: number
  /** From sending a request to its last byte, not counting the wait for a token. Default 60,000. */
  readonly timeoutMs?: number
  readonly dispatcher?: Dispatcher
  readonly timer?: Timer
  /** The address really connected to; tests send every upstream to a loopback origin. */
  readonly rewrite?: (url: URL) => URL
}

export interface LiveTransport extends Transport {
  readonly name: 'live'
  /** Closes the connections it opened; a given dispatcher is left to its owner. */
  close(): Promise<void>
}

/**
 * One at a time: SEC counts to 10 and FRED to 2 in any second of their clocks, and requests that leave evenly spaced stay under that
 * through jitter and through a restart, where a second's worth in one burst does not. Sustained throughput is the same.
 */
const burst = 1
const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** About the wire rather than the body we keep, or about a session we do not have. */
const droppedHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
])

interface Gate {
  readonly upstream: Upstream
  readonly bucket: TokenBucket
  readonly breaker: CircuitBreaker
  /** Why it rests, in words. */
  trouble: string
  /** Addresses of what it has not released yet, with the time before which they are not requested. */
  readonly notBefore: Map<string, { readonly until: number; readonly error: NotFoundError }>
  /** Addresses that this transport has read with a secret credential: what another one was answered says nothing of them. */
  readonly ownReads: Set<string>
}

/**
 * The transport to the real upstreams: https GET to the upstream's own hosts only, credential added on the wire, one token bucket and one
 * breaker per upstream, shared by all its feeds (make one transport per process). No retry happens here. Every request that leaves, each
 * step of a redirect included, takes a token. After a 401, 403 or 429, and after an answer of any status that is a refusal by its words
 * (`refusals.ts`), requests to the upstream are suspended for `restAfterRefusalMs` or its Retry-After, whichever is longer: none leaves, and
 * those that wait or arrive fail immediately with UPSTREAM_RESTING and `retryAfterMs`. The same applies when the upstream fails three times in a
 * row over ten seconds or more. Data that is not released yet is not requested again before midnight in New York, and suspends nothing.
 *
 * Validators are sent to the address asked, never to where it redirects, and under a secret credential only for what this transport has
 * read itself. A 304 without them is an error.
 *
 * Resolves and throws as `Transport` says. The body is the content with its coding (gzip, br) undone; headers that speak of the wire are
 * left out. When the caller's signal aborts, its reason is thrown. `InputError`: CREDENTIAL_MISSING, CREDENTIAL_INVALID, ADDRESS_REFUSED,
 * UPSTREAM_UNKNOWN, LIMIT_INVALID.
 */
export function liveTransport(options: LiveOptions): LiveTransport {
  const { credentials, clock, shared, limits = {}, maxBytes = 64 * 1024 * 1024, timeoutMs = 60_000 } = options
  const { timer = systemTimer, rewrite = (url: URL) => url } = options
  const agent = options.dispatcher === undefined ? new Agent() : null
  const dispatcher = options.dispatcher ?? (agent as Agent)

  const gates = new Map<string, Gate>()
  for (const row of upstreams) {
    const upstream: Upstream = { ...row, ...limits[row.id] }
    const { perSecond, concurrency } = upstream
    const sharedBy = () => shared?.processes() ?? 1
    const bucket = tokenBucket({ perSecond, burst, concurrency, sharedBy }, timer)
    gates.set(row.id, {
      upstream,
      bucket,
      breaker: circuitBreaker(timer),
      trouble: 'fails',
      notBefore: new Map(),
      ownReads: new Set(),
    })
  }

  function suspended({ upstream, breaker, trouble }: Gate): UpstreamError {
    const restMs = breaker.restMs()
    return restingError(upstream, trouble, restMs, clock() + restMs)
  }

  /** Takes over a rest that another process was sent into. */
  async function heedOthers(gate: Gate): Promise<void> {
    const rest = await shared?.rests.of(gate.upstream.id)
    if (!rest || rest.until <= clock()) return
    gate.breaker.rest(rest.until - clock())
    gate.trouble = rest.reason
  }

  function assertAwake(gate: Gate): void {
    if (gate.breaker.restMs() > 0) throw suspended(gate)
  }

  function noteFailure(gate: Gate, error: unknown): void {
    if (error instanceof NotFoundError) gate.breaker.answered()
    if (!(error instanceof UpstreamError && failing.has(error.code))) return
    if (!gate.breaker.failed()) return
    gate.trouble = `keeps failing: it ${faultDescription(error)}`
    gate.bucket.dismiss(suspended(gate))
  }

  /** Leaves the upstream alone for that long, and turns away who waits. Gives what is left of its rest. */
  function rest(gate: Gate, what: string, milliseconds: number): number {
    gate.breaker.rest(milliseconds)
    gate.trouble = what
    gate.bucket.dismiss(suspended(gate))
    return gate.breaker.restMs()
  }

  const telling = new Set<Promise<void>>()
  function tellOthers({ upstream, trouble }: Gate, restMs: number): void {
    if (!shared) return
    const keeping: Promise<void> = shared.rests
      .keep(upstream.id, { until: clock() + restMs, reason: trouble })
      .finally(() => telling.delete(keeping))
    telling.add(keeping)
  }

  function refusedAnswer(gate: Gate, url: URL, refusal: Refusal, wait: number | undefined, quote: string): BriefingError {
    const { upstream } = gate
    if (refusal.means === 'not-yet') {
      const until = midnightInNewYork(clock())
      const error = notYetReleasedError(upstream, url, refusal, until)
      gate.notBefore.set(url.href, { until, error })
      return error
    }
    const restMs = rest(gate, refusal.what, Math.max(refusal.restMs, wait ?? 0))
    // a key that is corrected works immediately, wherever it was refused
    if (refusal.means !== 'key') tellOthers(gate, restMs)
    return refusedError(upstream, url, refusal, restMs, quote)
  }

  function unwanted(gate: Gate, url: URL, status: number, wait: number | undefined, quote: string): UpstreamError {
    const { upstream } = gate
    if (![401, 403, 429].includes(status)) return unwantedStatusError(upstream, url, status, wait, quote)
    const restMs = status === 401 ? restAfterUnauthorized(upstream) : upstream.restAfterRefusalMs
    const what = faultDescription(unwantedStatusError(upstream, url, status, wait))
    const restingMs = rest(gate, what, Math.max(restMs, wait ?? 0))
    if (status !== 401) tellOthers(gate, restingMs)
    return unwantedStatusError(upstream, url, status, restingMs, quote)
  }

  /** One request on the wire; a redirect resolves to where it leads. */
  async function exchange(
    gate: Gate,
    asked: FeedRequest,
    url: URL,
    credential: Credential,
    validators: Validators | undefined,
    signal: AbortSignal,
  ): Promise<RawResponse | URL> {
    const { upstream } = gate
    const late = new AbortController()
    const ending = AbortSignal.any([signal, late.signal])
    const callOff = timer.after(timeoutMs, () => late.abort(tooSlowError(upstream, url, timeoutMs)))
    const conditions = conditionsOf(validators)
    let headersSeen = false
    try {
      const answer = await send(rewrite(credential.address(url)), {
        method: 'GET',
        headers: { ...credential.headers, ...conditions, accept: '*/*', 'accept-encoding': acceptEncoding },
        dispatcher,
        signal: ending,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      headersSeen = true
      const status = answer.statusCode
      const wait = retryAfterMs(single(answer.headers['retry-after']), clock())
      const coding = single(answer.headers['content-encoding'])
      const headers = keptHeaders(answer.headers, credential)
      const answered = (body: Uint8Array): RawResponse => {
        const kept = credential.withoutEcho(body)
        if (credential.echoedIn(kept)) throw credentialEchoedError(upstream, url)
        return { url: asked.url, at: new Date(clock()).toISOString(), status, headers, body: kept }
      }
      const quoteIn = (body: Uint8Array) =>
        bodyExcerpt(Buffer.from(credential.redact(Buffer.from(body).toString('latin1')), 'latin1'))
      if (!keepable(status) && !(status === 404 && asked.absence)) {
        const isUnchanged = status === 304 && Object.keys(conditions).length > 0
        if (isUnchanged || redirects.has(status) || status === 404) discardBody(answer.body)
        if (isUnchanged) return answered(new Uint8Array())
        if (redirects.has(status)) return redirectAddress(upstream, single(answer.headers['location']), url)
        if (status === 404)
          throw new NotFoundError(
            'UPSTREAM_NOT_FOUND',
            `${upstream.name} has nothing at ${url.host}${url.pathname}. Check the series or document requested.`,
            { upstream: upstream.id, host: url.host },
          )
        const beginning = await readBeginning(answer.body, coding, refusalScanBytes, timer)
        const refusal = refusalIn(upstream, status, beginning)
        if (refusal?.means === 'not-in-plan') return answered(beginning)
        const quote = quoteIn(beginning)
        throw refusal ? refusedAnswer(gate, url, refusal, wait, quote) : unwanted(gate, url, status, wait, quote)
      }
      if (Number(single(answer.headers['content-length'])) > maxBytes) {
        discardBody(answer.body)
        throw tooLargeError(upstream, url, maxBytes)
      }
      const body = await readBody(answer.body, coding, maxBytes)
      const refusal = refusalIn(upstream, status, body)
      if (refusal !== null && refusal.means !== 'not-in-plan') throw refusedAnswer(gate, url, refusal, wait, quoteIn(body))
      return answered(body)
    } catch (error) {
      // Our own cancellation or the time limit, whichever was first.
      if (ending.aborted) throw ending.reason
      if (error instanceof BriefingError) throw error
      throw wireFault(upstream, url, error, headersSeen, maxBytes) ?? error
    } finally {
      callOff()
    }
  }

  return {
    name: 'live',
    async fetch(asked, signal) {
      const gate = gates.get(asked.upstream)
      if (gate === undefined)
        throw new InputError('UPSTREAM_UNKNOWN', `There is no upstream ${asked.upstream}. Add its row to data/upstreams.ts.`, {
          upstream: asked.upstream,
          feed: asked.feed,
        })
      const { upstream } = gate
      const first = requestAddress(upstream, asked.url)
      const credential = credentialOf(upstream, first.host, credentials)
      const early = gate.notBefore.get(first.href)
      if (early !== undefined && clock() < early.until) throw early.error
      const maySendThem = !credential.secret || gate.ownReads.has(first.href)
      let url = first
      await shared?.counted
      await heedOthers(gate)
      for (let step = 0; step <= maxRedirects; step++) {
        assertAwake(gate)
        const giveBack = await gate.bucket.acquire(signal)
        try {
          // the wait may have been long
          await heedOthers(gate)
          assertAwake(gate)
          const validators = maySendThem && step === 0 ? asked.validators : undefined
          const answer = await exchange(gate, asked, url, credential, validators, signal)
          gate.breaker.answered()
          if (!(answer instanceof URL)) {
            const { etag = answer.headers['last-modified'] } = answer.headers
            if (credential.secret && etag !== undefined) gate.ownReads.add(first.href)
            return answer
          }
          url = answer
        } catch (error) {
          noteFailure(gate, error)
          throw error
        } finally {
          giveBack()
        }
      }
      throw tooManyRedirectsError(upstream, first, maxRedirects)
    },
    async close() {
      await Promise.all(telling)
      if (agent?.closed === false) await agent.close()
    },
  }
}

/** Codes of errors that say that the upstream does not work, whatever was asked. */
const failing: ReadonlySet<string> = new Set([
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_TOO_SLOW',
  'UPSTREAM_CUT_SHORT',
  'UPSTREAM_DAMAGED',
  'UPSTREAM_FAILED',
])

/** The next midnight in New York, where a day is over for its exchanges; milliseconds UTC, as `now`. */
function midnightInNewYork(now: number): number {
  const [before, after] = [0, 1].map((days) => localToUtc(dayOf(now) + days, '00:00', 'America/New_York')) as [number, number]
  return before > now ? before : after
}

/** The headers of a request for what has changed. A value that is not one (RFC 9110, 8.8) is not sent. */
function conditionsOf({ etag = '', modified = '' }: Validators = {}): Record<string, string> {
  return {
    ...(/^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && { 'if-none-match': etag }),
    ...(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[\w ,:-]+ GMT$/.test(modified) && { 'if-modified-since': modified }),
  }
}

/** 2xx and the 4xx a feed can judge. */
function keepable(status: number): boolean {
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status)
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

function keptHeaders(headers: Dispatcher.ResponseData['headers'], credential: Credential): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const text = single(value)
    if (text !== undefined && !droppedHeaders.has(name)) kept[name] = credential.redact(text)
  }
  return kept
}

/** Nobody means to send us away for longer; a mistaken date must not silence a feed for a year. */
const longestMs = 24 * 60 * 60 * 1_000

/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, 10.2.3: whole seconds or an HTTP date), at most a day; undefined where there
 * is none or it says nothing usable. `now`: milliseconds since 1970 UTC.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(longestMs, Number(text) * 1_000)
  // HTTP dates begin with the name of the day; anything else Date.parse would guess at.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.min(longestMs, Math.max(0, at - now))
}
