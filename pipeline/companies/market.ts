import type { UpstreamId } from '../../data/upstreams.ts'
import type { Fact, Tagged } from '../filings/fact.ts'
import type { BalanceDay, CoverRules } from './balance-day.ts'
import type { LineConcepts, StatementParts } from './statement.ts'

/** A market of companies: whose rules its filings follow, and what the tags in them mean. */
export interface Market extends CoverRules {
  /** First part of the issuer ids of its companies. */
  readonly id: string
  readonly upstream: UpstreamId
  /** ISO code of the currency its reports are in. */
  readonly currency: string
  /** Series of how much of that currency a dollar is, and how it is cited; null for the dollar itself. */
  readonly rate: { readonly series: string; readonly source: string; readonly url: string } | null
  /** Its index of filings tells which of them may change what a company owes or has issued. */
  readonly namesFinancing: boolean
  /** Why no count of shares its reports state is set against the close of the listed share; null where it is. */
  readonly whyNoShareCount: string | null
  /** How a report must be cited by the terms of the upstream; null where it need not be. */
  citation(url: string): string | null
  /** Whether a document of a form states no balance sheet where it tags no total assets. */
  needsAssets(form: string): boolean
  /** Concepts a line of the statements is filed under, the first that is filed counts. */
  readonly tags: LineConcepts
  /** The amounts of the balance sheet day that are of the whole group. */
  amounts(day: BalanceDay): readonly Fact[]
  /** What takes more than a tag to read; what is left out is read by the tags. */
  parts?(day: BalanceDay, tagged: Tagged, amounts: readonly Fact[]): Partial<StatementParts>
}
