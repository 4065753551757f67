import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bucket } from '../store/bucket.ts'

/** Shares of requests, 0 to 1: refused with 503, answered into the void after they had their effect, and answered with half a body. */
export interface Faults {
  busy: number
  lost: number
  cut: number
  /** Nothing is answered, as when the network between is cut. */
  silent?: boolean
}

export interface FaultProxy {
  readonly endpoint: string
  faults: Faults
  readonly counted: { passed: number; busy: number; lost: number; cut: number }
  close(): Promise<void>
}

export const noFaults: Faults = { busy: 0, lost: 0, cut: 0 }

/** A proxy before an S3 server that fails as networks and services do. `random` chooses which requests fail. */
export async function faultProxy(target: string, faults: Faults, random: () => number = Math.random): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const counted = { passed: 0, busy: 0, lost: 0, cut: 0 }
  const proxy: FaultProxy = {
    endpoint: '',
    faults,
    counted,
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (proxy.faults.silent) return
    if (random() < proxy.faults.busy) {
      counted.busy++
      response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    const { method, url, headers } = request
    const up = send({ hostname, port, method, path: url, headers, agent }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const body = Buffer.concat(parts)
      if (random() < proxy.faults.lost) {
        counted.lost++
        request.socket.destroy()
      } else if (method === 'GET' && body.length > 1 && random() < proxy.faults.cut) {
        counted.cut++
        response.writeHead(answer.statusCode!, answer.headers)
        response.write(body.subarray(0, body.length >> 1), () => request.socket.destroy())
      } else {
        counted.passed++
        response.writeHead(answer.statusCode!, answer.headers).end(body)
      }
    })
    up.on('error', () => request.socket.destroy())
    up.end(Buffer.concat(chunks))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(proxy, { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

/** BRIEFING_STORE of a machine that has the bucket through the proxy. */
export function addressThrough({ address, server }: Bucket, { endpoint }: FaultProxy): string {
  const through = address.replace(server.endpoint, endpoint)
  if (through === address) throw new Error(`the address ${address} does not name the server ${server.endpoint}`)
  return through
}
