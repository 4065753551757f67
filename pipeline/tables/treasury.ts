import { defineTable } from './table.ts'

/** Kept apart from what recordings give: what was said, day by day. */
export const treasury = defineTable({
  name: 'treasury',
  comment:
    'What was said of the treasury of each company on each day, every version of it. Use v_treasuries, v_holdings, v_financing, v_mnav and v_adjudications.',
  key: ['ticker', 'as_of', 'version'],
  columns: [
    ['ticker', 'VARCHAR NOT NULL', 'The company.'],
    ['as_of', 'DATE NOT NULL', 'Day the document is of, as known at its end (UTC).'],
    ['said', 'VARCHAR NOT NULL', 'What was said (treasury_document.id).'],
    ['computed_at', 'TIMESTAMP NOT NULL', 'Logical time of the run that computed it (UTC).'],
    [
      'version',
      'INTEGER NOT NULL',
      '1 for what was said first, then one more whenever the same day was computed to something else.',
    ],
  ],
})

/** Kept once: what is said of a company on one day is on most days what was said the day before. */
export const treasuryDocument = defineTable({
  name: 'treasury_document',
  comment: 'Everything ever said of the treasury of a company, once each. The table treasury says of which days.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'sha-256 of the document.'],
    ['document', 'JSON NOT NULL', 'The document as served, but for its day and its stamps.'],
  ],
})
