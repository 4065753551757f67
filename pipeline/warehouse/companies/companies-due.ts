import { nightlyQuotas } from '../../../data/companies/reading.ts'
import type { CompaniesDue } from '../../feeds/feed.ts'
import { secCompanyfacts } from '../../feeds/sec-companyfacts.ts'
import { secSubmissions } from '../../feeds/sec-submissions.ts'
import { dayOf, isoDay } from '../../time/day.ts'
import { textListSql } from '../sql.ts'
import { type Store, select } from '../store.ts'
import { readingQueue, statementReport } from './reading-queue.ts'

const [{ perNight }] = nightlyQuotas
/** Days after which an index is asked for again: insiders report all the time. */
const oldIndexDays = 7

/**
 * Companies to ask the SEC about at a time (ms) besides those of the roster (issuer ids): those named, and those whose night it is. An index is asked
 * for of companies whose facts are: those named, those with a filing in a list since, also one that may be on another company, and those
 * without an index, the largest first; and again, the oldest first, after a week.
 */
export async function companiesDue(
  store: Store,
  { roster, named, now }: { readonly roster: readonly string[]; readonly named: readonly string[]; readonly now: number },
): Promise<CompaniesDue> {
  const without = [...roster, ...named]
  const tonight = (await readingQueue(store, 'us', { now, without })).filter(({ on }) => on <= dayOf(now))
  const asked = named.filter((company) => company.startsWith('us:') && !roster.includes(company))
  const facts = [...asked, ...tonight.map(({ company }) => company)]
  const indexes = await select<{ company: string }>(
    store,
    `WITH answer AS (
       SELECT 'us:' || regexp_extract(url, 'CIK(\\d{10})\\.json$', 1) AS company, max(made_at) FILTER (feed = '${secSubmissions.id}')::DATE AS index_on
       FROM recording WHERE feed IN ('${secCompanyfacts.id}', '${secSubmissions.id}') GROUP BY ALL),
     place AS (SELECT company, min(position) AS position FROM listing WHERE to_day IS NULL GROUP BY company),
     report AS (SELECT company, max(filed) AS listed FROM periodic_filing WHERE about IS NULL OR ${statementReport} GROUP BY company),
     asked AS (SELECT unnest(from_json($2, '["VARCHAR"]')) AS company),
     known AS (
       SELECT company, position, index_on, listed FROM answer FULL JOIN asked USING (company) LEFT JOIN place USING (company) LEFT JOIN report USING (company)
       WHERE company LIKE 'us:__________' AND company NOT IN ${textListSql('$1')})
     SELECT company FROM known
     QUALIFY listed >= index_on OR (index_on IS NULL AND row_number() OVER (PARTITION BY index_on IS NULL ORDER BY position NULLS LAST, company) <= ${perNight})
       OR (index_on <= CAST($3 AS DATE) - ${oldIndexDays} AND row_number() OVER (PARTITION BY index_on IS NULL ORDER BY index_on, position NULLS LAST, company) <= ${perNight})
     ORDER BY position NULLS LAST, company`,
    [JSON.stringify(without), JSON.stringify(facts.filter((company) => !asked.includes(company))), isoDay(dayOf(now))],
  )
  const codesOf = (companies: readonly string[]) => companies.map((company) => company.slice(3))
  return { facts: codesOf(facts), indexes: codesOf([...asked, ...indexes.map(({ company }) => company)]) }
}
