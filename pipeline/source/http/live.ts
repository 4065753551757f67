import { Agent, type Dispatcher, request as send } from 'undici'
import { type Upstream, type UpstreamId, upstreams } from '../../../data/upstreams.ts'
import { BriefingError, InputError, NotFoundError, UpstreamError } from '../../errors.ts'
import { redirectAddress, requestAddress } from './address.ts'
import { acceptEncoding, discard, readBody } from './body.ts'
import { type Breaker, breaker } from './breaker.ts'
import { type TokenBucket, tokenBucket } from './bucket.ts'
import { type Credential, credentialOf } from './credentials.ts'
import {
  credentialEchoed,
  resting,
  tooLarge,
  tooManyRedirects,
  tooSlow,
  unwantedStatus,
  whatHappened,
  wireFault,
} from './faults.ts'
import type { FeedRequest, RawResponse, Transport } from './request.ts'
import { systemTimer, type Timer } from './timer.ts'

/** What an operator may set differently for an upstream, such as this process's share of its rate. */
export interface LimitOverride {
  readonly perSecond?: number
  readonly concurrency?: number
  readonly restAfterRefusalMs?: number
}

export interface LiveOptions {
  /** By the setting names of `data/upstreams.ts`. */
  readonly credentials: ReadonlyMap<string, string>
  /** Wall clock, milliseconds since 1970 UTC: stamps `at` and reads dates in Retry-After. Limits run on `timer`. */
  readonly clock: () => number
  readonly limits?: Partial<Record<UpstreamId, LimitOverride>>
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
 * One at a time: SEC counts to 10 and FRED to 2 in any second of their own clocks, and requests that leave evenly spaced stay under that
 * through jitter and through a restart, where a second's worth at once does not. Sustained throughput is the same.
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
  readonly breaker: Breaker
  /** Why it rests, in words. */
  trouble: string
}

/**
 * The transport to the real upstreams: https GET to the upstream's own hosts only, credential added on the wire, one token bucket and one
 * breaker an upstream shared by every feed of it (make one transport a process). No retry happens here. Every request that leaves, each
 * step of a redirect included, takes a token. After a 403 or 429 the upstream is left alone for `restAfterRefusalMs` or its Retry-After,
 * whichever is longer: nothing leaves, and who waits or asks gets UPSTREAM_RESTING with `retryAfterMs` at once. So it is when the upstream
 * fails three times in a row over ten seconds or more.
 *
 * Resolves and throws as `Transport` says. The body is the content with its coding (gzip, br) undone; headers that speak of the wire are
 * left out. When the caller's signal aborts, its reason is thrown. `InputError`: CREDENTIAL_MISSING, CREDENTIAL_INVALID, ADDRESS_REFUSED,
 * UPSTREAM_UNKNOWN, LIMIT_INVALID.
 */
export function liveTransport(options: LiveOptions): LiveTransport {
  const { credentials, clock, limits = {}, maxBytes = 64 * 1024 * 1024, timeoutMs = 60_000 } = options
  const { timer = systemTimer, rewrite = (url: URL) => url } = options
  const agent = options.dispatcher === undefined ? new Agent() : null
  const dispatcher = options.dispatcher ?? (agent as Agent)

  const gates = new Map<string, Gate>()
  for (const row of upstreams) {
    const upstream: Upstream = { ...row, ...limits[row.id] }
    const { perSecond, concurrency } = upstream
    const bucket = tokenBucket({ perSecond, burst, concurrency }, timer)
    gates.set(row.id, { upstream, bucket, breaker: breaker(timer), trouble: 'fails' })
  }

  function suspended({ upstream, breaker, trouble }: Gate): UpstreamError {
    const restMs = breaker.restMs()
    return resting(upstream, trouble, restMs, clock() + restMs)
  }

  function assertAwake(gate: Gate): void {
    if (gate.breaker.restMs() > 0) throw suspended(gate)
  }

  function noteFailure(gate: Gate, error: unknown): void {
    if (error instanceof NotFoundError) gate.breaker.answered()
    if (!(error instanceof UpstreamError && failing.has(error.code))) return
    if (!gate.breaker.failed()) return
    gate.trouble = `keeps failing: it ${whatHappened(error)}`
    gate.bucket.dismiss(suspended(gate))
  }

  /** One request on the wire; a redirect resolves to where it leads. */
  async function exchange(
    gate: Gate,
    asked: FeedRequest,
    url: URL,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<RawResponse | URL> {
    const { upstream } = gate
    const ending = new AbortController()
    const stop = () => ending.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    const callOff = timer.after(timeoutMs, () => ending.abort(tooSlow(upstream, url, timeoutMs)))
    let headersSeen = false
    try {
      const answer = await send(rewrite(credential.address(url)), {
        method: 'GET',
        headers: { ...credential.headers, accept: '*/*', 'accept-encoding': acceptEncoding },
        dispatcher,
        signal: ending.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      headersSeen = true
      const status = answer.statusCode
      const wait = retryAfterMs(single(answer.headers['retry-after']), clock())
      if (status === 403 || status === 429) {
        gate.breaker.rest(Math.max(upstream.restAfterRefusalMs, wait ?? 0))
        gate.trouble = whatHappened(unwantedStatus(upstream, url, status, wait))
        gate.bucket.dismiss(suspended(gate))
      }
      if (!keepable(status) && !(status === 404 && asked.absence)) {
        discard(answer.body)
        if (redirects.has(status)) return redirectAddress(upstream, single(answer.headers['location']), url)
        if (status === 404)
          throw new NotFoundError(
            'UPSTREAM_NOT_FOUND',
            `${upstream.name} has nothing at ${url.host}${url.pathname}. Check the series or document requested.`,
            { upstream: upstream.id, host: url.host },
          )
        throw unwantedStatus(upstream, url, status, status === 403 || status === 429 ? gate.breaker.restMs() : wait)
      }
      if (Number(single(answer.headers['content-length'])) > maxBytes) {
        discard(answer.body)
        throw tooLarge(upstream, url, maxBytes)
      }
      const body = credential.withoutEcho(await readBody(answer.body, single(answer.headers['content-encoding']), maxBytes))
      if (credential.echoedIn(body)) throw credentialEchoed(upstream, url)
      const headers = keptHeaders(answer.headers, credential)
      return { url: asked.url, at: new Date(clock()).toISOString(), status, headers, body }
    } catch (error) {
      // Our own cancellation or the time limit, whichever was first.
      if (ending.signal.aborted) throw ending.signal.reason
      if (error instanceof BriefingError) throw error
      throw wireFault(upstream, url, error, headersSeen, maxBytes) ?? error
    } finally {
      callOff()
      signal.removeEventListener('abort', stop)
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
      let url = first
      for (let step = 0; step <= maxRedirects; step++) {
        assertAwake(gate)
        const giveBack = await gate.bucket.acquire(signal)
        try {
          assertAwake(gate)
          const answer = await exchange(gate, asked, url, credential, signal)
          gate.breaker.answered()
          if (!(answer instanceof URL)) return answer
          url = answer
        } catch (error) {
          noteFailure(gate, error)
          throw error
        } finally {
          giveBack()
        }
      }
      throw tooManyRedirects(upstream, first, maxRedirects)
    },
    async close() {
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
