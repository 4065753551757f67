import type { Version } from '../companies/figures/version.ts'
import { type Store, select } from './store.ts'

const dayOf = (column: string) => `datediff('day', DATE '1970-01-01', ${column})::INTEGER`

/** Every value that the lines of a company (issuer id) have had, in the order in which they became known. */
export async function companyVersions(store: Store, company: string): Promise<Version[]> {
  return select<{ [Name in keyof Version]: Version[Name] }>(
    store,
    `SELECT line, span, ${dayOf('from_day')} AS "from", ${dayOf('to_day')} AS "to", unit, value::DOUBLE AS value, concept, firm, filing, form,
            ${dayOf('known_on')} AS known, fiscal_year::INTEGER AS "fiscalYear"
     FROM company_line WHERE company = $1 ORDER BY known_on, filing, line, span, to_day`,
    [company],
  )
}
