import { type Kind, placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { Refusal } from '../http/errors.ts'
import { retryAfterMissing } from './absence.ts'

/** Bytes of JSON whose documents are kept parsed: those of a window of news of the longest kind. */
const mostBytes = 48 * 1024 * 1024

/** Documents parsed from packs, those asked for last, by the hash of their bytes. */
const parsed = new Map<string, { readonly document: unknown; readonly bytes: number }>()
let parsedBytes = 0

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
  if (before !== undefined) {
    parsed.delete(hash)
    parsed.set(hash, before)
    return before.document as Document
  }
  const stored = await view.packed(place, 'json').catch((error: unknown) => {
    throw new Refusal(code, `${unread} Retry in ${retryAfterMissing} seconds.`, { retryAfter: retryAfterMissing }, error)
  })
  if (stored === null) return null
  const document = JSON.parse(stored.plain.toString('utf8')) as Document
  keep(hash, document, stored.plain.length)
  return document
}

function keep(hash: string, document: unknown, bytes: number): void {
  if (parsed.has(hash)) return
  parsed.set(hash, { document, bytes })
  parsedBytes += bytes
  for (const [oldest, dropped] of parsed) {
    if (parsedBytes <= mostBytes) break
    parsed.delete(oldest)
    parsedBytes -= dropped.bytes
  }
}
