import { ownershipDays } from '../../../data/ownership-codes.ts'
import { secOwnership } from '../../feeds/sec-ownership.ts'
import { dayOf, isoDay } from '../../time/day.ts'
import { textListSql } from '../sql.ts'
import { type Store, selectColumn } from '../store.ts'

/** Documents asked for of a company at a time: the largest companies have some 60 in 90 days. */
const mostDocuments = 40
/** Companies at a time: one request each and document, of eight a second. */
const mostCompanies = 25

/**
 * Addresses of reports of insiders and large holders to ask the SEC for at a time (ms): those of the last 90 days that lists of covered companies
 * name, the newest first. Nothing is asked for twice, under whichever company's address. Companies that are named come first (all issuer
 * ids), then the largest; where `only` is given, no other ones.
 */
export function ownershipDue(
  store: Store,
  {
    named,
    only = null,
    now,
  }: { readonly named: readonly string[]; readonly only?: readonly string[] | null; readonly now: number },
): Promise<string[]> {
  return selectColumn(
    store,
    `WITH covered AS (
       SELECT company, min(position) AS position FROM listing
       WHERE to_day IS NULL AND company IN (SELECT company FROM company_fact) AND ($1 IS NULL OR company IN ${textListSql("coalesce($1, '[]')")})
       GROUP BY company),
     asked AS (
       SELECT regexp_extract(url, '/(\\d{18})/', 1) AS digits FROM recording WHERE feed = '${secOwnership.id}'),
     due AS (
       SELECT company, filing, filed, any_value(url) AS url, position FROM ownership_filing JOIN covered USING (company)
       WHERE filed > CAST($3 AS DATE) - ${ownershipDays} AND replace(filing, '-', '') NOT IN (SELECT digits FROM asked)
       GROUP BY company, filing, filed, position
       QUALIFY row_number() OVER (PARTITION BY company ORDER BY filed DESC, filing DESC) <= ${mostDocuments}),
     place AS (
       SELECT company, row_number() OVER (ORDER BY company IN ${textListSql('$2')} DESC, min(position), company) AS place FROM due GROUP BY company)
     SELECT url FROM due JOIN place USING (company) WHERE place <= ${mostCompanies}
     QUALIFY row_number() OVER (PARTITION BY filing ORDER BY place) = 1 ORDER BY place, filed DESC, filing`,
    [only === null ? null : JSON.stringify(only), JSON.stringify(named), isoDay(dayOf(now))],
  )
}
