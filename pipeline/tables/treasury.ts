import { defineTable } from './table.ts'

/** Kept apart from what recordings give: what was said, day by day. */
export const treasury = defineTable({
  name: 'treasury',
  comment:
    'The treasury document of each company for each day, in every version. Use v_treasuries, v_holdings, v_financing, v_mnav and v_adjudications.',
  key: ['ticker', 'as_of', 'version'],
  columns: [
    ['ticker', 'VARCHAR NOT NULL', 'The company.'],
    ['as_of', 'DATE NOT NULL', 'Day of the document, as known at the end of that day (UTC).'],
    ['said', 'VARCHAR NOT NULL', 'The document (treasury_document.id).'],
    ['computed_at', 'TIMESTAMP NOT NULL', 'Logical time of the run that computed it (UTC).'],
    [
      'version',
      'INTEGER NOT NULL',
      '1 for the first version; increases whenever the same day was recomputed with a different result.',
    ],
  ],
})

/** Kept once: what is said of a company on one day is on most days what was said the day before. */
export const treasuryDocument = defineTable({
  name: 'treasury_document',
  comment: 'Every distinct treasury document ever computed. The table treasury says for which days.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'sha-256 of the document.'],
    ['document', 'JSON NOT NULL', 'The document as served, without its day and timestamps.'],
  ],
})
