import { type Kind, placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView, StoredBytes } from '../../pipeline/editions/reader.ts'
import { Refusal } from '../http/errors.ts'
import { memoize } from '../http/once.ts'
import { LruCache } from './lru-cache.ts'
import { documentUnavailable } from './unavailable.ts'

/** Seconds after which a missing document may be there: about a refresh. */
export const retryAfterMissing = 300

/** Bytes of JSON whose documents are kept parsed: those of a window of news of the longest kind. */
const mostBytes = 48 * 1024 * 1024

/** Documents parsed from packs, by the hash of their bytes. */
const parsed = new LruCache<unknown>(mostBytes)

/** A document of JSON that an edition holds at a place; null where it holds none. */
export function residentDocument<Document>({ resident }: Pick<EditionView, 'resident'>, place: string): Document | null {
  const stored = resident(place, 'json')
  return stored && (JSON.parse(stored.plain.toString('utf8')) as Document)
}

/** The day of the figures that a document of an edition shows, of several the middle one; null where it shows none. */
export function dayOfFigures(view: EditionView, place: string): string | null {
  const { readings = {} } = residentDocument<{ readings?: Record<string, { period?: string }> }>(view, place) ?? {}
  const periods = Object.values(readings).flatMap(({ period }) => period ?? [])
  return periods.sort()[periods.length >> 1] ?? null
}

type Unread = 'ARCHIVE_UNAVAILABLE' | 'COMPANY_UNAVAILABLE' | 'DATED_READ_UNAVAILABLE'

/** Places of editions whose bytes were read before: a pack does not change, and what anyone may ask costs one look. */
const readable = memoize((_: EditionView) => new Set<string>())

/** Whether an edition holds a document of a packed kind. Throws 503 as `storedDocument` does; reads its bytes once an edition and parses none. */
export async function isReadable(view: EditionView, kind: Kind, id: string, unread: string, code: Unread): Promise<boolean> {
  const place = placeOf(kind, id)
  if (view.packedEntry(place)?.formats.json === undefined) return false
  if (readable(view).has(place)) return true
  await bytesAt(view, place, unread, code)
  readable(view).add(place)
  return true
}

/** The JSON of a packed place; null where the edition holds none. Throws 503 as `storedDocument` does. */
export function bytesAt(view: EditionView, place: string, unread: string, code: Unread): Promise<StoredBytes | null> {
  return view.packed(place, 'json').catch((error: unknown) => {
    throw (
      documentUnavailable(error) ??
      new Refusal(code, `${unread} Retry in ${retryAfterMissing} seconds.`, { retryAfter: retryAfterMissing }, error)
    )
  })
}

/**
 * A document of a packed kind; null where the edition holds none. Throws 503 where its bytes cannot be read, with `code` and what `unread`
 * says.
 */
export async function storedDocument<Document>(
  view: EditionView,
  kind: Kind,
  id: string,
  unread: string,
  code: Unread = 'ARCHIVE_UNAVAILABLE',
): Promise<Document | null> {
  const place = placeOf(kind, id)
  const hash = view.packedEntry(place)?.formats.json?.hash
  if (hash === undefined) return null
  const before = parsed.get(hash)
  if (before !== undefined) return before as Document
  const stored = await bytesAt(view, place, unread, code)
  if (stored === null) return null
  const document = JSON.parse(stored.plain.toString('utf8')) as Document
  parsed.keep(hash, document, stored.plain.length)
  return document
}
