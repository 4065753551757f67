import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { EditionReader } from '../pipeline/editions/reader.ts'
import { sessionCookie } from './access/session-cookie.ts'
import { DeliveryConfirmation } from './answers/delivery-confirmation.ts'
import { cacheEdition } from './answers/edition-cache.ts'
import { EditionWatch } from './answers/edition-watch.ts'
import { requestApp } from './app.ts'
import { answerBrokenRequests } from './http/broken-requests.ts'
import { callerAddressBy } from './http/caller-address.ts'
import { listen, localServerUrl } from './http/listen.ts'
import type { ServerLog } from './http/log.ts'
import { lazy } from './http/once.ts'
import { drainUnreadBodies } from './http/read-rest.ts'
import { endStalledConnections } from './http/unread.ts'
import type { RouteOptions } from './routes.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export interface ServerOptions extends Omit<RouteOptions, 'origin' | 'cookie' | 'following' | 'reading'> {
  readonly reader: EditionReader
  /** 0 takes a free one. */
  readonly port: number
  /** Address to listen on. */
  readonly host: string
  /** Counts every request; left out, none. */
  readonly telemetry?: Telemetry | null
  /** Where callers reach the server, such as `https://briefings.example`; left out, that of `localServerUrl`. */
  readonly origin?: string | null
  /** Addresses and networks of proxies in front of the server, whose X-Forwarded-For is believed; left out, none. */
  readonly proxies?: readonly string[]
}

export interface RunningServer {
  readonly port: number
  /** Stops: takes no new connection, finishes what is under way, then ends. Resolves within 10 seconds. The reader stays open. */
  close(): Promise<void>
}

/** Reading a request may take this long: the head, and the whole. A kept connection outlives the idle minute of a usual load balancer. */
const headMs = 5_000
const wholeMs = 30_000
const keptMs = 65_000

/** How long a stopping server waits on quiet connections, so that a request just sent is answered, and on those at work. */
const quietMs = 500
const atWorkMs = 8_000
/** What arrived is written down for as long after that. */
const reportMs = 1_000

/** Serves what the reader holds, and each edition it adopts. Resolves when it listens; rejects with a `ListenError` where it cannot. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { reader, port, host, telemetry = null, origin = null, proxies = [], now } = options
  const following = new EditionWatch()
  let stopping = false
  reader.onAdopt((view) => following.adopt(cacheEdition(view)))
  const log = telemetry === null ? options.log : counting(options.log, telemetry)
  const nextId = requestIds(randomBytes(5).toString('hex'))
  const server = createServer({
    headersTimeout: headMs,
    requestTimeout: wholeMs,
    keepAliveTimeout: keptMs,
    connectionsCheckingInterval: 1_000,
    // The routes answer a missing Host themselves, with the same body as any other error.
    requireHostHeader: false,
  })
  answerBrokenRequests({ server, log, now, nextId })
  const callerAddress = callerAddressBy(proxies)
  endStalledConnections(server, { callerAddress })
  drainUnreadBodies(server)
  await listen(server, port, host, '--port')
  const address = server.address() as AddressInfo
  const answer = requestApp({
    ...options,
    following,
    reading: () => reader.reading(),
    callerAddress,
    log,
    origin: origin ?? localServerUrl(host, address.port),
    cookie: sessionCookie(origin?.startsWith('https:') ?? false),
    nextId,
    stopping: () => stopping,
  })
  server.on('request', answer)
  log.info('listening', { host, port: address.port })

  async function stop(): Promise<void> {
    stopping = true
    following.end()
    const ended = once(server, 'close')
    // The plain server's close leaves quiet connections open; that of http cuts them, along with a request that is on its way.
    NetServer.prototype.close.call(server)
    const quiet = setInterval(() => server.closeIdleConnections(), quietMs)
    const cut = setTimeout(() => server.closeAllConnections(), atWorkMs)
    await ended
    clearInterval(quiet)
    clearTimeout(cut)
    await Promise.race([DeliveryConfirmation.allReported(), wait(reportMs, undefined, { ref: false })])
    server.close(() => {})
    log.info('stopped')
    await log.flush()
  }
  return { port: address.port, close: lazy(stop) }
}

/** The log, with every request counted too. */
function counting(log: ServerLog, telemetry: Telemetry): ServerLog {
  return {
    ...log,
    request(line) {
      log.request?.(line)
      telemetry.answered(line)
    },
  }
}

/**
 * Ids for requests: a prefix that tells server processes apart, and a counter. Unique within a process, never read from a request, and
 * cheap enough for every answer.
 */
function requestIds(prefix: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
