import { defineTable, holding, type RowOf } from './table.ts'

/** What is kept of a periodic report follows from its document, which does not change: of several recordings of one the earliest stands. */
export const report = defineTable({
  name: 'report',
  comment:
    'Periodic reports that were read. Their facts are in fact, their notes in note, their figures in statement_line and stated_count.',
  key: ['accession'],
  recording: 'recording',
  onConflict: 'earliest',
  columns: [
    ['accession', 'VARCHAR NOT NULL', 'The filing.'],
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['form', 'VARCHAR NOT NULL', 'Form, as its cover says.'],
    ['url', 'VARCHAR NOT NULL', 'Address of the document.'],
    ['period_end', 'DATE', 'Balance sheet day; null where no statement is read in it.'],
    ['currency', 'VARCHAR', 'ISO code of the currency of its amounts; null likewise.'],
    ['unreadable', 'VARCHAR', 'Why the report as a whole could not be read; null where it was.'],
    ['cover', 'VARCHAR NOT NULL', 'What its cover tags: concepts and values.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type ReportRow = RowOf<typeof report>

export const fact = defineTable({
  name: 'fact',
  comment: 'Tagged values of periodic reports, one a row, as filed.',
  recording: 'recording',
  onConflict: 'earliest',
  per: ['filing'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['filing', 'VARCHAR NOT NULL', 'The filing that tells it: its accession number; of EDINET the document id.'],
    ['concept', 'VARCHAR NOT NULL', 'Name of the concept, with its prefix as filed.'],
    ['unit', 'VARCHAR', 'Its unit, such as iso4217:USD; null for what is no number.'],
    ['from_day', 'DATE', 'First day of a duration; null for an instant.'],
    ['to_day', 'DATE', 'Last day, or the day of an instant; null where the report names none.'],
    ['dimensions', holding<readonly object[] | null>('JSON'), 'Axes and members of the context; null for the filer as a whole.'],
    ['value', 'VARCHAR', 'The value as filed, scale and sign applied, every digit; null where it is nil.'],
    [
      'decimals',
      'VARCHAR',
      'Places to which a number is exact: -3 means thousands, INF exactly as written; null where not stated.',
    ],
    ['place', 'VARCHAR NOT NULL', 'Where it stands: table and row counted from 1, or the character its tag begins at.'],
    ['label', 'VARCHAR NOT NULL', 'First text of its row, or the sentence it stands in.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type FactRow = RowOf<typeof fact>

export const note = defineTable({
  name: 'note',
  comment: 'Notes and policies of periodic reports as text, the first 20,000 characters of each.',
  recording: 'recording',
  onConflict: 'earliest',
  per: ['filing'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['filing', 'VARCHAR NOT NULL', 'The filing.'],
    ['concept', 'VARCHAR NOT NULL', 'Name of the block, with its prefix as filed.'],
    ['kind', holding<'note' | 'policy'>('VARCHAR NOT NULL'), 'note or policy.'],
    ['text', 'VARCHAR NOT NULL', 'A paragraph or row of a table a line, cells parted by " | ".'],
    ['length', 'INTEGER NOT NULL', 'Characters of the whole.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type NoteRow = RowOf<typeof note>

export const statementLine = defineTable({
  name: 'statement_line',
  comment:
    'Lines of the statements of periodic reports under their standard names, as they were read when the report was loaded. A line without a value says why; one without a name and with the value 0 says that there is none.',
  recording: 'recording',
  onConflict: 'earliest',
  per: ['filing'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['filing', 'VARCHAR NOT NULL', 'The filing.'],
    ['seq', 'INTEGER NOT NULL', 'Position among the lines of the report, from 0.'],
    ['line', 'VARCHAR NOT NULL', 'total_assets, cash, debt, preferred_stock, maturities, due_within_24_months or shares.'],
    ['name', 'VARCHAR NOT NULL', 'Instrument, class or year as filed; empty for the line as a whole.'],
    ['value', 'DECIMAL(38,8)', 'The amount in the unit beside it; null where the report states none.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency, or shares.'],
    ['as_of', 'DATE NOT NULL', 'Day it is stated for.'],
    ['concept', 'VARCHAR NOT NULL', 'Concepts the line is filed under in its market; empty where more than a tag was read.'],
    [
      'terms',
      holding<Readonly<Record<string, string | number | null>> | null>('JSON'),
      'Of an instrument its coupon, maturity and put, of a class its shares, of a year its last day.',
    ],
    ['why', 'VARCHAR', 'Why the report states none.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type StatementLineRow = RowOf<typeof statementLine>

export const statedCount = defineTable({
  name: 'stated_count',
  comment:
    'Places of periodic reports that may state the bitcoins held on the balance sheet day, and what the checks of a count need beside the price of that day: extraction has the outcome.',
  recording: 'recording',
  onConflict: 'earliest',
  per: ['filing'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['filing', 'VARCHAR NOT NULL', 'The filing.'],
    ['seq', 'INTEGER NOT NULL', 'The surest kind of place first, from 0.'],
    ['coins', 'VARCHAR NOT NULL', 'The count as it stands there, as decimal text.'],
    ['how', 'VARCHAR NOT NULL', 'dimension (a member names the coin), tag, custom tag, table or sentence.'],
    ['place', 'VARCHAR NOT NULL', 'Where it stands in the document.'],
    ['quote', 'VARCHAR NOT NULL', 'The words or cells it was read from.'],
    [
      'evidence',
      holding<object>('JSON NOT NULL'),
      'What bears it out: fair value, market values, cost, price the filing states, checks made.',
    ],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
})
export type StatedCountRow = RowOf<typeof statedCount>
