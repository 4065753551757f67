import type { HoldingDocument } from './holding.ts'
import type { Correlation } from './reading.ts'

/** Days in a row that had one label; both are day numbers, and both are included. */
export interface LabelRun {
  readonly from: number
  readonly to: number
  readonly label: string
}

/** Dated values of one quantity, oldest first, with the day as a day number. */
export interface ChartHistory {
  readonly metric: string
  readonly title: string
  readonly points: readonly (readonly [day: number, value: number])[]
}

/** What one chart shows: a metric, and maybe another of the same unit next to it. */
export interface ChartLine extends ChartHistory {
  readonly unit: string
  readonly beside: ChartHistory | null
}

/** Probabilities of the regime over time, thinned: day number, expansion, contraction; the rest is transition. */
export interface RegimePath {
  readonly horizonDays: number
  readonly points: readonly (readonly [day: number, expansion: number, contraction: number])[]
  readonly runs: readonly LabelRun[]
}

/** Yields by maturity (years) on one day. */
export interface YieldCurve {
  readonly day: number
  readonly points: readonly (readonly [years: number, percent: number])[]
}

/** One value of a series that another replaced. Periods are day numbers, `known` milliseconds UTC. */
export interface Revision {
  readonly series: string
  readonly unit: string
  readonly period: number
  readonly first: { readonly value: number; readonly known: number }
  readonly now: { readonly value: number; readonly known: number }
}

/** The values revised in the series a metric uses: the newest revisions, and how many of how many periods were revised. */
export interface Revisions {
  readonly revised: number
  readonly periods: number
  readonly newest: readonly Revision[]
}

/** What the pages of a document show next to it, all as known on its day. It is not part of the document: no fingerprint covers it. */
export interface Charts {
  readonly lines: readonly ChartLine[]
  /** The states of the last year, oldest first: the days that have been judged. */
  readonly states?: readonly LabelRun[]
  readonly regimes?: RegimePath
  /** The newest yield curve, then those of a month and of a year before. */
  readonly curves?: readonly YieldCurve[]
  /** Every pair of the metrics of a briefing on correlations. */
  readonly pairs?: readonly Correlation[]
  /** The signals of a metric over its chart. */
  readonly signals?: readonly LabelRun[]
  readonly revisions?: Revisions
  /** Companies that hold bitcoins, largest first. */
  readonly holders?: readonly TreasuryHolder[]
  /** Names of filed documents by their addresses: `10-Q of 5 May 2026`. */
  readonly filings?: Readonly<Record<string, string>>
  /** Histories of a front page, by briefing. */
  readonly glances?: Readonly<Record<string, ChartLine>>
}

/** A company with its count, and where it was read. */
export interface TreasuryHolder
  extends Pick<HoldingDocument, 'btc_exact' | 'btc_display' | 'as_of' | 'age_days' | 'freshness' | 'source'> {
  readonly ticker: string
  readonly company_name: string
  readonly mnav_summary: { readonly value: number; readonly basis: string; readonly as_of: string } | null
}
