import type { StoredNewsRecord } from '../../pipeline/documents/news-day.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../openapi/news-filter.ts'
import type { NewsPage } from '../schemas/news.ts'
import { coverageOf } from './coverage.ts'
import { newsPageOf } from './page.ts'
import { readDirectory, readRecords } from './stored.ts'

/** Days of news that are searched. */
export const recentDays = 90

/** Records of the last days of an edition, newest first. */
export function recentRecords(view: EditionView): Promise<StoredNewsRecord[]> {
  const { as_of: until } = view.manifest
  return readRecords(view, dayBefore(until, recentDays), until)
}

/** The recent record of a source with an id, as a page of news that has it alone; null where there is none. */
export async function recordNamed(view: EditionView, source: string, id: string): Promise<NewsPage | null> {
  const record = (await recentRecords(view)).find((each) => each.source === source && each.id === id)
  if (record === undefined) return null
  const { kind, date } = record
  const filter = { about: null, kind, since: date, until: date, untilUnused: false, limit: 1 }
  const directory = await readDirectory(view)
  const covered = coverageOf(view, directory, filter, null)
  return newsPageOf([record], { filter, company: null, directory, covered, sample: view.manifest.sample })
}
