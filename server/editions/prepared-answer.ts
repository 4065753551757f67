import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentTypes, type TextFormat } from '../http/formats.ts'
import { memoize } from '../http/once.ts'
import { securityHeaders, securityHeadersWith, withExposedHeaders } from '../http/security-headers.ts'
import { LruCache } from './lru-cache.ts'
import { jsonMembersOf } from './selected-members.ts'

/** Bytes in the codings they exist in. `hash` names the plain bytes and becomes the entity tag. */
export interface CodedBytes {
  readonly hash: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gz: Buffer | null
}

export interface AnswerDescription {
  readonly type: string
  readonly cache: string
  readonly vary: string
  /** The edition the bytes come from; null for what depends on none. */
  readonly edition: string | null
  /** The header Link; left out, none. */
  readonly links?: string
  /** Makes the policy that replaces that of the API; asked for at the first answer. */
  readonly contentSecurityPolicy?: () => string
}

/** How an answer that is the same for everybody may be kept. */
export const openAnswer = { cache: 'public, no-cache', vary: 'Accept-Encoding' } as const satisfies Partial<AnswerDescription>

/** How an answer made for one read may be kept: by its reader alone. */
export const privateAnswer = { cache: 'private, no-cache', vary: 'Accept, Accept-Encoding, Authorization, X-API-Key' } as const

/** Names and values of headers, flat. */
type Headers = readonly string[]

/** One coding of an answer, and its headers, made for the first answer: an edition has many more codings than callers ask for. */
interface Variant {
  readonly etag: string
  readonly body: Buffer
  headers(): { readonly whole: Headers; readonly unchanged: Headers }
}

/** An answer as bytes. */
export interface PreparedAnswer {
  /** Content type. */
  readonly type: string
  readonly plain: Variant
  readonly br: Variant | null
  readonly gz: Variant | null
}

export function prepareAnswer(bytes: CodedBytes, described: AnswerDescription): PreparedAnswer {
  return {
    type: described.type,
    plain: variant(bytes.plain, `"${bytes.hash}"`, null, described),
    br: bytes.br && variant(bytes.br, `"${bytes.hash}-br"`, 'br', described),
    gz: bytes.gz && variant(bytes.gz, `"${bytes.hash}-gz"`, 'gzip', described),
  }
}

/** Smaller bodies fit one packet as they are. */
const leastCompressed = 1_000

/** The bytes of a text that is sent again and again: compressed where that pays. */
export function codedBytesOf(text: string): CodedBytes {
  const plain = Buffer.from(text)
  const worth = plain.length >= leastCompressed
  return {
    hash: createHash('sha256').update(plain).digest('hex'),
    plain,
    br: worth ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null,
    gz: worth ? gzipSync(plain) : null,
  }
}

/** An answer made for one read: its text, as in the edition it is made from, for this caller alone. */
export function prepareText(text: string, format: TextFormat, edition: string): PreparedAnswer {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('hex')
  return prepareAnswer({ hash, plain, br: null, gz: null }, { ...privateAnswer, type: contentTypes[format], edition })
}

const inMarkdown = /, (sha256:[0-9a-f]{64})\s*$/
const inPage = /<dt>Fingerprint<\/dt><dd><code>(sha256:[0-9a-f]{64})<\/code>/

/**
 * The fingerprint of a document: a member of its JSON, the end of its Markdown, an entry of its page; null where it has none. Nowhere else is
 * looked: a title of somebody else could spell one.
 *
 * @param type content type of the text
 */
export function fingerprintIn(text: string, type: string): string | null {
  if (type.startsWith('application/json')) {
    const member = jsonMembersOf(text).get('fingerprint')
    return member === undefined ? null : (JSON.parse(member) as string)
  }
  return (type.startsWith('text/html') ? inPage : inMarkdown).exec(text)?.[1] ?? null
}

/** The fingerprint that the document of an answer shows; null where it has none. */
export const fingerprintOf = memoize(({ plain, type }: PreparedAnswer) => fingerprintIn(plain.body.toString('utf8'), type))

/** Bytes of answers kept for repeated requests: a repeated or conditional call costs no more than any other. */
const mostKeptBytes = 16 * 1024 * 1024

/** Answers that were made for requests, kept by name. */
export class RecentAnswers extends LruCache<PreparedAnswer> {
  constructor() {
    super(mostKeptBytes)
  }

  override keep(name: string, answer: PreparedAnswer): void {
    const { plain, br, gz } = answer
    super.keep(name, answer, plain.body.length + (br?.body.length ?? 0) + (gz?.body.length ?? 0))
  }
}

function variant(body: Buffer, etag: string, coding: string | null, described: AnswerDescription): Variant {
  let made: ReturnType<Variant['headers']> | null = null
  return { etag, body, headers: () => (made ??= headersOf(body.length, etag, coding, described)) }
}

