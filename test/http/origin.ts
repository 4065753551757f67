import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Origin {
  /** Sends an upstream's address to this origin; the real host becomes the first segment of the path. */
  rewrite(url: URL): URL
  /** Every request that arrived: method, real host, path with query, headers. */
  readonly arrived: readonly Arrived[]
  close(): Promise<void>
}

export interface Arrived {
  readonly host: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/** Closes what a test opened when it is over: what was opened last is closed first. */
export function closeAfterTest(...opened: readonly { close(): Promise<void> }[]): void {
  for (const each of opened) onTestFinished(() => each.close())
}

/** A loopback HTTP server that stands for every upstream; `answer` gets the request as the upstream would see it. */
export async function openOrigin(answer: (request: Arrived, response: ServerResponse) => void): Promise<Origin> {
  const arrived: Arrived[] = []
  const server = createServer((message, response) => {
    const [, host = '', path = ''] = /^\/([^/]+)(.*)$/.exec(message.url ?? '') ?? []
    const request = { host, path, headers: message.headers }
    arrived.push(request)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    rewrite: (url) => new URL(`http://127.0.0.1:${port}/${url.hostname}${url.pathname}${url.search}`),
    arrived,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
