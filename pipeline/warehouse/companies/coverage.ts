import { nightlyQuotas } from '../../../data/companies/reading.ts'
import type { PlannedCompany } from '../../feeds/reading-plan.ts'
import { dayOf, isoDay } from '../../time/day.ts'
import { textListSql } from '../sql.ts'
import { type Store, select, selectMap } from '../store.ts'
import { wholeListOf } from './listings.ts'
import { marketsReadBy, type ReadingContext, readingQueue } from './reading-queue.ts'

/** How far the reading of the listed companies of a market has come. */
export interface Coverage {
  readonly market: string
  readonly listed: number
  /** Those with statements here, and those to be asked about for the first time. */
  readonly read: number
  readonly waiting: number
  /** Companies to be read again, for a new report or after months; and those to ask whose last request failed. */
  readonly again: number
  readonly failed: number
  /** Companies a night; null where lists lead to reports and nobody is asked about one by one, and where its credential is missing. */
  readonly per_night: number | null
  /** Nights from today to the last one of the plan, and its day; 0 and null where nobody waits. */
  readonly nights: number
  readonly last_on: string | null
  readonly next: readonly NextCompany[]
}

export interface NextCompany extends Pick<PlannedCompany, 'company' | 'why' | 'failures'> {
  readonly name: string
  readonly expected_on: string
}

const mostNext = 20

/** The roster (issuer ids), whose companies are always asked about, and the time from which the plan counts (ms). */
interface Planning extends ReadingContext {
  readonly now: number
  readonly roster: readonly string[]
}

/** How far the reading of each market with a list of its companies has come. */
export async function coverageOf(store: Store, { now, roster, ...reader }: Planning): Promise<Coverage[]> {
  const counts = await select<{ market: string; listed: number; read: number }>(
    store,
    `SELECT split_part(company, ':', 1) AS market, count(*)::INTEGER AS listed, count(*) FILTER (company IN (SELECT company FROM company_line))::INTEGER AS read
     FROM (SELECT DISTINCT company FROM listing WHERE to_day IS NULL) GROUP BY market`,
  )
  const countsOf = new Map(counts.map(({ market, ...row }) => [market, row]))
  const markets = Object.keys(wholeListOf).filter((market) => countsOf.has(market))
  return Promise.all(
    markets.map(async (market) => {
      const row = nightlyQuotas.find((each) => each.market === market && marketsReadBy(reader).includes(each.market))
      const plan = row === undefined ? [] : await readingQueue(store, row.market, { now, without: roster })
      const last = plan.at(-1)?.on ?? null
      return {
        ...{ market, ...countsOf.get(market)!, waiting: plan.filter(({ why }) => why === 'new').length },
        ...{ again: plan.filter(({ why }) => why !== 'new').length, failed: plan.filter(({ failures }) => failures > 0).length },
        ...{
          per_night: row?.perNight ?? null,
          nights: last === null ? 0 : last - dayOf(now) + 1,
          last_on: last === null ? null : isoDay(last),
        },
        next: await named(store, plan.slice(0, mostNext)),
      }
    }),
  )
}

async function named(store: Store, plan: readonly PlannedCompany[]): Promise<NextCompany[]> {
  const names = await selectMap(
    store,
    `SELECT company, any_value(name ORDER BY code) AS name FROM listing WHERE company IN ${textListSql('$1')} GROUP BY company`,
    [JSON.stringify(plan.map(({ company }) => company))],
  )
  return plan.map(({ company, on, why, failures }) => {
    return { company, name: names.get(company) ?? company, why, failures, expected_on: isoDay(on) }
  })
}

/** Days by which a plan may be late: those who file come first. */
const daysLate = 3

/**
 * Companies that wait for their first reading with the day by which they are to be read (YYYY-MM-DD): a Sunday, so that it stays the same while the
 * plan holds.
 */
export async function firstReadingDeadlines(
  store: Store,
  { now, roster, ...reader }: Planning,
): Promise<ReadonlyMap<string, string>> {
  const plans = await Promise.all(marketsReadBy(reader).map((market) => readingQueue(store, market, { now, without: roster })))
  const first = plans.flat().filter(({ why }) => why === 'new')
  return new Map(first.map(({ company, on }) => [company, isoDay(sundayAfter(on + daysLate))]))
}

/** The Sunday on or after a day (day number). */
const sundayAfter = (day: number): number => day + ((((3 - day) % 7) + 7) % 7)
