import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errorAnswer, Refusal } from './errors.ts'
import type { ServerLog } from './log.ts'

export interface BrokenRequests {
  readonly server: Server
  readonly log: ServerLog
  now(): number
  nextId(): string
}

/** Time for a client to read why it was refused before the connection is cut. */
const lingerMs = 1_000

/**
 * Answers what never becomes a request: bytes the parser refuses, headers too large or too slow, CONNECT, an Expect nobody meets. Each gets
 * the same error body as any other and a closed connection.
 */
export function answerBrokenRequests({ server, log, now, nextId }: BrokenRequests): void {
  const underWay = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()

  server.on('request', (req, res) => {
    if (res.writableEnded) return
    underWay.set(req.socket, res)
    res.once('close', () => underWay.delete(req.socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return
    const earlier = underWay.get(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
    } else if (earlier === undefined) {
      refuse(socket, refusalFor(error.code))
    } else {
      // An answer is still being made on this connection. It is the last one: nothing may come between its bytes.
      refused.add(socket)
      earlier.shouldKeepAlive = false
      cutLater(socket)
    }
  })
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    const methods = ['GET', 'HEAD', 'OPTIONS']
    refuse(socket, new Refusal('METHOD_NOT_ALLOWED', 'This server is not a proxy. Use GET.', { allowed: methods, methods }))
  })
  server.on('checkExpectation', (req, res) => {
    res.shouldKeepAlive = false
    const refusal = new Refusal('EXPECTATION_FAILED', 'Only Expect: 100-continue is supported. Remove the header.', {
      field: 'expect',
    })
    const id = nextId()
    const { body, length, headers } = errorAnswer(refusal, id, null)
    res.writeHead(refusal.status, headers)
    res.end(req.method === 'HEAD' ? '' : body)
    record(id, refusal, length)
  })

  function refuse(socket: Duplex, refusal: Refusal): void {
    refused.add(socket)
    const id = nextId()
    const { body, length, headers } = errorAnswer(refusal, id, null)
    const lines = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, `Date: ${new Date(now()).toUTCString()}`]
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
    lines.push('Connection: close', '', '')
    socket.on('error', () => socket.destroy())
    socket.end(lines.join('\r\n') + body)
    cutLater(socket)
    record(id, refusal, length)
  }

  function record(id: string, { status, code }: Refusal, bytes: number): void {
    const line = { id, method: '', path: 'malformed', route: 'none', status, error: code, bytes, ms: 0, edition: null }
    log.request?.(line)
  }
}

function cutLater(socket: Duplex): void {
  const cut = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(cut))
}

const parserErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The headers exceed 16 KiB. Send fewer or shorter headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive. Send it again without pausing.'],
}

function refusalFor(code: string | undefined): Refusal {
  const [error, message] = parserErrors[code ?? ''] ?? [
    'INVALID_REQUEST',
    'The request is not well-formed HTTP/1.1. Send it with an HTTP client, such as curl.',
  ]
  return new Refusal(error, message)
}
