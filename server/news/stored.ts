import { type NewsDay, newsDayKind, type StoredNewsRecord } from '../../pipeline/documents/news-day.ts'
import { type NewsDirectory, newsDirectoryKind } from '../../pipeline/documents/news-directory.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { storedDocument } from '../editions/stored-document.ts'
import { dayBefore } from '../openapi/news-filter.ts'
import { companyNamed } from './company.ts'

const unread = 'The news cannot be read right now.'

/** Whom news can be asked about; null where the edition was published before there was any. */
export function readDirectory(view: EditionView): Promise<NewsDirectory | null> {
  return storedDocument(view, newsDirectoryKind, '', unread)
}

/** All records of a window (YYYY-MM-DD, both ends included), in the order they are served. */
export async function readRecords(view: EditionView, since: string, until: string): Promise<StoredNewsRecord[]> {
  const days: string[] = []
  for (let day = until; day >= since; day = dayBefore(day, 1)) days.push(day)
  const read = await Promise.all(days.map((day) => storedDocument<NewsDay>(view, newsDayKind, day, unread)))
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
