import type { Company } from '../../../data/companies.ts'
import { upstreamById } from '../../../data/upstreams.ts'
import type { Column } from '../../column.ts'
import { countDays } from '../../freshness.ts'
import { dayMs, isoDay, isoTime } from '../../time/day.ts'
import type { FinancingFiling } from '../../warehouse/companies/filings.ts'
import { corroborated } from './corroboration.ts'
import type { FiledCount, KnownCompany, WitnessCount } from './known.ts'
import type { PeriodicReadings } from './periodic-readings.ts'
import { financingSince } from './since-report.ts'

export interface KnownFacts {
  readonly roster: readonly Company[]
  /** A series as it was known at the moment; null where nothing was. */
  column(id: string): Column | null
  /** Totals the filings of each company state, by ticker. */
  readonly counts: ReadonlyMap<string, readonly FiledCount[]>
  /** What the periodic reports of each say, by ticker. */
  readonly readings: ReadonlyMap<string, PeriodicReadings>
  /** Financing filings of each known by then, by ticker. */
  readonly financing: ReadonlyMap<string, readonly FinancingFiling[]>
  /** What was known by then is looked at: milliseconds since 1970 UTC. */
  readonly moment: number
}

/** Series ids of what third parties publish of a company, in the order they are asked. */
const witnessProviders = ['coingecko', 'strategytracker'] as const

/** Every company of the roster in use, with what was known of it. */
export function knownCompanies(facts: KnownFacts): KnownCompany[] {
  return facts.roster.map((company) => {
    const { ticker } = company
    const readings = facts.readings.get(ticker)
    const heldReport = readings?.held ?? null
    // no older report is served instead of one that is held
    const report = heldReport === null ? (readings?.report ?? null) : null
    const sayers = sayersOf(facts, ticker)
    return {
      ...company,
      counts: corroborated(facts.counts.get(ticker) ?? [], sayers),
      witnesses: sayers.flatMap((sayer) => witnessOf(sayer, facts.moment) ?? []),
      report,
      heldReport,
      laterFinancing: financingSince(report, facts.financing.get(ticker) ?? []),
      closes: facts.column(`${ticker}.close`),
      thirdPartyMnav: facts.column(`${ticker}.mnav.coingecko`),
    }
  })
}

/** All that a third party said of a company, by day. */
interface Sayer extends Pick<WitnessCount, 'provider' | 'name' | 'url'> {
  readonly column: Column
}

function sayersOf(facts: KnownFacts, ticker: string): Sayer[] {
  return witnessProviders.flatMap((provider) => {
    const column = facts.column(`${ticker}.bitcoin.${provider}`)
    const row = upstreamById.get(provider)
    return column === null ? [] : { provider, name: row?.name ?? provider, url: row?.url ?? null, column }
  })
}

function witnessOf({ column, ...who }: Sayer, moment: number): WitnessCount | null {
  const last = column.period.length - 1
  if (moment / dayMs - column.period[last]! > countDays['third party'].stands + 1) return null
  return { ...who, btc: column.value[last]!, readOn: isoDay(column.period[last]!), knownAt: isoTime(column.known[last]!) }
}
