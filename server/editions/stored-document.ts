import { type Kind, placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { Refusal } from '../http/errors.ts'
import { Recent } from './recent.ts'

/** Seconds after which a missing document may be there: about a refresh. */
export const retryAfterMissing = 300

/** Bytes of JSON whose documents are kept parsed: those of a window of news of the longest kind. */
const mostBytes = 48 * 1024 * 1024

/** Documents parsed from packs, by the hash of their bytes. */
const parsed = new Recent<unknown>(mostBytes)

/** A document of JSON that an edition holds at a place; null where it holds none. */
export function residentDocument<Document>({ resident }: Pick<EditionView, 'resident'>, place: string): Document | null {
  const stored = resident(place, 'json')
  return stored && (JSON.parse(stored.plain.toString('utf8')) as Document)
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
  code: 'ARCHIVE_UNAVAILABLE' | 'COMPANY_UNAVAILABLE' | 'DATED_READ_UNAVAILABLE' = 'ARCHIVE_UNAVAILABLE',
): Promise<Document | null> {
  const place = placeOf(kind, id)
  const hash = view.packedEntry(place)?.formats.json?.hash
  if (hash === undefined) return null
  const before = parsed.get(hash)
  if (before !== undefined) return before as Document
  const stored = await view.packed(place, 'json').catch((error: unknown) => {
    throw new Refusal(code, `${unread} Retry in ${retryAfterMissing} seconds.`, { retryAfter: retryAfterMissing }, error)
  })
  if (stored === null) return null
  const document = JSON.parse(stored.plain.toString('utf8')) as Document
  parsed.keep(hash, document, stored.plain.length)
  return document
}
