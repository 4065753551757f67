import { situations } from '../../../data/companies/situations.ts'
import { secCompanyFilings } from '../../feeds/sec-company-filings.ts'
import type { ListedFiling } from '../../tables/company.ts'
import { dayOf, isoDay } from '../../time/day.ts'
import { amongCompaniesSql, dayNumberOf, sqlQuoted, textListSql } from '../sql.ts'
import { type Store, select, selectMap } from '../store.ts'

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
    `SELECT company, '[' || string_agg(json_object('filing', filing, 'form', form, 'filed', ${dayNumberOf('filed')}, 'items', string_split(nullif(items, ''), ','),
       'period', ${dayNumberOf('period')}, 'about', about, 'figures', figures, 'url', url)::VARCHAR, ',' ORDER BY filed, filing) || ']' AS filings
     FROM (${listedIn(amongCompaniesSql(companies))}) GROUP BY company`,
  )
  return new Map(rows.map(({ company, filings }) => [company, JSON.parse(filings)]))
}

/** Ages (days) at which a filing says something else: situations that last so long are over, and what ended is shown for a year. */
const ages = [...new Set([90, 365, ...situations.flatMap(({ lasts }) => (lasts === null ? [] : [lasts, lasts + 365]))])]

/** A hash of the filings of each company that were known by a day (YYYY-MM-DD), and of their ages on it. */
export function filingHashes(store: Store, day: string): Promise<ReadonlyMap<string, string>> {
  const young = ages.map((age) => `count(*) FILTER (filed > CAST($1 AS DATE) - ${age})`).join(', ')
  return selectMap(
    store,
    `SELECT company, concat_ws(' ', count(*), bit_xor(hash(filing, form, filed, items, period, about, figures)), ${young}) AS mark
     FROM (${listedIn('true')}) WHERE filed <= CAST($1 AS DATE) GROUP BY company`,
    [day],
  )
}

/** Companies whose documents a run asks for, days of current reports, and days in which a filing counts as one of now. */
const mostCompanies = 40
const currentDays = 120
const daysOfNow = 7
/** 6-Ks, which tell no items, that are read of a company: those of foreign private issuers in place of 8-Ks. */
const mostForeign = 8
/** Items of current reports that are read: results, disclosures, and what may begin a situation. */
const itemsRead = ['1.03', '2.02', '3.01', '4.01', '4.02', '5.02', '7.01', '8.01']

/**
 * Complete submissions to ask the SEC for at a time (ms), of companies whose facts are here other than those of the roster: the newest annual and the newest
 * quarterly report of each, its newer 8-Ks with items that are read, and its newest 6-Ks. Nothing is asked for twice. Companies that are named come first (all issuer
 * ids), then those that filed last, then the largest. With `ofNow` only filings of the last days and those of the largest companies: hundreds of companies that
 * a night reads first would lead to thousands of older ones, which later runs ask for.
 */
export function documentsDue(
  store: Store,
  {
    roster,
    named,
    now,
    ofNow = false,
  }: { readonly roster: readonly string[]; readonly named: readonly string[]; readonly now: number; readonly ofNow?: boolean },
): Promise<{ readonly cik: string; readonly accession: string }[]> {
  return select<{ cik: string; accession: string }>(
    store,
    `WITH covered AS (
       SELECT company, min(position) AS position FROM listing
       WHERE to_day IS NULL AND company LIKE 'us:%' AND company NOT IN ${textListSql('$1')}
             AND company IN (SELECT company FROM company_fact) GROUP BY company),
     report AS (
       SELECT company, filing, filed FROM periodic_filing WHERE regexp_full_match(form, '10-[KQ]T?|20-F|40-F')
       QUALIFY row_number() OVER (PARTITION BY company, form LIKE '10-Q%' ORDER BY filed DESC, filing DESC) = 1),
     current AS (
       SELECT company, id, max(day) FROM news_record JOIN news_company USING (source, id)
       WHERE source = 'sec' AND day > CAST($3 AS DATE) - ${currentDays}
             AND (form = '6-K' OR form = '8-K' AND list_has_any(string_split(items, ','), [${itemsRead.map(sqlQuoted).join(', ')}]))
       GROUP BY company, id, form
       QUALIFY form = '8-K' OR row_number() OVER (PARTITION BY company, form ORDER BY max(day) DESC, id DESC) <= ${mostForeign}),
     due AS (
       SELECT company, filing, filed, position FROM (FROM report UNION ALL FROM current) JOIN covered USING (company)
       WHERE filing NOT IN (SELECT regexp_extract(url, '(\\d{10}-\\d{2}-\\d{6})\\.txt$', 1) FROM recording WHERE feed = $4)
             AND (${!ofNow} OR filed > CAST($3 AS DATE) - ${daysOfNow} OR position <= ${mostCompanies})),
     place AS (
       SELECT company, row_number() OVER (ORDER BY company IN ${textListSql('$2')} DESC, max(filed) DESC, min(position), company) AS place
       FROM due GROUP BY company)
     SELECT company[4:] AS cik, filing AS accession FROM due JOIN place USING (company) WHERE place <= ${mostCompanies} ORDER BY place, filed DESC, filing`,
    [JSON.stringify(roster), JSON.stringify(named), isoDay(dayOf(now)), secCompanyFilings.id],
  )
}
