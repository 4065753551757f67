import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from '../http/listen.ts'
import { type FamiliesOptions, openFamilies } from './families.ts'
import type { Telemetry } from './telemetry.ts'

export interface TelemetryOptions extends FamiliesOptions {
  /** 0 takes a free one. */
  readonly port: number
  /** Address to listen on. */
  readonly host: string
}

export interface OpenedTelemetry extends Telemetry {
  readonly port: number
  close(): Promise<void>
}

/**
 * Counts for operators, and serves them as Prometheus text at `/metrics` of a separate port, which nobody but the operator should
 * reach. Rejects where it cannot listen.
 */
export async function openTelemetry({ port, host, ...families }: TelemetryOptions): Promise<OpenedTelemetry> {
  const { registry, telemetry } = openFamilies(families)
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    if (req.url !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(404, { 'Content-Type': 'text/plain' }).end('GET /metrics\n')
      return
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
      () => res.writeHead(500).end(),
    )
  })
  await listen(server, port, host, 'BRIEFING_METRICS_PORT')
  // an open metrics port must not keep a process alive whose server has stopped
  server.unref()
  return {
    ...telemetry,
    port: (server.address() as AddressInfo).port,
    async close() {
      const ended = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await ended
    },
  }
}
