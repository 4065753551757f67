import { defineTable, type RowOf } from './table.ts'

/**
 * What the SEC tells of companies apart from single filings: the columns of `fact` where it tells the same, and those of its own file. Apart from
 * `fact`, because its rows never leave the database, and are replaced a whole company at a time.
 */
export const companyFact = defineTable({
  name: 'company_fact',
  comment:
    'Undimensioned facts from all reports of a company, as in the latest recorded SEC file. A fact appears once for each report that states it; v_company_facts has the latest, v_facts the facts of all reports.',
  recording: 'recording_no',
  bulk: true,
  onConflict: 'newest',
  per: ['company'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['filing', 'VARCHAR NOT NULL', 'Accession number of the report that states it.'],
    ['concept', 'VARCHAR NOT NULL', 'Name of the concept, with its prefix, such as us-gaap:Assets.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the value, such as USD or USD/shares.'],
    ['from_day', 'DATE', 'First day of a duration; null for an instant.'],
    ['to_day', 'DATE NOT NULL', 'Last day, or the day of an instant.'],
    ['value', 'DECIMAL(38,8) NOT NULL', 'The value, in the unit given, every digit as filed.'],
    ['fy', 'SMALLINT', 'Fiscal year of that report, not of the fact.'],
    ['fp', 'VARCHAR', 'Fiscal period of that report: Q1, Q2, Q3 or FY.'],
    ['form', 'VARCHAR NOT NULL', 'Its form.'],
    ['filed', 'DATE NOT NULL', 'Day it was filed.'],
    ['frame', 'VARCHAR', 'SEC frame: the period for which the SEC selects this fact for comparison, such as CY2025Q3I.'],
    ['recording_no', 'INTEGER NOT NULL', 'The recording it comes from (recording.no).'],
  ],
})

/** A list is replaced whole: what the newest one does not name is listed no longer. */
export const listing = defineTable({
  name: 'listing',
  comment: 'Tickers and companies as in the latest recorded SEC list. A company may have several tickers.',
  key: ['ticker'],
  recording: 'recording',
  recordedAt: 'listed_at',
  onConflict: 'newest',
  per: [],
  columns: [
    ['ticker', 'VARCHAR NOT NULL', 'Ticker as the SEC spells it: the share class follows a dash.'],
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['title', 'VARCHAR NOT NULL', 'Name of the company in that list.'],
    ['listed_at', 'TIMESTAMP NOT NULL', 'When the list was recorded (UTC).'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from (recording.id).'],
  ],
})
export type ListingRow = RowOf<typeof listing>
