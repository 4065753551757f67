import type { NewsRecordRow } from '../tables/news.ts'
import { isoTime } from '../time/day.ts'

/** A document of an agency or a central bank as its own list shows it. */
export interface OfficialDocument {
  readonly source: string
  readonly id: string
  /** What it is, in the words of its source or of its address; null where neither says. */
  readonly form: string | null
  readonly title: string
  readonly link: string
  /** Shown date and time, the zone of both, and milliseconds UTC; `clock` and `at` are null where the source shows the day alone. */
  readonly day: string
  readonly clock: string | null
  readonly zone: string
  readonly at: number | null
}

/** The row of an official document. @param knownAt when the list was recorded, RFC 3339 */
export function officialRecord(document: OfficialDocument, knownAt: string): NewsRecordRow {
  const { at, ...shown } = document
  return {
    ...shown,
    ...{ told_by: 'list', origin: 'official', items: null, title_as_filed: null, kinds: '', language: 'en' },
    happened_at: at === null ? null : isoTime(at),
    known_at: knownAt,
  }
}
