import { matchCompany } from '../../documents/company/named.ts'
import { dartCodes } from '../../feeds/dart-codes.ts'
import { edinetCodes } from '../../feeds/edinet-codes.ts'
import { secTickers } from '../../feeds/sec-tickers.ts'
import type { ListingRow } from '../../tables/company.ts'
import { type Store, select, selectColumn } from '../store.ts'

export const wholeListOf = { us: secTickers.id, jp: edinetCodes.id, kr: dartCodes.id }
const wholeLists = `(VALUES ${Object.entries(wholeListOf)
  .map(([market, feed]) => `('${market}', '${feed}')`)
  .join(', ')}) list(market, feed)`

/** Feeds that give the whole list of a market: each body names all that are listed, whichever other list named them since. */
export const wholeListFeeds: readonly string[] = Object.values(wholeListOf)

/**
 * Derives the last days of `listing`. A row stands until a whole list of its market was recorded later than the last list that names it, or
 * another list that has another code for the company or another company for the code. Being a function of all rows and recordings, the result
 * does not depend on the order of loading.
 */
export async function deriveListings(store: Store): Promise<void> {
  await store.connection.run(
    `WITH whole AS (SELECT market, max(made_at) AS made_at FROM recording JOIN ${wholeLists} USING (feed) WHERE status = 'loaded' GROUP BY market),
          named AS (SELECT company, split_part(company, ':', 1) AS market, scheme, code, r.made_at FROM listing JOIN recording r ON r.id = recording),
          derived AS (SELECT company, scheme, code, n.made_at::DATE AS day,
                             n.made_at < greatest(w.made_at, max(n.made_at) OVER (PARTITION BY company, scheme),
                                                  max(n.made_at) OVER (PARTITION BY market, scheme, code)) AS ended
                      FROM named n LEFT JOIN whole w USING (market))
     UPDATE listing l SET to_day = CASE WHEN ended THEN day END FROM derived d
     WHERE l.company = d.company AND l.scheme = d.scheme AND l.code = d.code AND to_day IS DISTINCT FROM CASE WHEN ended THEN day END`,
  )
}

/** Tables of what companies outside the USA file, which may name them by a code alone. */
const filedTables = ['statement_fact', 'segment_figure', 'company_guidance']

/**
 * Statements, segments and guidance move to the company that a list names: those under a securities code of Japan (`jp:6743`) to the one the code was named with last,
 * and those of India, with what they say of the company, to the ISIN a list of filings has for the report, which may state none, or that of before a split.
 * @returns the ids they had and have
 */
export async function placeStatements(store: Store): Promise<string[]> {
  await store.connection.run(
    `CREATE OR REPLACE TEMP TABLE moved AS
     WITH report AS (SELECT DISTINCT company AS was, filing FROM (${filedTables.map((table) => `SELECT company, filing FROM ${table}`).join(' UNION ALL ')})
                     WHERE company LIKE 'jp:____' OR company LIKE 'in:%')
     SELECT was, filing, l.company FROM report
     JOIN (SELECT 'jp:' || code AS was, arg_max(company, coalesce(to_day, DATE '9999-12-31')) AS company
           FROM listing WHERE scheme = 'code' AND company LIKE 'jp:E%' GROUP BY code) l USING (was)
     UNION ALL
     SELECT was, filing, l.company FROM report JOIN filing l ON l.accession = filing
     WHERE was LIKE 'in:%' AND l.company LIKE 'in:IN__________' AND l.company <> was`,
  )
  for (const [table, filing] of [...filedTables.map((table) => [table, 'filing']), ['filing', 'accession']])
    await store.connection.run(
      `UPDATE ${table} f SET company = m.company FROM moved m WHERE f.${filing} = m.filing AND f.company = m.was`,
    )
  // the same instance says who the company is
  await store.connection.run(
    `UPDATE issuer i SET company = m.company FROM moved m JOIN statement_fact f ON f.filing = m.filing
     WHERE i.company = m.was AND i.recording = f.recording`,
  )
  const ids = await selectColumn(store, 'SELECT DISTINCT unnest([was, company]) AS company FROM moved')
  await store.connection.run('DROP TABLE moved')
  return ids
}

/** A ticker or code of a list, or an issuer that no list names, under its number. */
export type ListedCode = Pick<ListingRow, 'company' | 'code' | 'name'>

/** All tickers and codes, those of the USA first, and issuers outside it that have none; empty where no list was ever recorded. */
export async function listingsOf(store: Store): Promise<ListedCode[]> {
  return select<ListedCode>(
    store,
    `SELECT company, code, name FROM (
       SELECT company, code, name FROM listing WHERE to_day IS NULL
       UNION ALL SELECT company, company[4:], name FROM v_issuer WHERE company NOT LIKE 'us:%'
       UNION ALL SELECT company, lei, name FROM v_issuer WHERE lei IS NOT NULL)
     ORDER BY company NOT LIKE 'us:%', code`,
  )
}

const leiLength = 20

/** The company at an address, as `matchCompany` reads it. Null for another. */
export function companyAtAddress(listings: readonly ListedCode[], address: string): Pick<ListedCode, 'company' | 'name'> | null {
  const companies = listings.map(({ company, name, code }) =>
    code.length === leiLength ? { company, name, codes: [], lei: code } : { company, name, codes: [code] },
  )
  return matchCompany({ companies }, address)
}
