import { defineTable, type RowOf } from './table.ts'

/**
 * What the SEC tells of companies apart from single filings: the columns of `fact` where it tells the same, and those of its own file. Apart from
 * `fact`, because its rows never leave the database, and are replaced a whole company at a time.
 */
export const companyFact = defineTable({
  name: 'company_fact',
  comment:
    'Facts without a dimension of all reports of a company, as its newest recorded file of the SEC gives them. A fact stands once for each report that tells it: v_company_facts has what was said last, v_facts all facts of all reports.',
  recording: 'recording_no',
  bulk: true,
  onConflict: 'newest',
  per: ['company'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['filing', 'VARCHAR NOT NULL', 'The report that tells it: its accession number.'],
    ['concept', 'VARCHAR NOT NULL', 'Name of the concept, with its prefix, such as us-gaap:Assets.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the value, such as USD or USD/shares.'],
    ['from_day', 'DATE', 'First day of a duration; null for an instant.'],
    ['to_day', 'DATE NOT NULL', 'Last day, or the day of an instant.'],
    ['value', 'DECIMAL(38,8) NOT NULL', 'The value in the unit beside it, every digit as filed.'],
    ['fy', 'SMALLINT', 'Fiscal year of that report, not of the fact.'],
    ['fp', 'VARCHAR', 'Fiscal period of that report: Q1, Q2, Q3 or FY.'],
    ['form', 'VARCHAR NOT NULL', 'Its form.'],
    ['filed', 'DATE NOT NULL', 'Day it was filed.'],
    ['frame', 'VARCHAR', 'Period for which the SEC takes this fact as the one to compare, such as CY2025Q3I.'],
    ['recording_no', 'INTEGER NOT NULL', 'The recording it comes from (recording.no).'],
  ],
})

/** A list is replaced whole: what the newest one does not name is listed no longer. */
export const listing = defineTable({
  name: 'listing',
  comment: 'Tickers and companies as the newest recorded list of the SEC names them. A company may have several.',
  key: ['ticker'],
  recording: 'recording',
  recordedAt: 'listed_at',
  onConflict: 'newest',
  per: [],
  columns: [
    ['ticker', 'VARCHAR NOT NULL', 'Ticker as the SEC spells it: a class follows a dash.'],
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['title', 'VARCHAR NOT NULL', 'Its name in that list.'],
    ['listed_at', 'TIMESTAMP NOT NULL', 'When the list was recorded (UTC).'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from (recording.id).'],
  ],
})
export type ListingRow = RowOf<typeof listing>
