import type { ReleaseRule, ReleaseRuleId } from './release-rules.ts'
import type { UsualDay } from './usual-days.ts'

/** A release of a calendar that is read, by the beginning of its name there. `rules`: those by which the series it publishes are released. */
export interface ListedRelease {
  readonly source: CalendarName
  readonly name: string
  readonly rules: readonly ReleaseRuleId[]
  /** Whether markets wait for it. */
  readonly major: boolean
  /** When it usually comes, for days of which its calendar was not read; left out where no rule is known. */
  readonly usual?: UsualDay
}

const quarterly = [1, 4, 7, 10] as const

export const listedReleases: readonly ListedRelease[] = [
  { source: 'fomc', name: 'FOMC statement', rules: ['fed-target'], major: true },
  { source: 'fomc', name: 'FOMC minutes', rules: [], major: false },
  {
    source: 'bls',
    name: 'Employment Situation',
    rules: ['employment'],
    major: true,
    usual: { kind: 'third-friday', clock: '08:30', hit: [40, 41] },
  },
  {
    source: 'bls',
    name: 'Consumer Price Index',
    rules: ['cpi'],
    major: true,
    usual: { kind: 'week-of-12th', clock: '08:30', hit: [28, 30] },
  },
  {
    source: 'bls',
    name: 'Producer Price Index',
    rules: ['producer-prices'],
    major: true,
    usual: { kind: 'week-of-12th', clock: '08:30', hit: [28, 30] },
  },
  {
    source: 'bls',
    name: 'Employment Cost Index',
    rules: ['employment-cost'],
    major: true,
    usual: { kind: 'end-of-month', months: quarterly, clock: '08:30', hit: [8, 8] },
  },
  {
    source: 'bls',
    name: 'Job Openings and Labor Turnover Survey',
    rules: ['job-openings'],
    major: false,
    usual: { kind: 'week-of-jobs', clock: '10:00', hit: [28, 29] },
  },
  { source: 'bls', name: 'Productivity and Costs', rules: [], major: false },
  { source: 'bls', name: 'U.S. Import and Export Price Indexes', rules: [], major: false },
  {
    source: 'bea',
    name: 'GDP (',
    rules: ['gdp'],
    major: true,
    usual: { kind: 'week-of-last-thursday', clock: '08:30', hit: [4, 5] },
  },
  {
    source: 'bea',
    name: 'Personal Income and Outlays',
    rules: ['personal-income'],
    major: true,
    usual: { kind: 'week-of-last-thursday', clock: '08:30', hit: [8, 10] },
  },
  { source: 'bea', name: 'U.S. International Trade in Goods and Services', rules: [], major: false },
]

/** Weekly releases without a calendar: their days follow from a rule and its holidays. `with`: a rule whose series come in the same release. */
export const weeklyReleases: readonly { readonly rule: ReleaseRuleId; readonly with?: ReleaseRuleId; readonly name: string }[] = [
  { rule: 'claims-initial', with: 'claims-continued', name: 'Jobless claims' },
  { rule: 'h41', name: 'Federal Reserve balance sheet (H.4.1)' },
  { rule: 'h8', name: 'Assets and liabilities of banks (H.8)' },
  { rule: 'h10', name: 'Exchange rates (H.10)' },
  { rule: 'nfci', name: 'Chicago Fed financial conditions index' },
  { rule: 'stress-index', name: 'St. Louis Fed Financial Stress Index' },
  { rule: 'wei', name: 'Weekly Economic Index' },
  { rule: 'primary-dealers', name: 'Primary dealer statistics' },
  { rule: 'cot', with: 'cot-financial', name: 'Commitments of Traders' },
  { rule: 'eia-petroleum', name: 'Weekly petroleum status' },
  { rule: 'eia-gas', name: 'Weekly natural gas storage' },
  { rule: 'eia-spot', name: 'EIA spot prices' },
]

/** What the release of a rule is called; null of what comes daily or when it happens. */
export function releaseNameOf(rule: ReleaseRule): string | null {
  const weekly = weeklyReleases.find(({ rule: first, with: second }) => rule.id === first || rule.id === second)
  const listed = listedReleases.find(({ rules }) => rules.some((id) => id === rule.id))
  return rule.releaseName ?? weekly?.name ?? listed?.name ?? null
}

/** Where each calendar is published, in words. */
export const calendarNames = {
  bls: 'BLS calendar',
  bea: 'BEA schedule',
  fomc: 'FOMC calendar',
} as const
export type CalendarName = keyof typeof calendarNames

/** A release that is announced when it becomes known (`release.published`): the series whose new period it brings, and what to read then. */
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
