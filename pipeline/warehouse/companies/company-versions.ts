import { issuerIdsOf } from '../../../data/companies/successors.ts'
import type { LineVersion } from '../../tables/company.ts'
import { amongCompaniesSql, dayNumberOf } from '../sql.ts'
import { type Store, select, selectMap } from '../store.ts'

/** A value as a list: much shorter in JSON than with its names. */
const asList = `json_array(line, span, ${dayNumberOf('from_day')}, ${dayNumberOf('to_day')}, unit, value::DOUBLE, other::DOUBLE, concept, label, filing, form, ${dayNumberOf('known_on')}, known_basis, fiscal_year)`
type Listed = readonly [
  LineVersion['line'],
  LineVersion['span'],
  number | null,
  number,
  string,
  number,
  number | null,
  string,
  string | null,
  string,
  string,
  number,
  LineVersion['basis'],
  number | null,
]

/**
 * Every value that the lines of companies (issuer ids) have had, of each in the order in which they became known; of one whose number changed, under
 * all its numbers.
 */
export async function lineVersionsOf(store: Store, companies: readonly string[]): Promise<Map<string, LineVersion[]>> {
  const numbers = companies.flatMap(issuerIdsOf)
  const all = new Map(numbers.map((company) => [company, [] as LineVersion[]]))
  // one text a company: through the driver each cell would cost as much as a whole row of it
  const rows = await select<{ company: string; versions: string }>(
    store,
    `SELECT company, '[' || string_agg(${asList}::VARCHAR, ',' ORDER BY known_on, filing, line, span, to_day) || ']' AS versions
     FROM company_line WHERE ${amongCompaniesSql([...all.keys()])} GROUP BY company`,
  )
  for (const { company, versions } of rows) {
    const listed: readonly Listed[] = JSON.parse(versions)
    all.set(
      company,
      listed.map(([line, span, from, to, unit, value, other, concept, label, filing, form, known, basis, fiscalYear]) => ({
        line,
        span,
        from,
        to,
        unit,
        value,
        other,
        concept,
        label,
        filing,
        form,
        known,
        basis,
        fiscalYear,
      })),
    )
  }
  return new Map(companies.map((company) => [company, issuerIdsOf(company).flatMap((number) => all.get(number)!)]))
}

/** A hash of the values of each company that were known by a day (YYYY-MM-DD); companies without any have none. */
export function companyHashes(store: Store, day: string): Promise<ReadonlyMap<string, string>> {
  return selectMap(
    store,
    `SELECT company, count(*) || ' ' || bit_xor(hash(line, span, from_day, to_day, unit, value, other, concept, label, filing, known_on, known_basis, fiscal_year)) AS mark
     FROM company_line WHERE known_on <= CAST($1 AS DATE) GROUP BY company ORDER BY company`,
    [day],
  )
}

/** The recording that a figure of a company comes from: the body of its report, or in the USA the SEC's file of all its facts. */
export async function factsRecording(
  store: Store,
  { company, filing, concept }: { readonly company: string; readonly filing: string; readonly concept: string },
): Promise<{ id: string; url: string; at: string }> {
  const numbers = issuerIdsOf(company)
  const [row] = await select<{ id: string; url: string; at: string }>(
    store,
    `SELECT r.id, r.url, strftime(r.made_at, '%Y-%m-%dT%H:%M:%SZ') AS at FROM recording r
     WHERE r.id = (SELECT recording FROM statement_fact WHERE ${amongCompaniesSql(numbers)} AND filing = $1 ORDER BY contains($2, concept) DESC, recording LIMIT 1)
        OR r.no = (SELECT recording_no FROM company_fact WHERE ${amongCompaniesSql(numbers)} ORDER BY filing = $1 DESC LIMIT 1)`,
    [filing, concept],
  )
  return row!
}
