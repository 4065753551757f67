import type { ReleaseRuleId } from './release-rules.ts'

/** A release of a calendar that is read, by the beginning of its name there. `rules`: those by which the series it publishes are released. */
export interface ListedRelease {
  readonly source: 'bls' | 'bea' | 'fomc'
  readonly name: string
  readonly rules: readonly ReleaseRuleId[]
  /** Whether markets wait for it. */
  readonly major: boolean
}

export const listedReleases: readonly ListedRelease[] = [
  { source: 'fomc', name: 'FOMC statement', rules: ['fed-target'], major: true },
  { source: 'fomc', name: 'FOMC minutes', rules: [], major: false },
  { source: 'bls', name: 'Employment Situation', rules: ['employment'], major: true },
  { source: 'bls', name: 'Consumer Price Index', rules: ['cpi'], major: true },
  { source: 'bls', name: 'Producer Price Index', rules: ['producer-prices'], major: true },
  { source: 'bls', name: 'Employment Cost Index', rules: ['employment-cost'], major: true },
  { source: 'bls', name: 'Job Openings and Labor Turnover Survey', rules: ['job-openings'], major: false },
  { source: 'bls', name: 'Productivity and Costs', rules: [], major: false },
  { source: 'bls', name: 'U.S. Import and Export Price Indexes', rules: [], major: false },
  { source: 'bea', name: 'GDP (', rules: ['gdp'], major: true },
  { source: 'bea', name: 'Personal Income and Outlays', rules: ['personal-income'], major: true },
  { source: 'bea', name: 'U.S. International Trade in Goods and Services', rules: [], major: false },
]

/** Weekly releases without a calendar: their days follow from a rule and its holidays. `with`: a rule whose series come in the same release. */
export const weeklyReleases: readonly { readonly rule: ReleaseRuleId; readonly with?: ReleaseRuleId; readonly name: string }[] = [
  { rule: 'claims-initial', name: 'Jobless claims' },
  { rule: 'h41', name: 'Federal Reserve balance sheet (H.4.1)' },
  { rule: 'h8', name: 'Assets and liabilities of banks (H.8)' },
  { rule: 'h10', name: 'Exchange rates (H.10)' },
  { rule: 'nfci', name: 'Chicago Fed financial conditions index' },
  { rule: 'wei', name: 'Weekly Economic Index' },
  { rule: 'primary-dealers', name: 'Primary dealer statistics' },
  { rule: 'cot', with: 'cot-financial', name: 'Commitments of Traders' },
  { rule: 'eia-petroleum', name: 'Weekly petroleum status' },
  { rule: 'eia-gas', name: 'Weekly natural gas storage' },
]

/** Where each calendar is published, in words. */
export const calendarNames = {
  bls: 'BLS calendar',
  bea: 'BEA schedule',
  fomc: 'FOMC calendar',
} as const

/** A release that is told of when it becomes known (`release.published`): the series whose new period it brings, and what to read then. */
export interface TrackedRelease {
  readonly release: string
  readonly series: string
  readonly metric: string
}

export const trackedReleases: readonly TrackedRelease[] = [
  { release: 'fed-balance-sheet', series: 'WALCL', metric: 'fed-balance' },
  { release: 'eia-crude-stocks', series: 'eia.WCESTUS1', metric: 'crude-stocks' },
  { release: 'eia-gas-storage', series: 'eia.NW2_EPG0_SWO_R48_BCF', metric: 'gas-storage' },
]

/** The results of each auction of the Treasury; there are several a day. */
export const auctionRelease = 'treasury-auction'

/** A decision of a central bank: which release it is, the feed whose list has it, and what it is in that list (`news_record.source`, `form`). */
export interface TrackedDecision {
  readonly release: string
  readonly feed: string
  readonly source: string
  readonly form: string
  /** What to read then; a key of Basic reads it. */
  readonly document: string
}

export const trackedDecisions: readonly TrackedDecision[] = [
  {
    ...{ release: 'fomc-decision', feed: 'fed-press', source: 'federal-reserve', form: 'FOMC statement' },
    document: '/api/metrics/fed-funds-upper',
  },
  {
    ...{ release: 'ecb-decision', feed: 'ecb-press', source: 'ecb', form: 'monetary policy decision' },
    document: '/api/metrics/ecb-deposit-rate',
  },
  {
    ...{ release: 'boj-decision', feed: 'boj-press', source: 'bank-of-japan', form: 'statement on monetary policy' },
    document: '/api/context?briefing=macro.calendar',
  },
]
