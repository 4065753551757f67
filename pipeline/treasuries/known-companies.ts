import { type Filer, filers } from '../../data/filers.ts'
import { upstreams } from '../../data/upstreams.ts'
import { isoDay, isoTime } from '../calendar/day.ts'
import { asKnownAt, type Column, type Versions } from '../column.ts'
import type { FiledCount, KnownCompany, WitnessCount } from './known.ts'
import type { PeriodicReadings } from './periodic-readings.ts'

export interface KnownFacts {
  /** Invented companies, or real ones. */
  readonly sample: boolean
  /** Every version of every series. */
  readonly versions: ReadonlyMap<string, Versions>
  /** Totals the filings of each company state, by ticker. */
  readonly counts: ReadonlyMap<string, readonly FiledCount[]>
  /** What the periodic reports of each say, by ticker. */
  readonly readings: ReadonlyMap<string, PeriodicReadings>
  /** What was known by then is looked at: milliseconds since 1970 UTC. */
  readonly moment: number
}

/** Days after which a third party's count says nothing of today. */
const witnessDays = 7
const dayMs = 86_400_000

/** Series ids of what third parties publish of a company, in the order they are asked. */
const witnessProviders = ['coingecko', 'strategytracker'] as const

/** Every company of the roster in use, with what was known of it. */
export function knownCompanies(facts: KnownFacts): KnownCompany[] {
  return filers
    .filter((filer) => filer.sample === facts.sample)
    .map((filer: Filer) => {
      const { ticker, name, files, classes } = filer
      return {
        ticker,
        name,
        files,
        classes,
        counts: facts.counts.get(ticker) ?? [],
        witnesses: witnessProviders.flatMap((provider) => witnessOf(facts, ticker, provider) ?? []),
        report: facts.readings.get(ticker)?.report ?? null,
        heldReport: facts.readings.get(ticker)?.held ?? null,
        laterFinancing: [],
        closes: columnOf(facts, `${ticker}.close`),
        thirdPartyMnav: columnOf(facts, `${ticker}.mnav.coingecko`),
      }
    })
}

/** A series as it was known at the moment; null where nothing was. */
export function columnOf({ versions, moment }: Pick<KnownFacts, 'versions' | 'moment'>, id: string): Column | null {
  const all = versions.get(id)
  const column = all === undefined ? null : asKnownAt(all, moment)
  return column !== null && column.period.length > 0 ? column : null
}

function witnessOf(facts: KnownFacts, ticker: string, provider: string): WitnessCount | null {
  const column = columnOf(facts, `${ticker}.bitcoin.${provider}`)
  if (column === null) return null
  const last = column.period.length - 1
  if (facts.moment / dayMs - column.period[last]! > witnessDays + 1) return null
  const row = upstreams.find(({ id }) => id === provider)
  return {
    provider,
    name: row?.name ?? provider,
    url: row?.url ?? null,
    btc: column.value[last]!,
    readOn: isoDay(column.period[last]!),
    knownAt: isoTime(column.known[last]!),
  }
}
