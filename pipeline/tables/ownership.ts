import type { ReportedHolder } from '../filings/holder-report.ts'
import type { ReportingOwner } from '../filings/insider-report.ts'
import { columnType, companyColumn, defineTable, filed, newestStands, type RowOf, recordingColumn } from './table.ts'

/** Lists of filings say what there is to read, and when it was filed, which the documents do not. */
export const ownershipFilingTable = defineTable({
  name: 'ownership_filing',
  comment:
    'Forms 3, 4 and 5 and Schedules 13D and 13G as structured data that the SEC lists of filings name, of the 90 days before a list was recorded.',
  key: ['filing', 'company'],
  ...newestStands,
  columns: [
    ['filing', 'VARCHAR NOT NULL', 'Accession number with dashes.'],
    [
      'company',
      'VARCHAR NOT NULL',
      'The company whose list names it, by its issuer id: it is about it, or filed by it on another.',
    ],
    ['form', 'VARCHAR NOT NULL', 'Form, such as 4 or SCHEDULE 13G/A.', 'line'],
    ['filed', 'DATE NOT NULL', 'Filing date as stated by the SEC.'],
    ['url', 'VARCHAR NOT NULL', 'URL of the document (XML).'],
    ['recording', 'VARCHAR NOT NULL', 'The latest recording that names it.'],
  ],
})
export type OwnershipFilingRow = RowOf<typeof ownershipFilingTable>

const first = [
  companyColumn,
  ['filing', 'VARCHAR NOT NULL', 'Accession number with dashes.'],
  ['form', 'VARCHAR NOT NULL', 'Form as the document states it, such as 4/A or SCHEDULE 13D.'],
] as const
const last = [['place', 'VARCHAR NOT NULL', 'Location in the document.'], recordingColumn] as const
const ofEach = { ...filed, per: ['filing', 'company'] } as const

export const ownershipReportTable = defineTable({
  name: 'ownership_report',
  comment: 'Reports of insiders (forms 3, 4 and 5) and of holders of over 5% (Schedules 13D and 13G), as filed.',
  ...ofEach,
  columns: [
    ...first,
    [
      'role',
      columnType<'issuer' | 'filer'>('VARCHAR NOT NULL'),
      'issuer: it is about the company; filer: the list of the company names it, and it is about another.',
    ],
    ['period', 'DATE', 'Day of the event, or end of the year of a form 5; null if not stated.'],
    ['original', 'DATE', 'Of an amendment: day on which the report that it amends was filed, as stated.'],
    [
      'owners',
      columnType<readonly ReportingOwner[]>('JSON NOT NULL'),
      'Who reports on forms 3, 4 and 5: [{cik, name, director, officer, ten_percent, title}].',
      'line',
    ],
    ['plan', 'BOOLEAN', 'Whether forms 4 and 5 tick the box for a plan under rule 10b5-1; null if there is no box.'],
    [
      'holders',
      columnType<readonly ReportedHolder[]>('JSON NOT NULL'),
      'Who reports on Schedules 13D and 13G: [{name, shares, percent}].',
      'line',
    ],
    ['security', 'VARCHAR', 'The class of shares of a Schedule; null of other forms.', 'line'],
    ['purpose', 'VARCHAR', 'Beginning of item 4 of a Schedule 13D; null of other forms.', 'quote'],
    ['title', 'VARCHAR NOT NULL', 'What it says, in one line.', 'line'],
    ['url', 'VARCHAR NOT NULL', 'URL of the document.'],
    ...last,
  ],
})
export type OwnershipReportRow = RowOf<typeof ownershipReportTable>

export const ownershipLineTable = defineTable({
  name: 'ownership_line',
  comment: 'Transactions and holdings on forms 3, 4 and 5, one row per line of their tables.',
  ...ofEach,
  columns: [
    ...first,
    ['derivative', 'BOOLEAN NOT NULL', 'Whether it is in the table of derivatives, such as options.'],
    ['security', 'VARCHAR NOT NULL', 'Title of the security as filed.', 'line'],
    ['day', 'DATE', 'Day of the transaction as filed; null of a holding, and if none is stated.'],
    [
      'code',
      'VARCHAR',
      'P bought, S sold, in the market or privately; A grant, F tax, M exercise, G gift ...; null of a holding.',
    ],
    ['direction', columnType<'acquired' | 'disposed' | null>('VARCHAR'), 'acquired or disposed; null of a holding.'],
    ['shares', 'DECIMAL(38,8)', 'Shares of the transaction; null of a holding, and if none are stated.'],
    ['price', 'DECIMAL(38,8)', 'US dollars per share; null if missing or zero, or if a footnote states another currency.'],
    ['average', 'BOOLEAN NOT NULL', 'Whether a footnote says that the price is an average.'],
    ['swap', 'BOOLEAN NOT NULL', 'Whether an equity swap is involved.'],
    ['following', 'DECIMAL(38,8)', 'Shares owned after it, in the same form of ownership.'],
    ['ownership', columnType<'direct' | 'indirect' | null>('VARCHAR'), 'direct or indirect; null if not stated.'],
    ['nature', 'VARCHAR', 'Of indirect ownership: through whom, as filed.', 'line'],
    ...last,
  ],
})
export type OwnershipLineRow = RowOf<typeof ownershipLineTable>
