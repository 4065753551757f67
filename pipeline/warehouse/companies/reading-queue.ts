import { nightlyQuotas, type ReadMarket } from '../../../data/companies/reading.ts'
import { dartCompany } from '../../feeds/dart-company.ts'
import type { Feed } from '../../feeds/feed.ts'
import { type PlannedCompany, type ReadingCandidate, readingPlan } from '../../feeds/reading-plan.ts'
import { secCompanyfacts } from '../../feeds/sec-companyfacts.ts'
import { dayOf, isoDay } from '../../time/day.ts'
import { dayNumberOf, textListSql } from '../sql.ts'
import { type Store, select } from '../store.ts'

/** The feed that asks about a company of a market, where its number is in the address, and where the company is in the list. */
const asking = {
  us: { feed: secCompanyfacts, number: 'CIK(\\d{10})\\.json$', place: 'min(position)', isKnown: 'false' },
  kr: {
    feed: dartCompany,
    number: 'corp_code=(\\d{8})',
    place: 'row_number() OVER (ORDER BY min(code))',
    isKnown: 'company IN (SELECT company FROM issuer)',
  },
} as const satisfies Record<ReadMarket, { readonly feed: Feed } & Readonly<Record<'number' | 'place' | 'isKnown', string>>>

/** Who asks, and whether from sample feeds, which need no credential. */
export interface ReadingContext {
  readonly credentials: ReadonlySet<string>
  readonly sample: boolean
}

/** Markets whose companies a home asks about one by one. */
export const marketsReadBy = ({ credentials, sample }: ReadingContext): readonly ReadMarket[] =>
  nightlyQuotas.flatMap(({ market }) => (sample || credentials.has(asking[market].feed.needs ?? '') ? [market] : []))

/** Forms of periodic reports with statements. */
export const statementReport = "regexp_matches(form, '^(10-[KQ]|20-F|40-F)')"

/**
 * Companies of a market that are to be asked about from a time on (ms), in order, each with its night; those of the roster, and others that are
 * named (issuer ids), are left out, because they are asked about in any case.
 */
export async function readingQueue(
  store: Store,
  market: ReadMarket,
  { now, without }: { readonly now: number; readonly without: readonly string[] },
): Promise<PlannedCompany[]> {
  const { perNight, againAfter } = nightlyQuotas.find((row) => row.market === market)!
  const { feed, number, place, isKnown } = asking[market]
  const today = dayOf(now)
  type Row = { [Name in keyof ReadingCandidate]: ReadingCandidate[Name] } & { asked: number }
  const rows = await select<Row>(
    store,
    `WITH answer AS (
       SELECT '${market}:' || regexp_extract(url, '${number}', 1) AS company, max(made_at) FILTER (status <> 'held')::DATE AS read_on,
              bool_or(made_at::DATE = $2::DATE) AS today
       FROM recording WHERE feed = '${feed.id}' GROUP BY ALL),
     place AS (SELECT company, ${place} AS place FROM listing WHERE to_day IS NULL AND company LIKE '${market}:%' GROUP BY company),
     report AS (SELECT company, max(filed) AS filed FROM periodic_filing WHERE ${statementReport} GROUP BY company),
     ${failures(feed.id)},
     known AS (
       SELECT company, place, CASE WHEN ${isKnown} THEN DATE '1970-01-01' END AS known_on, read_on, today, filed
       FROM answer FULL JOIN place USING (company) LEFT JOIN report USING (company) WHERE company NOT IN ${textListSql('$1')}),
     asked AS (SELECT count(*) FILTER (today)::INTEGER AS asked FROM known)
     SELECT k.company, place::INTEGER AS place, ${dayNumberOf('coalesce(read_on, known_on)')} AS "readOn", ${dayNumberOf('k.filed')} AS "filedOn",
            count(f.asked_on)::INTEGER AS failures, ${dayNumberOf('max(f.asked_on)')} AS "failedOn", any_value(asked) AS asked
     FROM known k CROSS JOIN asked LEFT JOIN failed f ON f.company = k.company AND f.asked_on > coalesce(read_on, DATE '1970-01-01')
     WHERE coalesce(read_on, known_on) IS NULL OR k.filed >= read_on OR (${againAfter !== null} AND read_on < $2::DATE - ${againAfter ?? 0})
     GROUP BY ALL`,
    [JSON.stringify(without), isoDay(today)],
  )
  return readingPlan(rows, { today, perNight, againAfter, asked: rows[0]?.asked ?? 0 })
}

/** Requests of runs that read others with the same feed: what is down altogether is nobody's fault. */
const failures = (feed: string) => `
  failed AS (
    SELECT company, asked_on FROM company_request q JOIN run r ON r.id = q.run JOIN run_feed f ON f.run = r.id
    WHERE r.status IN ('ok', 'partial') AND f.feed = '${feed}' AND f.recordings > f.refused)`

/** Notes that a run at a time (ms) asks about these companies (issuer ids); what is noted of those read since is removed. */
export async function noteRequests(
  store: Store,
  { run, now }: { readonly run: string; readonly now: number },
  companies: readonly string[],
): Promise<void> {
  if (companies.length === 0) return
  const answered = Object.entries(asking).map(
    ([market, { feed, number }]) =>
      `SELECT '${market}:' || regexp_extract(url, '${number}', 1) AS company, max(made_at)::DATE AS read_on FROM recording WHERE feed = '${feed.id}' AND status <> 'held' GROUP BY ALL`,
  )
  await store.transaction(async () => {
    await store.connection.run(
      `DELETE FROM company_request q USING (${answered.join(' UNION ALL ')}) a WHERE a.company = q.company AND q.asked_on <= a.read_on`,
    )
    await store.connection.run(
      `INSERT OR IGNORE INTO company_request SELECT unnest(from_json($1, '["VARCHAR"]')), $2, $3::DATE`,
      [JSON.stringify(companies), run, isoDay(dayOf(now))],
    )
  })
}
