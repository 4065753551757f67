import type { Company } from '../../data/companies.ts'
import { upstreamById } from '../../data/upstreams.ts'
import { countDays } from '../freshness.ts'
import { dayMs, isoDay, isoTime } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import type { FinancingFiling } from '../warehouse/companies/filings.ts'
import { corroborated } from './corroboration.ts'
import type { FiledCount, KnownCompany, WitnessCount } from './known.ts'
import type { PeriodicReadings } from './periodic-readings.ts'
import { financingSince } from './since-report.ts'

/** What is known of one company at a moment. */
export interface KnownFacts {
  /** A series as it was known at the moment; null where nothing was. */
  column(id: string): Column | null
  /** Totals its current reports state. */
  readonly counts: readonly FiledCount[]
  /** What its periodic reports say. */
  readonly readings: Pick<PeriodicReadings, 'report' | 'held' | 'counts'>
  /** Its financing filings. */
  readonly financing: readonly FinancingFiling[]
  /** Milliseconds since 1970 UTC. */
  readonly moment: number
}

/** Series ids of what third parties publish of a company, in the order they are asked. */
const witnessProviders = ['coingecko', 'strategytracker'] as const

/** A company of the roster with what was known of it. */
export function knownCompany(company: Company, { column, counts, readings, financing, moment }: KnownFacts): KnownCompany {
  const { ticker } = company
  const { held: heldReport } = readings
  // a report under review leaves none to serve: an older one would be out of date
  const report = heldReport === null ? readings.report : null
  const sayers = sayersOf(ticker, column)
  return {
    ...company,
    counts: corroborated([...counts, ...readings.counts], sayers),
    witnesses: sayers.flatMap((sayer) => witnessOf(sayer, moment) ?? []),
    report,
    heldReport,
    laterFinancing: financingSince(report, financing),
    closes: column(`${ticker}.close`),
    thirdPartyMnav: column(`${ticker}.mnav.coingecko`),
  }
}

/** All that a third party said of a company, by day. */
interface Sayer extends Pick<WitnessCount, 'provider' | 'name' | 'url'> {
  readonly column: Column
}

function sayersOf(ticker: string, columnOf: KnownFacts['column']): Sayer[] {
  return witnessProviders.flatMap((provider) => {
    const column = columnOf(`${ticker}.bitcoin.${provider}`)
    const row = upstreamById.get(provider)
    return column === null ? [] : { provider, name: row?.name ?? provider, url: row?.url ?? null, column }
  })
}

function witnessOf({ column, ...who }: Sayer, moment: number): WitnessCount | null {
  const last = column.period.length - 1
  if (moment / dayMs - column.period[last]! > countDays['third party'].stands + 1) return null
  return { ...who, btc: column.value[last]!, readOn: isoDay(column.period[last]!), knownAt: isoTime(column.known[last]!) }
}
