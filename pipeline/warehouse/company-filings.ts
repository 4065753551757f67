import { situations } from '../../data/companies/situations.ts'
import type { ListedFiling } from '../companies/situations.ts'
import { among } from './sql.ts'
import { type Store, select } from './store.ts'

const dayOf = (column: string) => `datediff('day', DATE '1970-01-01', ${column})::INTEGER`

/** Filings with the SEC as its lists name them: current reports as news, which tells their items, and the others by their forms. */
const listedIn = (batch: string) => `
  SELECT company, id AS filing, any_value(form) AS form, min(day) AS filed, max(items) AS items, NULL::DATE AS period, true AS about,
         NULL::BOOLEAN AS figures, any_value(link) AS url
  FROM (FROM news_company WHERE source = 'sec' AND ${batch}) c JOIN news_record r USING (source, id) GROUP BY company, id
  UNION ALL
  SELECT company, filing, form, filed, NULL, period, about, CASE WHEN form LIKE '10-_%/A' THEN f.filing IS NOT NULL END, coalesce(document_url, index_url)
  FROM (FROM periodic_filing WHERE ${batch}) p
  LEFT JOIN (SELECT DISTINCT company, filing FROM company_fact WHERE ${batch} AND form LIKE '10-_%/A') f USING (company, filing)`

/** The filings of each company (issuer ids). */
export async function listedFilings(
  store: Store,
  companies: readonly string[],
): Promise<ReadonlyMap<string, readonly ListedFiling[]>> {
  const rows = await select<{ company: string; filings: string }>(
    store,
    `SELECT company, CAST(json_group_array(json_object('filing', filing, 'form', form, 'filed', ${dayOf('filed')}, 'items', string_split(nullif(items, ''), ','),
       'period', ${dayOf('period')}, 'about', about, 'figures', figures, 'url', url) ORDER BY filed, filing) AS VARCHAR) AS filings
     FROM (${listedIn(among(companies))}) GROUP BY company`,
  )
  return new Map(rows.map(({ company, filings }) => [company, JSON.parse(filings)]))
}

/** Ages (days) at which a filing says something else: situations that last so long are over, and what ended is told for a year. */
const ages = [...new Set([90, 365, ...situations.flatMap(({ lasts }) => (lasts === null ? [] : [lasts, lasts + 365]))])]

/** A hash of the filings of each company that were known by a day (YYYY-MM-DD), and of their ages on it. */
export async function listedMarks(store: Store, day: string): Promise<ReadonlyMap<string, string>> {
  const young = ages.map((age) => `count(*) FILTER (filed > CAST($1 AS DATE) - ${age})`).join(', ')
  const rows = await select<{ company: string; mark: string }>(
    store,
    `SELECT company, concat_ws(' ', count(*), bit_xor(hash(filing, form, filed, items, period, about, figures)), ${young}) AS mark
     FROM (${listedIn('true')}) WHERE filed <= CAST($1 AS DATE) GROUP BY company`,
    [day],
  )
  return new Map(rows.map(({ company, mark }) => [company, mark]))
}