function headersOf(
  length: number,
  etag: string,
  coding: string | null,
  described: AnswerDescription,
): ReturnType<Variant['headers']> {
  const { type, cache, vary, edition, links, contentSecurityPolicy: policy } = described
  const security = policy === undefined ? securityHeaders : securityHeadersWith({ 'Content-Security-Policy': policy() })
  const unchanged = [
    ...['ETag', etag, 'Cache-Control', cache, 'Vary', vary],
    ...(edition === null ? [] : ['X-Edition', edition]),
    ...security,
  ]
  const linked = links === undefined ? [] : ['Link', links]
  const coded = coding === null ? [] : ['Content-Encoding', coding]
  return { whole: ['Content-Type', type, 'Content-Length', String(length), ...coded, ...linked, ...unchanged], unchanged }
}

function chosenVariant(req: IncomingMessage, prepared: PreparedAnswer): Variant {
  const { br, gzip } = acceptedCodings(req.headers['accept-encoding'] as string | undefined)
  return (br ? prepared.br : null) ?? (gzip ? prepared.gz : null) ?? prepared.plain
}

function holds(req: IncomingMessage, etag: string): boolean {
  const tags = req.headers['if-none-match']
  return tags !== undefined && matchesEntityTag(tags, etag)
}

/** Whether the client holds these bytes already: what `sendPrepared` answers with 304. */
export function isNotModified(req: IncomingMessage, prepared: PreparedAnswer): boolean {
  return holds(req, chosenVariant(req, prepared).etag)
}

/** A request that is answered with finished bytes. */
interface Answering {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly state: { readonly id: string; readonly freshness?: string; readonly signature?: string; bytes: number }
  respond?: boolean | undefined
}

/**
 * Answers GET or HEAD with the best coding the client takes, or 304 where it holds those bytes already. The caller is entitled by now: a 304
 * tells as much as a 200. `more`: headers that depend on who asks.
 */
export function sendPrepared(ctx: Answering, prepared: PreparedAnswer, more: Headers = []): void {
  const { req, res, state } = ctx
  const { headers, body, etag } = chosenVariant(req, prepared)
  const unchanged = holds(req, etag)
  const { whole, unchanged: kept } = headers()
  ctx.respond = false
  res.writeHead(unchanged ? 304 : 200, withExposedHeaders([...(unchanged ? kept : whole), ...more, ...ofRequest(state)]))
  res.end(unchanged ? undefined : body)
  state.bytes = unchanged || req.method === 'HEAD' ? 0 : body.length
}

/** Answers a call that was paid, with the receipt among the headers; no cache may keep it, not even for the same client. */
export function sendPaid(ctx: Answering, prepared: PreparedAnswer, receipt: Headers): void {
  const { req, res, state } = ctx
  const { headers, body } = chosenVariant(req, prepared)
  const { whole } = headers()
  ctx.respond = false
  const kept = whole.with(whole.indexOf('Cache-Control') + 1, 'private')
  res.writeHead(200, withExposedHeaders([...kept, ...receipt, 'X-Service-Tier', 'paid', ...ofRequest(state)]))
  res.end(body)
  state.bytes = body.length
}

function ofRequest({ id, freshness, signature }: Answering['state']): string[] {
  const signed = signature === undefined ? [] : ['Briefing-Signature', signature]
  return [...freshnessHeader(freshness), ...signed, 'X-Request-Id', id]
}

/** How fresh the document is now, beside bytes that say how fresh it was when they were written. */
export function freshnessHeader(freshness: string | undefined): string[] {
  return freshness === undefined ? [] : ['Briefing-Freshness', freshness]
}

/** Which codings beside identity a client takes. Identity is always sent where neither exists: RFC 9110 12.5.3 allows it. */
interface Codings {
  readonly br: boolean
  readonly gzip: boolean
}

const none: Codings = { br: false, gzip: false }
/** A longer list names no coding that any client has. */
const longestRead = 1_000
const longestKept = 100
const mostKept = 64
const kept = new Map<string, Codings>()

/** Reads Accept-Encoding (RFC 9110 12.5.3). `q=0` refuses a coding; other weights do not matter, the smallest accepted one is sent. */
export function acceptedCodings(header: string | undefined): Codings {
  if (header === undefined || header.length > longestRead) return none
  const known = kept.get(header)
  if (known !== undefined) return known
  const codings = readAcceptEncoding(header)
  if (header.length <= longestKept && kept.size < mostKept) kept.set(header, codings)
  return codings
}

function readAcceptEncoding(header: string): Codings {
  const accepted = new Map<string, boolean>()
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    if (name !== '') accepted.set(name, !parameters.some(refuses))
  }
  const other = accepted.get('*') ?? false
  return { br: accepted.get('br') ?? other, gzip: accepted.get('gzip') ?? accepted.get('x-gzip') ?? other }
}

function refuses(parameter: string): boolean {
  return /^q\s*=\s*0(\.0*)?$/.test(parameter)
}

/** Whether an If-None-Match names this entity tag: any of a list, weak or strong, or `*` (RFC 9110 13.1.2, weak comparison). */
export function matchesEntityTag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  for (const [tag] of header.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)) if (tag === etag) return true
  return false
}
