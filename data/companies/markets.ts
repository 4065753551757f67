import type { Tier } from '../plans.ts'

/** A market whose companies a briefing can be asked about. */
export interface CompanyMarketRow {
  /** As in issuer ids. */
  readonly market: string
  readonly title: string
  readonly timeZone: string
  /** Least plan that reads its companies. */
  readonly tier: Tier
  /** Why none of its companies is sold yet; null where they are. */
  readonly notLive: string | null
}

export const companyMarkets = [
  { market: 'us', title: 'USA', timeZone: 'America/New_York', tier: 'basic', notLive: null },
  {
    market: 'jp',
    title: 'Japan',
    timeZone: 'Asia/Tokyo',
    tier: 'pro',
    notLive: 'Statements of companies in Japan are not read yet.',
  },
  {
    market: 'kr',
    title: 'Korea',
    timeZone: 'Asia/Seoul',
    tier: 'pro',
    notLive: 'Statements of companies in Korea are not read yet.',
  },
] as const satisfies readonly CompanyMarketRow[]
