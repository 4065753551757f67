import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedCodings } from './content-coding.ts'
import { matchesEntityTag } from './entity-tags.ts'
import { contentTypes, type TextFormat } from './formats.ts'
import { limitHeaderNames } from './limits/header-names.ts'
import { securityHeaders, securityHeadersWith } from './security-headers.ts'

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
  /** Makes the policy that replaces that of the API; asked for at the first answer. */
  readonly contentSecurityPolicy?: () => string
}

/** How an answer that is the same for everybody may be kept. */
export const openAnswer = { cache: 'public, no-cache', vary: 'Accept-Encoding' } as const satisfies Partial<Described>

/** Names and values of an answer's head, flat. The last value is that of X-Request-Id and is set for each request. */
type Head = string[]

/** One coding of an answer, and its heads, made for the first answer: an edition has many more codings than callers ask for. */
interface Variant {
  readonly etag: string
  readonly body: Buffer
  heads(): Heads
}

/** Those for key holders have room for what is told of their calls before the request's id. */
interface Heads {
  readonly whole: Head
  readonly unchanged: Head
  readonly wholeHolder: Head
  readonly unchangedHolder: Head
}

/** What the answer to a key holder says of the plan and its limits, as texts. */
export interface HolderMarks {
  readonly tier: string
  readonly limit: string
  readonly remaining: string
  /** Seconds since 1970. */
  readonly reset: string
  /** Every limit of the plan, and how the account stands, as the `RateLimit` headers of the IETF's draft say it. */
  readonly policy: string
  readonly standing: string
}

/** An answer as bytes. */
export interface PreparedAnswer {
  readonly plain: Variant
  readonly br: Variant | null
  readonly gz: Variant | null
}

export function prepare(bytes: Bytes, described: Described): PreparedAnswer {
  return {
    plain: variant(bytes.plain, `"${bytes.hash}"`, null, described),
    br: bytes.br && variant(bytes.br, `"${bytes.hash}-br"`, 'br', described),
    gz: bytes.gz && variant(bytes.gz, `"${bytes.hash}-gz"`, 'gzip', described),
  }
}

/** An answer made for one read: its text, as it stands in the edition it is made from, for this caller alone. */
export function prepareText(text: string, format: TextFormat, edition: string): PreparedAnswer {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('hex')
  const vary = 'Accept, Accept-Encoding, Authorization, X-API-Key'
  return prepare({ hash, plain, br: null, gz: null }, { type: contentTypes[format], cache: 'private, no-cache', vary, edition })
}

function variant(body: Buffer, etag: string, coding: string | null, described: Described): Variant {
  let heads: Heads | null = null
  return { etag, body, heads: () => (heads ??= headsOf(body.length, etag, coding, described)) }
}

function headsOf(length: number, etag: string, coding: string | null, described: Described): Heads {
  const { type, cache, vary, edition, contentSecurityPolicy: policy } = described
  const security = policy === undefined ? securityHeaders : securityHeadersWith({ 'Content-Security-Policy': policy() })
  const unchanged = [
    'ETag',
    etag,
    'Cache-Control',
    cache,
    'Vary',
    vary,
    ...(edition === null ? [] : ['X-Edition', edition]),
    ...security,
  ]
  const coded = coding === null ? [] : ['Content-Encoding', coding]
  const whole = ['Content-Type', type, 'Content-Length', String(length), ...coded, ...unchanged]
  return {
    whole: [...whole, ...idRoom],
    unchanged: [...unchanged, ...idRoom],
    wholeHolder: [...whole, ...holderRoom, ...idRoom],
    unchangedHolder: [...unchanged, ...holderRoom, ...idRoom],
  }
}

const idRoom = ['X-Request-Id', '']
const holderHeaders = ['X-Service-Tier', ...limitHeaderNames]
const holderRoom = holderHeaders.flatMap((name) => [name, ''])
/** The values of those headers, in the same order. */
const slots = ['tier', 'limit', 'remaining', 'reset', 'policy', 'standing'] as const satisfies readonly (keyof HolderMarks)[]

/** The limits among the marks as a flat list of names and values. */
export function limitHeaders(marks: HolderMarks): string[] {
  return slots.flatMap((slot, at) => (slot === 'tier' ? [] : [holderHeaders[at]!, marks[slot]]))
}

function chosenVariant(req: IncomingMessage, prepared: PreparedAnswer): Variant {
  const { br, gzip } = acceptedCodings(req.headers['accept-encoding'] as string | undefined)
  return (br ? prepared.br : null) ?? (gzip ? prepared.gz : null) ?? prepared.plain
}

function holds(req: IncomingMessage, { etag }: Variant): boolean {
  const tags = req.headers['if-none-match']
  return tags !== undefined && matchesEntityTag(tags, etag)
}

/** Whether the client holds these bytes already: what `sendFinished` answers with 304. */
export function isHeld(req: IncomingMessage, prepared: PreparedAnswer): boolean {
  return req.headers['if-none-match'] !== undefined && holds(req, chosenVariant(req, prepared))
}

/**
 * Answers GET or HEAD with the best coding the client takes, or 304 where it holds those bytes already. Returns the size of the body sent.
 * The caller is entitled by now: a 304 tells as much as a 200.
 */
export function sendPrepared(
  req: IncomingMessage,
  res: ServerResponse,
  prepared: PreparedAnswer,
  requestId: string,
  marks: HolderMarks | null = null,
): number {
  const variant = chosenVariant(req, prepared)
  const heads = variant.heads()
  if (holds(req, variant)) {
    res.writeHead(304, marks === null ? withId(heads.unchanged, requestId) : withMarks(heads.unchangedHolder, requestId, marks))
    res.end()
    return 0
  }
  res.writeHead(200, marks === null ? withId(heads.whole, requestId) : withMarks(heads.wholeHolder, requestId, marks))
  res.end(variant.body)
  return req.method === 'HEAD' ? 0 : variant.body.length
}

/** Answers a call that was paid, with the receipt among the headers; no cache may keep it, not even for the same client. */
export function sendPaid(
  req: IncomingMessage,
  res: ServerResponse,
  prepared: PreparedAnswer,
  requestId: string,
  receipt: readonly string[],
): number {
  const { heads, body } = chosenVariant(req, prepared)
  const head = heads().whole
  const cache = head.indexOf('Cache-Control') + 1
  const paid = [...head.with(cache, 'private').slice(0, -2), ...receipt, 'X-Service-Tier', 'paid', 'X-Request-Id', requestId]
  res.writeHead(200, paid)
  res.end(body)
  return body.length
}

/** Writes the id into the list in place: `writeHead` has read the list when it returns, and a copy for each request would cost more. */
function withId(head: Head, requestId: string): Head {
  head[head.length - 1] = requestId
  return head
}

/** The marks in the slots `holderRoom` keeps for them. */
function withMarks(head: Head, requestId: string, marks: HolderMarks): Head {
  let value = head.length - idRoom.length - holderRoom.length + 1
  for (const slot of slots) {
    head[value] = marks[slot]
    value += 2
  }
  return withId(head, requestId)
}
