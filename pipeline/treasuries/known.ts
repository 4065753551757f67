import type { Company } from '../../data/companies.ts'
import type { CountedShares, DebtInstrument, MaturityRow, PreferredClass } from '../companies/statement.ts'
import type { FilingReference } from '../documents/holding.ts'
import type { Column } from '../values/column.ts'
import type { StatedTotal } from '../warehouse/companies/filings.ts'

/** A total of bitcoins one filing states, with the outcome of its checks. */
export type FiledCount = StatedTotal

/** A filed report, as evidence: `filed` the day it was filed, `knownAt` when it became known (RFC 3339 UTC). */
export type TreasuryFiling = StatedTotal['filing']

export function filingReference({ form, accession, filed, url }: TreasuryFiling): FilingReference {
  return { form, accession, filed, url }
}

/** What a figure of a filing is cited as. */
export function filingCitation({ form, filed, url }: TreasuryFiling): { readonly source: string; readonly url: string } {
  return { source: `${form} filed ${filed}`, url }
}

/** A count that somebody else publishes of a company. `readOn` is the day it was read, YYYY-MM-DD. */
export interface WitnessCount {
  readonly provider: string
  readonly name: string
  readonly url: string | null
  readonly btc: number
  readonly readOn: string
  readonly knownAt: string
}

/** What the newest periodic report of a company states about its balance sheet day. Amounts in `currency`; null where nothing is stated. */
export interface PeriodicReport {
  readonly filing: TreasuryFiling
  readonly periodEnd: string
  /** ISO code. */
  readonly currency: string
  readonly btc: { readonly value: number; readonly basis: 'tag' | 'report text' } | null
  readonly btcFairValue: number | null
  readonly btcCost: number | null
  readonly debt: readonly DebtInstrument[] | null
  readonly preferred: readonly PreferredClass[] | null
  readonly maturities: readonly MaturityRow[]
  readonly dueWithin24Months: number | null
  readonly cash: number | null
  readonly totalAssets: number | null
  readonly coverShares: readonly CountedShares[]
}

/** Everything known of one company of the roster on a day. Columns are as known by then. */
export interface KnownCompany
  extends Pick<Company, 'ticker' | 'name' | 'market' | 'foreign' | 'classes' | 'programs' | 'splits'> {
  readonly counts: readonly FiledCount[]
  readonly witnesses: readonly WitnessCount[]
  /** The newest report that was read and stands; null where there is none. */
  readonly report: PeriodicReport | null
  /** A newer report whose reading is held for review. */
  readonly heldReport: TreasuryFiling | null
  /** Filings accepted since the report that may change the financing, newest first. */
  readonly laterFinancing: readonly (TreasuryFiling & { readonly items: readonly string[] })[]
  /** Stored closes of the listed share, and the third party's mNAV; null where none is held. */
  readonly closes: Column | null
  readonly thirdPartyMnav: Column | null
}
