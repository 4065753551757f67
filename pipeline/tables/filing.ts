import { columnType, companyColumn, defineTable, newestStands, type RowOf } from './table.ts'

/** Its acceptance is the earliest any recording states: each is read as never too early, so the earliest is the closest. */
export const filingTable = defineTable({
  name: 'filing',
  comment:
    'Filed reports as listed in the SEC indexes, the EDINET lists and the lists of exchanges in India, and revisions of forecasts in Tokyo.',
  key: ['accession'],
  ...newestStands,
  recordedAt: 'named_at',
  least: ['accepted_at'],
  columns: [
    [
      'accession',
      'VARCHAR NOT NULL',
      'Accession number with dashes; for EDINET, the document id; in India, the name of the file; of a revision of a forecast, its URL.',
    ],
    companyColumn,
    [
      'form',
      'VARCHAR NOT NULL',
      'Form type, such as 8-K; for EDINET, the document type code: 120 annual, 160 semi-annual, 130 and 170 amended; in India, in words.',
    ],
    ['filing_date', 'DATE NOT NULL', 'Filing date as stated by the SEC; for others, the day in Tokyo or in India.'],
    ['report_date', 'DATE', 'Date of the event or period reported.'],
    [
      'accepted_at',
      'TIMESTAMP NOT NULL',
      'Acceptance time (UTC); SEC times are read as New York time, so the result is never too early.',
    ],
    ['items', 'VARCHAR NOT NULL', '8-K items, comma separated.'],
    ['url', 'VARCHAR NOT NULL', 'URL of the primary document; for EDINET, of its viewer.'],
    ['named_at', 'TIMESTAMP NOT NULL', 'Time of the latest recording that lists the filing (UTC).'],
    ['recording', 'VARCHAR NOT NULL', 'That recording.'],
  ],
})
export type FilingRow = RowOf<typeof filingTable>

export const withdrawalTable = defineTable({
  name: 'withdrawal',
  comment: 'Filings listed as withdrawn: their contents no longer count from the first such recording on.',
  key: ['accession', 'recording'],
  recording: 'recording',
  onConflict: 'append',
  columns: [
    ['accession', 'VARCHAR NOT NULL', 'The filing.'],
    ['recording', 'VARCHAR NOT NULL', 'A recording that lists the withdrawal.'],
  ],
})

/** A filed document does not change: of several recordings of one the earliest stands. */
export const spanTable = defineTable({
  name: 'span',
  comment: 'Table cells and sentences of filed documents, each with its location, as extracted by the filing readers.',
  recording: 'recording',
  onConflict: 'earliest',
  per: ['accession', 'url'],
  columns: [
    ['accession', 'VARCHAR NOT NULL', 'The filing.'],
    companyColumn,
    ['url', 'VARCHAR NOT NULL', 'URL of the document.'],
    ['seq', 'INTEGER NOT NULL', 'Position among the spans of the document, starting at 0.'],
    ['kind', columnType<'cell' | 'sentence'>('VARCHAR NOT NULL'), 'cell or sentence.'],
    ['place', 'VARCHAR NOT NULL', 'Location in the document, counted from 1.'],
    ['text', 'VARCHAR NOT NULL', 'The text as filed.', 'passage'],
    ['heading', 'VARCHAR NOT NULL', 'Header cells above it, or the heading before it.', 'passage'],
    ['context', 'VARCHAR NOT NULL', 'For a cell: the caption of its table and the first cell of its row.', 'passage'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type SpanRow = RowOf<typeof spanTable>

/** Derived from spans and reports. */
export const extractionTable = defineTable({
  name: 'extraction',
  comment: 'Figures taken from filings, each with the checks it passed or failed. A figure held for review is never served.',
  columns: [
    ['accession', 'VARCHAR NOT NULL', 'The filing.'],
    companyColumn,
    [
      'what',
      'VARCHAR NOT NULL',
      'bitcoin-total: from a current report; bitcoin-at-period-end: from a periodic report; periodic-report: a report that could not be read; bitcoin-passage and report-passage: a current or periodic report that counts bitcoins and in which no total was read.',
    ],
    ['value', 'DECIMAL(28,8)', 'The figure, in the unit given; null for a report that could not be read and for a passage.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the figure; empty if there is no figure.'],
    [
      'as_of',
      'DATE NOT NULL',
      'Day the figure is stated for; for a report that could not be read and for a passage, the filing date.',
    ],
    ['how', 'VARCHAR NOT NULL', 'table or sentence; for tags: dimension (a member names the coin), tag or custom tag.'],
    ['place', 'VARCHAR NOT NULL', 'Location in the document.'],
    ['quote', 'VARCHAR NOT NULL', 'The text or cells it was read from.', 'quote'],
    ['checks', 'VARCHAR NOT NULL', 'The checks as JSON: name, passed, detail.'],
    [
      'status',
      columnType<'served' | 'held' | 'rejected'>('VARCHAR NOT NULL'),
      'served; held for review; or rejected by an operator.',
    ],
    ['reason', 'VARCHAR', 'Why it is held or was rejected.', 'quote'],
    ['url', 'VARCHAR NOT NULL', 'URL of the document.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
