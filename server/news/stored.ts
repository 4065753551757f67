import { type Kind, placeOf } from '../../pipeline/documents/kind.ts'
import { type NewsDay, newsDayKind, type StoredNewsRecord } from '../../pipeline/documents/news-day.ts'
import { type NewsDirectory, newsDirectoryKind } from '../../pipeline/documents/news-directory.ts'
import type { EditionView } from '../../pipeline/publish/reader.ts'
import { retryAfterMissing } from '../editions/absence.ts'
import { Refusal } from '../http/errors.ts'
import { dayBefore } from '../openapi/news-filter.ts'
import { companyNamed } from './company.ts'

/** Bytes of JSON whose documents are kept parsed: those of a window of the longest kind. */
const mostBytes = 48 * 1024 * 1024

/** Documents parsed from packs, those asked for last, by the hash of their bytes. */
const parsed = new Map<string, { readonly document: unknown; readonly bytes: number }>()
let parsedBytes = 0

/** A document of a packed kind; null where the edition holds none. Throws 503 ARCHIVE_UNAVAILABLE where its bytes cannot be read. */
async function storedDocument<Document>(view: EditionView, kind: Kind, id: string): Promise<Document | null> {
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
    const message = `The news cannot be read right now. Retry in ${retryAfterMissing} seconds.`
    throw new Refusal('ARCHIVE_UNAVAILABLE', message, { retryAfter: retryAfterMissing }, error)
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

/** Whom news can be asked about; null where the edition was published before there was any. */
export function readDirectory(view: EditionView): Promise<NewsDirectory | null> {
  return storedDocument(view, newsDirectoryKind, '')
}

/** All records of a window (YYYY-MM-DD, both ends included), in the order they are served. */
export async function readRecords(view: EditionView, since: string, until: string): Promise<StoredNewsRecord[]> {
  const days: string[] = []
  for (let day = until; day >= since; day = dayBefore(day, 1)) days.push(day)
  const read = await Promise.all(days.map((day) => storedDocument<NewsDay>(view, newsDayKind, day)))
  return read.flatMap((day) => day?.records ?? [])
}

/** Those of these names that no list of companies has. */
export async function unknownNames(view: EditionView, names: readonly string[]): Promise<string[]> {
  const directory = names.length === 0 ? null : await readDirectory(view)
  return names.filter((name) => directory === null || companyNamed(directory, name) === null)
}

/** Issuer ids of the companies that these names stand for; a name that no list has stands for none. */
export async function issuersNamed(view: EditionView, names: readonly string[]): Promise<ReadonlySet<string>> {
  const directory = names.length === 0 ? null : await readDirectory(view)
  return new Set(directory === null ? [] : names.flatMap((name) => companyNamed(directory, name)?.company ?? []))
}
