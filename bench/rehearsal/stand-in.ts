import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { NotFoundError } from '../../pipeline/errors.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import type { AcceleratedClock } from './clock.ts'
import type { Fault } from './faults.ts'

/** What an upstream was asked, by the clock of the stand-in. */
export interface Traffic {
  /** When each request arrived, milliseconds since 1970 UTC, in order. */
  readonly arrivals: number[]
  underWay: number
  /** Most requests in flight at the same time. */
  most: number
  /** After a refusal, requests to it are suspended until then. */
  restUntil: number
  /** Arrivals before that. */
  readonly early: number[]
}

/** All upstreams on one loopback port, each at `/HOST/PATH`. */
export interface StandIn {
  readonly origin: string
  /** By the id of the upstream. */
  readonly traffic: ReadonlyMap<string, Traffic>
  /** Answers by status, redirects as 302 and unchanged ones as 304. */
  readonly statuses: ReadonlyMap<number, number>
  /** Addresses that no feed takes or the sample does not imitate. */
  readonly strange: readonly string[]
  /** Bytes of all bodies as they were sent. */
  sentBytes(): number
  /** Processor time that making the answers took, milliseconds. */
  spentMs(): number
  close(): Promise<void>
}

const smallest = 1_000
/** In the query of an address that a redirect led to. */
const moved = 'rehearsal-moved'

/** Answers with what the sample imagines of each upstream at the time of the clock, spoilt by the faults whose time it is. */
export async function standIn(clock: AcceleratedClock, faults: readonly Fault[]): Promise<StandIn> {
  const ofHost = new Map<string, Upstream>(upstreams.flatMap((row) => row.hosts.map((host) => [host, row] as const)))
  const traffic = new Map<string, Traffic>(
    upstreams.map(({ id }) => [id, { arrivals: [], underWay: 0, most: 0, restUntil: 0, early: [] }]),
  )
  const statuses = new Map<number, number>()
  const strange: string[] = []
  let [spent, sent] = [0, 0]

  /** The true address of a request, without the credential and without the mark of a redirect. */
  function addressOf(path: string): { readonly upstream: Upstream; readonly url: URL; readonly wasMoved: boolean } | null {
    const [, host, rest] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
    const upstream = ofHost.get(host ?? '')
    if (upstream === undefined) return null
    const url = new URL(`https://${host}${rest}`)
    const { credential } = upstream
    const names = [
      moved,
      ...(credential?.sentAs === 'query' && (credential.hosts ?? upstream.hosts).includes(host!) ? [credential.name] : []),
    ]
    const wasMoved = url.searchParams.has(moved)
    for (const name of names) url.search = withoutParameter(url.search, name)
    return { upstream, url, wasMoved }
  }

  function send(
    response: ServerResponse,
    status: number,
    headers: Record<string, string> = {},
    body: Uint8Array | string = '',
  ): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
    sent += Buffer.byteLength(body)
    response.end(body)
  }

  const server = createServer(async (request, response) => {
    const began = performance.now()
    const asked = addressOf(request.url ?? '')
    if (asked === null) {
      strange.push(request.url ?? '')
      return send(response, 400)
    }
    const { upstream, url, wasMoved } = asked
    const seen = traffic.get(upstream.id)!
    seen.arrivals.push(clock.now())
    if (clock.now() < seen.restUntil) seen.early.push(clock.now())
    seen.underWay++
    seen.most = Math.max(seen.most, seen.underWay)
    response.once('close', () => seen.underWay--)
    const feed = feedFor(url.href)?.id ?? ''
    const fault = faults.find(
      (row) => row.of.test(`${upstream.id} ${feed} ${url.href}`) && row.from <= clock.now() && clock.now() < row.until,
    )
    const { does } = fault ?? { does: null }
    try {
      if (does?.kind === 'cut') return request.socket.destroy()
      if (does?.kind === 'refusal') {
        const asksMs = 1_000 * Number(does.headers?.['retry-after'] ?? 0)
        seen.restUntil = Math.max(seen.restUntil, clock.now() + Math.max(asksMs, upstream.restAfterRefusalMs))
        return send(response, does.status, { 'content-type': 'text/html', ...does.headers }, does.body)
      }
      if (does?.kind === 'moved' && !wasMoved) {
        const to = new URL(url)
        to.search = `${url.search === '' ? '?' : `${url.search}&`}${moved}=1`
        return send(response, 302, { location: to.href })
      }
      const at = does?.kind === 'behind' ? clock.now() - does.ms : clock.now()
      const answer = await sampleTransport({ now: at }).fetch(
        { feed, upstream: upstream.id, url: url.href },
        new AbortController().signal,
      )
      const plain = Buffer.from(answer.body)
      const body = does?.kind === 'spoilt' ? Buffer.from(does.change(plain.toString('utf8'))) : plain
      // rows of the sample contain the time of the request, which does not count as a change
      const news = body.toString('latin1').replaceAll(isoTime(at), '')
      const etag = `"${createHash('sha1').update(news).digest('base64url')}"`
      const type = does?.kind === 'spoilt' ? does.type : undefined
      const headers = {
        ...answer.headers,
        ...(type && { 'content-type': type }),
        etag,
        'last-modified': new Date(at - (at % 86_400_000)).toUTCString(),
      }
      if (request.headers['if-none-match'] === etag) return send(response, 304, headers)
      if (does?.kind === 'torn') {
        response.writeHead(200, { ...headers, 'content-length': body.byteLength })
        return void response.write(body.subarray(0, body.byteLength >> 1), () => request.socket.destroy())
      }
      const packs = body.byteLength > smallest && /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
      send(
        response,
        answer.status,
        packs ? { ...headers, 'content-encoding': 'gzip' } : headers,
        packs ? gzipSync(body, { level: 1 }) : body,
      )
    } catch (error) {
      if (!(error instanceof NotFoundError)) strange.push(`${url.href}: ${(error as Error).message}`)
      send(response, error instanceof NotFoundError ? 404 : 500)
    } finally {
      spent += performance.now() - began
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traffic,
    statuses,
    strange,
    sentBytes: () => sent,
    spentMs: () => spent,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A query without one parameter, the rest in its own spelling. */
function withoutParameter(search: string, name: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name)
  return rest.length === 0 ? '' : `?${rest.join('&')}`
}
