import { type ErrorFacts, ParseError } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('latin1')
/** What feeds have read of bodies, as long as the bodies are there. */
const read = new WeakMap<Uint8Array, unknown>()

/** Why a body is refused. */
export function bodyError(feed: string, code: string, reason: string, facts: ErrorFacts = { feed }): ParseError {
  return new ParseError(code, `${feed}: ${reason}`, facts)
}

/** What a feed has read of a body: JSON as it was parsed, or its text; undefined for pages and packed files. */
export function parsedBodyOf(body: Uint8Array): unknown {
  return read.get(body)
}

/** The body as text. A body that is empty, not UTF-8, or a web page where data was due is a `ParseError`. */
export function bodyText(body: Uint8Array, feed: string): string {
  return dataIn(body, feed, utf8)
}

/** The same of a body in ISO-8859-1: one character a byte. */
export function latin1Of(body: Uint8Array, feed: string): string {
  return dataIn(body, feed, latin1)
}

/** A web page as text, where a page is what is due. */
export function pageTextOf(body: Uint8Array, feed: string): string {
  const text = decoded(body, feed, utf8)
  if (!/<(table|div|html)\b/i.test(text))
    throw bodyError(feed, 'BODY_NOT_PAGE', 'received something other than the page due; inspect the recording')
  return text
}

function decoded(body: Uint8Array, feed: string, decoder: typeof utf8): string {
  try {
    return decoder.decode(body)
  } catch {
    throw bodyError(feed, 'BODY_NOT_TEXT', 'the body is not UTF-8 text; inspect the recording')
  }
}

function dataIn(body: Uint8Array, feed: string, decoder: typeof utf8): string {
  const text = decoded(body, feed, decoder)
  refuseEmptyOrHtml(text.slice(0, 1_000), feed)
  read.set(body, text)
  return text
}

/** Throws `BODY_EMPTY` or `BODY_IS_HTML` by how a body begins. */
export function refuseEmptyOrHtml(beginning: string, feed: string): void {
  const start = beginning.trimStart().slice(0, 200).toLowerCase()
  if (start === '') throw bodyError(feed, 'BODY_EMPTY', 'the body is empty')
  if (start.startsWith('<!doctype html') || start.startsWith('<html') || start.startsWith('<head'))
    throw bodyError(feed, 'BODY_IS_HTML', 'received a web page instead of data; inspect the recording')
}

/** The body as JSON of any kind. */
function jsonOf(body: Uint8Array, feed: string): unknown {
  const text = bodyText(body, feed)
  try {
    const value: unknown = JSON.parse(text)
    read.set(body, value)
    return value
  } catch {
    throw bodyError(feed, 'BODY_NOT_JSON', 'the body is not complete JSON; inspect the recording')
  }
}

/** The body as a JSON object. */
export function bodyObject(body: Uint8Array, feed: string): Record<string, unknown> {
  const value = jsonOf(body, feed)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bodyError(feed, 'BODY_NOT_OBJECT', 'the body is not a JSON object')
  return value as Record<string, unknown>
}

/** The body as a JSON array. */
export function bodyArray(body: Uint8Array, feed: string): unknown[] {
  const value = jsonOf(body, feed)
  if (!Array.isArray(value)) throw bodyError(feed, 'BODY_NOT_ARRAY', 'the body is not a JSON array')
  return value
}
