import type { ServerResponse } from 'node:http'
import { feedFor } from '../../pipeline/feeds/index.ts'
import type { RawResponse } from '../../pipeline/http/request.ts'
import { smallTransport } from '../small-transport.ts'
import { type Origin, openOrigin } from './origin.ts'

/** How an upstream may be dead. `refused` is the job of the connection: nobody listens at `refusingAddress`. */
export const faults = ['refused', 'reset', 'slow drip', 'truncated', 'a web page'] as const
export type Fault = (typeof faults)[number]

export interface FaultOrigin extends Pick<Origin, 'rewrite' | 'arrived' | 'close'> {
  /** From now on these hosts have the fault; null heals them. */
  set(fault: Fault | null): void
  /** Logical time of the answers, in milliseconds UTC. */
  at(now: number): void
  /** Whether an answer is under way that will end by itself. */
  isBusy(): boolean
}

/** Port 9 (discard) of the loopback: nobody listens there. */
const refusingAddress = 'http://127.0.0.1:9/'
const page = '<!DOCTYPE html><html><head><title>Scheduled maintenance</title></head><body>Back soon.</body></html>'

/** Bodies by time and address: making them is most of the work, and every fault is healed at the same time. */
const bodies = new Map<string, Promise<RawResponse>>()

/** Stands for every upstream with the sample feeds' bodies; one upstream's `hosts` can be broken and healed. */
export async function openFaultOrigin(hosts: readonly string[], now: number): Promise<FaultOrigin> {
  let fault: Fault | null = null
  let time = now
  let transport = smallTransport(now)
  const dripping = new Set<NodeJS.Timeout>()
  let underWay = 0

  function answerOf(host: string, path: string): Promise<RawResponse> {
    const url = new URL(`https://${host}${path}`)
    url.searchParams.delete('api_key')
    const key = `${time} ${url.href}`
    const known = bodies.get(key)
    if (known) return known
    const { id, upstream } = feedFor(url.href) ?? { id: 'any', upstream: 'any' }
    const asked = transport.fetch({ feed: id, upstream, url: url.href }, new AbortController().signal)
    bodies.set(key, asked)
    return asked
  }

  function drip(response: ServerResponse, body: Uint8Array): void {
    let sent = 0
    const timer = setInterval(() => response.write(body.subarray(sent, ++sent)), 20)
    dripping.add(timer)
    response.once('close', () => clearInterval(timer))
  }

  const origin = await openOrigin(({ host, path }, response) => {
    const broken = hosts.includes(host) ? fault : null
    if (broken === 'slow drip') underWay--
    else response.once('close', () => underWay--)
    if (broken === 'reset') return void response.socket!.resetAndDestroy()
    answerOf(host, path).then(
      ({ body, headers }) => {
        response.setHeader('content-type', headers['content-type']!)
        if (broken === 'a web page') response.setHeader('content-type', 'text/html').end(page)
        else if (broken === 'slow drip') drip(response, body)
        else if (broken === 'truncated') {
          response.setHeader('content-length', body.length)
          response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
        } else response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  return {
    arrived: origin.arrived,
    rewrite(url) {
      if (fault === 'refused' && hosts.includes(url.hostname)) return new URL(refusingAddress)
      underWay++
      return origin.rewrite(url)
    },
    isBusy: () => underWay > 0,
    set: (next) => {
      fault = next
    },
    at: (next) => {
      time = next
      transport = smallTransport(next)
    },
    close: () => {
      for (const timer of dripping) clearInterval(timer)
      return origin.close()
    },
  }
}
