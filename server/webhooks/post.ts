import { lookup, Resolver } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { AddressRefused, checkedAddress, type GuardOptions } from '../delivery/guard.ts'
import type { DeliveryFault } from '../delivery/schedule.ts'
import { type AttemptAnswer, retryAfterOf } from '../delivery/schedule.ts'

/** Sends one message to one address, once. Never rejects. */
export type PostMessage = (address: string, headers: Readonly<Record<string, string>>, body: string) => Promise<AttemptAnswer>

/** How long a name may take to be resolved and a connection to be made, and the whole attempt. */
export interface PostTimes {
  readonly connectMs: number
  readonly wholeMs: number
}
const usualTimes: PostTimes = { connectMs: 5_000, wholeMs: 15_000 }
/** Bytes of an answer that are read, and dropped: its status is all that counts. */
const mostBytes = 65_536

/** A `PostMessage` that looks where an address leads, connects there alone and follows no redirect. */
export function guardedPost(guarding: GuardOptions, times: PostTimes = usualTimes): PostMessage {
  return async (address, headers, body) => {
    const over = AbortSignal.timeout(times.wholeMs)
    try {
      const url = new URL(address)
      const to = await within(checkedAddress(url, guarding), Math.min(times.connectMs, times.wholeMs))
      return await exchange(url, to, headers, body, times, over)
    } catch (error) {
      return { kind: 'failed', fault: faultOf(error) }
    }
  }
}

/** Resolves a name without the lookups of the operating system, of which four slow ones would hold up every other; development needs its names. */
export function resolverOf(local: boolean): GuardOptions['resolve'] {
  if (local) return async (name) => (await lookup(name, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return async (name) => {
    const both = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  }
}

class TimedOut extends Error {}

/** Where an address leads, for whoever registers it. Rejects with `AddressRefused`; a name that does not resolve in time is one. */
export function checkAddress(url: URL, guarding: GuardOptions): Promise<string> {
  return within(checkedAddress(url, guarding), usualTimes.connectMs).catch((error: unknown) => {
    throw error instanceof TimedOut ? new AddressRefused('unresolved') : error
  })
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut()), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** One request on a separate connection to the address that was checked; its name stays in SNI, in the certificate and in Host. */
function exchange(
  url: URL,
  to: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { connectMs }: PostTimes,
  over: AbortSignal,
): Promise<AttemptAnswer> {
  const secure = url.protocol === 'https:'
  const name = url.hostname.replace(/\.$/, '')
  return new Promise((resolve, reject) => {
    const req = (secure ? secureRequest : plainRequest)({
      host: to,
      family: isIP(to),
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      agent: false,
      ...(secure && isIP(name.replace(/^\[|\]$/g, '')) === 0 ? { servername: name } : {}),
      headers: {
        ...headers,
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'market-briefing',
        connection: 'close',
      },
    })
    const stop = () => req.destroy(new TimedOut())
    const connecting = setTimeout(stop, connectMs)
    over.addEventListener('abort', stop, { once: true })
    const done = () => {
      clearTimeout(connecting)
      over.removeEventListener('abort', stop)
    }
    req.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)))
    let answered: AttemptAnswer | null = null
    req.on('error', (error) => (answered === null ? reject(error) : resolve(answered)))
    req.once('close', done)
    req.once('response', (response) => {
      const { statusCode: status = 0 } = response
      answered = { kind: 'answered', status, retryAfter: retryAfterOf(response.headers['retry-after'], Date.now()) }
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) req.destroy()
      })
      // the status has come: however the rest ends, it is the answer
      const answer = answered
      response.on('error', () => resolve(answer))
      response.once('close', () => resolve(answer))
    })
    req.end(body)
  })
}

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof AddressRefused) return error.fault === 'unresolved' ? 'name' : 'address'
  if (error instanceof TimedOut) return 'timeout'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'certificate' : 'connection'
}
