import type { LineVersion } from '../tables/company.ts'
import { type Store, select } from './store.ts'

const dayOf = (column: string) => `datediff('day', DATE '1970-01-01', ${column})::INTEGER`

/** Every value that the lines of a company (issuer id) have had, in the order in which they became known. */
export async function companyVersions(store: Store, company: string): Promise<LineVersion[]> {
  return select<{ [Name in keyof LineVersion]: LineVersion[Name] }>(
    store,
    `SELECT line, span, ${dayOf('from_day')} AS "from", ${dayOf('to_day')} AS "to", unit, value::DOUBLE AS value, concept, firm, filing, form,
            ${dayOf('known_on')} AS known, fiscal_year::INTEGER AS "fiscalYear"
     FROM company_line WHERE company = $1 ORDER BY known_on, filing, line, span, to_day`,
    [company],
  )
}

/** The recording of the SEC's file that the facts of a company come from. */
export async function factsRecording(store: Store, company: string): Promise<{ id: string; url: string; at: string }> {
  const [row] = await select<{ id: string; url: string; at: string }>(
    store,
    `SELECT r.id, r.url, strftime(r.made_at, '%Y-%m-%dT%H:%M:%SZ') AS at FROM recording r
     WHERE r.no = (SELECT any_value(recording_no) FROM company_fact WHERE company = $1)`,
    [company],
  )
  return row!
}
