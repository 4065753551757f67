import { columnType, companyColumn, defineTable, filed, type RowOf } from './table.ts'

const reportColumns = [companyColumn, ['filing', 'VARCHAR NOT NULL', 'The filing.']] as const

/** What is kept of a periodic report follows from its document, which does not change: of several recordings of one the earliest stands. */
export const reportTable = defineTable({
  name: 'report',
  comment:
    'Periodic reports that were read. Their facts are in fact, their notes in note, and their figures in statement_line and stated_count.',
  key: ['accession'],
  recording: 'recording',
  onConflict: 'earliest',
  columns: [
    ['accession', 'VARCHAR NOT NULL', 'The filing.'],
    companyColumn,
    ['form', 'VARCHAR NOT NULL', 'Form, as stated on the cover.'],
    ['url', 'VARCHAR NOT NULL', 'URL of the document.'],
    ['period_end', 'DATE', 'Balance sheet date; null if no statement was read.'],
    ['currency', 'VARCHAR', 'ISO code of the currency of its amounts; null if no statement was read.'],
    ['unreadable', 'VARCHAR', 'Why the report could not be read; null if it was read.'],
    ['cover', 'VARCHAR NOT NULL', 'Concepts and values tagged on the cover.'],
    [
      'passage',
      columnType<object | null>('JSON'),
      'Passage that counts or values bitcoins in a report where no count was read, with its location; null otherwise.',
    ],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type ReportRow = RowOf<typeof reportTable>

export const factTable = defineTable({
  name: 'fact',
  comment: 'Tagged values of periodic reports as filed, one per row.',
  ...filed,
  columns: [
    companyColumn,
    ['filing', 'VARCHAR NOT NULL', 'The filing that states it: its accession number; for EDINET, the document id.'],
    ['concept', 'VARCHAR NOT NULL', 'Name of the concept, with its prefix as filed.'],
    ['unit', 'VARCHAR', 'Its unit, such as iso4217:USD; null if it is not a number.'],
    ['from_day', 'DATE', 'First day of a duration; null for an instant.'],
    ['to_day', 'DATE', 'Last day, or the day of an instant; null if none is read from the report.'],
    [
      'dimensions',
      columnType<readonly object[] | null>('JSON'),
      'Axes and members of the context; null for the filer as a whole.',
    ],
    ['value', 'VARCHAR', 'The value as filed, with scale and sign applied and every digit; null if it is nil.'],
    [
      'decimals',
      'VARCHAR',
      'Decimal places to which the number is accurate: -3 means thousands, INF exact as written; null if not stated.',
    ],
    ['place', 'VARCHAR NOT NULL', 'Location: table and row counted from 1, or the character at which its tag begins.'],
    ['label', 'VARCHAR NOT NULL', 'First text of its row, or the sentence that contains it.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type FactRow = RowOf<typeof factTable>

export const noteTable = defineTable({
  name: 'note',
  comment: 'Notes and policies of periodic reports as text, the first 20,000 characters of each.',
  ...filed,
  columns: [
    ...reportColumns,
    ['concept', 'VARCHAR NOT NULL', 'Name of the block, with its prefix as filed.'],
    ['kind', columnType<'note' | 'policy'>('VARCHAR NOT NULL'), 'note or policy.'],
    ['text', 'VARCHAR NOT NULL', 'One paragraph or table row per line, with cells separated by " | ".'],
    ['length', 'INTEGER NOT NULL', 'Length of the whole text in characters.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type NoteRow = RowOf<typeof noteTable>

export const statementLineTable = defineTable({
  name: 'statement_line',
  comment:
    'Statement lines of periodic reports under standard names, as read when the report was loaded. A line without a value gives the reason; a line without a name and with the value 0 means that there is none.',
  ...filed,
  columns: [
    ...reportColumns,
    ['seq', 'INTEGER NOT NULL', 'Position among the lines of the report, starting at 0.'],
    ['line', 'VARCHAR NOT NULL', 'total_assets, cash, debt, preferred_stock, maturities, due_within_24_months or shares.'],
    ['name', 'VARCHAR NOT NULL', 'Instrument, class or year as filed; empty for the line as a whole.', 'line'],
    ['value', 'DECIMAL(38,8)', 'The amount, in the unit given; null if none is read from the report.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency, or shares.'],
    ['as_of', 'DATE NOT NULL', 'Day it is stated for.'],
    [
      'concept',
      'VARCHAR NOT NULL',
      'Concepts under which the line is filed in its market; empty if it was not read from tags alone.',
    ],
    [
      'terms',
      columnType<Readonly<Record<string, string | number | null>> | null>('JSON'),
      'For an instrument, its coupon, maturity and put; for a class, its shares; for a year, its last day.',
    ],
    ['why', 'VARCHAR', 'Why none is read from the report.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type StatementLineRow = RowOf<typeof statementLineTable>

export const statedCountTable = defineTable({
  name: 'stated_count',
  comment:
    'Locations in periodic reports that may state the bitcoins held on the balance sheet date, with the evidence for checking the count against the price of that day. The outcome is in extraction.',
  ...filed,
  columns: [
    ...reportColumns,
    ['seq', 'INTEGER NOT NULL', 'Rank of the location, most reliable first, starting at 0.'],
    ['coins', 'VARCHAR NOT NULL', 'The count as stated there, as decimal text.'],
    ['how', 'VARCHAR NOT NULL', 'dimension (a member names the coin), tag, custom tag, table or sentence.'],
    ['place', 'VARCHAR NOT NULL', 'Location in the document.'],
    ['quote', 'VARCHAR NOT NULL', 'The text or cells it was read from.', 'quote'],
    [
      'evidence',
      columnType<object>('JSON NOT NULL'),
      'Supporting evidence: fair value, market values, cost, the price stated in the filing, checks made.',
    ],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type StatedCountRow = RowOf<typeof statedCountTable>
