import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedCodings } from './content-coding.ts'
import { matchesEntityTag } from './entity-tags.ts'
import { securityHeaders } from './security-headers.ts'

/** Bytes in the codings they exist in. `hash` names the plain bytes and becomes the entity tag. */
export interface Bytes {
  readonly hash: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gz: Buffer | null
}

export interface Described {
  readonly type: string
  readonly cache: string
  readonly vary: string
  /** The edition the bytes come from; null for what depends on none. */
  readonly edition: string | null
  /** Replaces the policy of the API. */
  readonly contentSecurityPolicy?: string
}

/** One coding of an answer. Both lists of headers are flat and end in X-Request-Id, whose value is set for each request. */
interface Variant {
  readonly etag: string
  readonly body: Buffer
  readonly headers: string[]
  readonly unchangedHeaders: string[]
}

/** An answer with nothing left to compute. */
export interface Finished {
  readonly plain: Variant
  readonly br: Variant | null
  readonly gz: Variant | null
}

export function finish(bytes: Bytes, described: Described): Finished {
  return {
    plain: variant(bytes.plain, `"${bytes.hash}"`, null, described),
    br: bytes.br && variant(bytes.br, `"${bytes.hash}-br"`, 'br', described),
    gz: bytes.gz && variant(bytes.gz, `"${bytes.hash}-gz"`, 'gzip', described),
  }
}

function variant(body: Buffer, etag: string, coding: string | null, described: Described): Variant {
  const unchangedHeaders = [
    'ETag',
    etag,
    'Cache-Control',
    described.cache,
    'Vary',
    described.vary,
    ...(described.edition === null ? [] : ['X-Edition', described.edition]),
    ...securityHeaders.map((text, index) =>
      securityHeaders[index - 1] === 'Content-Security-Policy' ? (described.contentSecurityPolicy ?? text) : text,
    ),
    'X-Request-Id',
    '',
  ]
  const headers = [
    'Content-Type',
    described.type,
    'Content-Length',
    String(body.length),
    ...(coding === null ? [] : ['Content-Encoding', coding]),
    ...unchangedHeaders,
  ]
  return { etag, body, headers, unchangedHeaders }
}

/**
 * Answers GET or HEAD with the best coding the client takes, or 304 where it holds those bytes already. Returns the size of the body sent.
 * The caller is entitled by now: a 304 tells as much as a 200.
 */
export function sendFinished(req: IncomingMessage, res: ServerResponse, finished: Finished, requestId: string): number {
  const { br, gzip } = acceptedCodings(req.headers['accept-encoding'] as string | undefined)
  const chosen = (br ? finished.br : null) ?? (gzip ? finished.gz : null) ?? finished.plain
  const held = req.headers['if-none-match']
  if (held !== undefined && matchesEntityTag(held, chosen.etag)) {
    res.writeHead(304, withId(chosen.unchangedHeaders, requestId))
    res.end()
    return 0
  }
  res.writeHead(200, withId(chosen.headers, requestId))
  res.end(chosen.body)
  return req.method === 'HEAD' ? 0 : chosen.body.length
}

/** Writes the id into the list in place: `writeHead` has read the list when it returns, and a copy for each request would cost more. */
function withId(headers: string[], requestId: string): string[] {
  headers[headers.length - 1] = requestId
  return headers
}
