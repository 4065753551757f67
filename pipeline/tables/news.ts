import type { NewsOrigin } from '../../data/news-kinds.ts'
import { columnType, companyColumn, defineTable, newestStands, type RowOf, recordingColumn } from './table.ts'

/** What tells of a record: the list of everything new, the index of a day, or the index of one filer. */
export type NewsIndexKind = 'list' | 'index' | 'filer'

/** A list tells of the same record again and again, and several lists tell of one: a row each, the newest, known since the first. */
export const newsRecordTable = defineTable({
  name: 'news_record',
  comment:
    'Company filings and official documents as each list that names them tells them. Use v_news for one row per record, with its companies.',
  key: ['source', 'id', 'told_by'],
  ...newestStands,
  recordedAt: 'told_at',
  least: ['known_at'],
  columns: [
    ['source', 'VARCHAR NOT NULL', 'Who keeps the list, such as sec or edinet.'],
    ['id', 'VARCHAR NOT NULL', 'Its own id: for the SEC the accession number, for EDINET the document id.'],
    [
      'told_by',
      columnType<NewsIndexKind>('VARCHAR NOT NULL'),
      'list: what is new, of everybody; index: the index of a day; filer: the index of one company.',
    ],
    ['origin', columnType<NewsOrigin>('VARCHAR NOT NULL'), 'filed: by a company; official: of an agency or a central bank.'],
    ['form', 'VARCHAR', 'Form or type of document as the source writes it; null if it has none.', 'line'],
    ['items', 'VARCHAR', 'Item numbers of an 8-K, reasons of an extraordinary report; null if this list does not tell them.'],
    ['day', 'DATE NOT NULL', 'Date shown by the source, in its own time zone.'],
    ['clock', 'VARCHAR', 'Local time shown by the source, HH:MM or HH:MM:SS; null if it shows the day alone.'],
    ['zone', 'VARCHAR NOT NULL', 'Time zone of the day and the local time.'],
    ['happened_at', 'TIMESTAMP', 'The local time in UTC; null if the source shows the day alone.'],
    ['title', 'VARCHAR NOT NULL', 'What it says, in English.', 'line'],
    ['title_as_filed', 'VARCHAR', 'Title in its own language; null if that is English or there is none.', 'line'],
    [
      'kinds',
      'VARCHAR NOT NULL',
      'earnings-release, material-event, leadership-change, ownership-report, comma separated; empty for an official document and where this list does not tell.',
    ],
    ['link', 'VARCHAR NOT NULL', 'Where it can be read.'],
    ['language', 'VARCHAR NOT NULL', 'Language of the document, ISO 639.'],
    ['known_at', 'TIMESTAMP NOT NULL', 'Time of the first recording of this list that tells of it (UTC).'],
    ['told_at', 'TIMESTAMP NOT NULL', 'Time of the latest (UTC).'],
    ['recording', 'VARCHAR NOT NULL', 'The latest.'],
  ],
})
export type NewsRecordRow = RowOf<typeof newsRecordTable>

export const newsCompanyTable = defineTable({
  name: 'news_company',
  comment: 'Companies that a record is about. A filing of several co-registrants has several.',
  key: ['source', 'id', 'company'],
  ...newestStands,
  columns: [
    ['source', 'VARCHAR NOT NULL', 'As in news_record.'],
    ['id', 'VARCHAR NOT NULL', 'As in news_record.'],
    companyColumn,
    ['name', 'VARCHAR', 'Its name as that list writes it; null if the list names only who filed.', 'line'],
    recordingColumn,
  ],
})
export type NewsCompanyRow = RowOf<typeof newsCompanyTable>

/** What a list says of a record it told of before. */
export const newsMarkTable = defineTable({
  name: 'news_mark',
  comment: 'Records that were withdrawn or whose entry was corrected, as a later list says.',
  key: ['source', 'id', 'mark', 'recording'],
  recording: 'recording',
  onConflict: 'append',
  columns: [
    ['source', 'VARCHAR NOT NULL', 'As in news_record.'],
    ['id', 'VARCHAR NOT NULL', 'As in news_record.'],
    ['mark', columnType<'withdrawn' | 'corrected'>('VARCHAR NOT NULL'), 'withdrawn or corrected.'],
    ['recording', 'VARCHAR NOT NULL', 'A recording that says so.'],
  ],
})
export type NewsMarkRow = RowOf<typeof newsMarkTable>
