import { dartAccounts } from '../../feeds/dart-accounts.ts'
import { type DartReport, dartReportCode, type KoreanDue, maxReportsPerRun, reportsFiledBy } from '../../feeds/dart-due.ts'
import { dayNumber, dayOf, isoDay } from '../../time/day.ts'
import { textListSql } from '../sql.ts'
import { type Store, select, selectColumn, selectMap } from '../store.ts'
import { readingQueue } from './reading-queue.ts'

/** Days after a report was listed in which its statements are asked for again, once a day, where they were not there yet. */
const daysAgain = 3
/** A report listed longer ago is one of the older ones. */
const daysListed = 30

/**
 * What to ask DART of companies in Korea at a time (ms): who they are, of those listed that nobody asked about, and reports. First come
 * companies that are named (issuer ids) and reports that the list of filings names and that are not loaded, then older ones, the newest of each
 * company first. A report that was asked for is not asked for again unless the list names it later.
 */
export async function koreanDue(store: Store, named: readonly string[], now: number): Promise<KoreanDue> {
  const today = dayOf(now)
  const tonight = (await readingQueue(store, 'kr', { now, without: named })).filter(({ on }) => on <= today)
  const unknown = await unknownOf(store, named)
  const known = await select<{ company: string; month: number; named: boolean }>(
    store,
    `SELECT company[4:] AS company, any_value(fiscal_year_end[:2])::INTEGER AS month, company IN ${textListSql('$1')} AS named
     FROM v_issuer JOIN listing l USING (company) WHERE to_day IS NULL AND company LIKE 'kr:%' GROUP BY company ORDER BY named DESC, min(code)`,
    [JSON.stringify(named)],
  )
  const asked = await askedReports(store)
  const months = new Map(known.map(({ company, month }) => [company, month]))
  const listed = (await listedReports(store, today - daysListed)).flatMap(({ company, day, year, month, loaded }) => {
    const code = months.has(company) ? dartReportCode(month, months.get(company)!) : null
    if (code === null || loaded) return []
    const report = { company, year, code }
    const last = asked.get(keyOf(report))
    return last === undefined || (last < today && last < dayNumber(day)! + daysAgain) ? [report] : []
  })
  const older = known.flatMap(({ company, month, named: first }) =>
    reportsFiledBy(today, month).map((report, nth) => ({ company, ...report, rank: first ? 0 : 1 + Math.max(0, nth - 1) })),
  )
  const due = [
    ...listed,
    ...older
      .filter((report) => !asked.has(keyOf(report)))
      .sort((a, b) => a.rank - b.rank)
      .map(({ rank: _, ...report }) => report),
  ]
  const once = new Map(due.map((report) => [keyOf(report), report]))
  const companies = [...unknown, ...tonight.map(({ company }) => company.slice(3))]
  return { companies, reports: [...once.values()].slice(0, maxReportsPerRun) }
}

/** Of these companies (issuer ids) the numbers of those that are listed and that nobody asked about. */
function unknownOf(store: Store, named: readonly string[]): Promise<string[]> {
  return selectColumn(
    store,
    `SELECT DISTINCT company[4:] AS number FROM listing WHERE to_day IS NULL AND company LIKE 'kr:%' AND company IN ${textListSql('$1')}
     AND company NOT IN (SELECT company FROM issuer) ORDER BY number`,
    [JSON.stringify(named)],
  )
}

const keyOf = ({ company, year, code }: DartReport & { readonly company: string }): string => `${company} ${year} ${code}`

/** Reports whose statements were asked for, with the last day (number) on which they were. */
function askedReports(store: Store): Promise<ReadonlyMap<string, number>> {
  const part = (name: string, digits: number) => `regexp_extract(url, '${name}=(\\d{${digits}})', 1)`
  return selectMap<number>(
    store,
    `SELECT concat_ws(' ', ${part('corp_code', 8)}, ${part('bsns_year', 4)}, ${part('reprt_code', 5)}) AS key,
            datediff('day', DATE '1970-01-01', max(made_at)::DATE)::INTEGER AS day
     FROM recording WHERE feed = '${dartAccounts.id}' GROUP BY ALL`,
  )
}

/** Periodic reports that the list of filings names, as `[기재정정]분기보고서 (2026.03)`; the last correction of each. */
function listedReports(store: Store, since: number) {
  const words = String.raw`(?:사업|반기|분기)보고서\s*\((\d{4})\.(\d{2})\)`
  return select<{ company: string; day: string; year: number; month: number; loaded: boolean }>(
    store,
    `WITH named AS (
       SELECT company[4:] AS company, r.id, r.day, regexp_extract(title_as_filed, '${words}', ['year', 'month']) AS period
       FROM news_record r JOIN news_company c ON c.source = r.source AND c.id = r.id
       WHERE r.source = 'dart' AND r.day >= $1::DATE AND regexp_matches(title_as_filed, '${words}'))
     SELECT company, arg_max(day, id)::VARCHAR AS day, period.year::INTEGER AS year, period.month::INTEGER AS month,
            bool_or(id IN (SELECT filing FROM statement_fact WHERE company LIKE 'kr:%')) FILTER (id = newest) AS loaded
     FROM (SELECT *, max(id) OVER (PARTITION BY company, period) AS newest FROM named) GROUP BY company, period ORDER BY day DESC, company`,
    [isoDay(since)],
  )
}
