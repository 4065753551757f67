import { defineTable } from './table.ts'

/** Not derived from recordings: a request without an answer leaves none. Rows of companies that have been read since are removed. */
export const companyRequest = defineTable({
  name: 'company_request',
  comment:
    'Companies that runs asked their market about and that have not been read since: one row per company and run. A run that read others of the market and not this one has failed for it.',
  key: ['company', 'run'],
  columns: [
    ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'],
    ['run', 'VARCHAR NOT NULL', 'The run: run.id.'],
    ['asked_on', 'DATE NOT NULL', 'Day of the run, by its logical time (UTC).'],
  ],
})
