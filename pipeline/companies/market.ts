import type { UpstreamId } from '../../data/upstreams.ts'

/** A market of companies: whose rules its filings follow, and what the tags in them mean. */
export interface Market {
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
}
