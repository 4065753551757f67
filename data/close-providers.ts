import type { UpstreamId } from './upstreams.ts'

/**
 * A feed that gives unadjusted closes of listed lines. A line is a ticker or code of one market as of the day of the session: in the USA the
 * ticker without a sign before its class (`BRKB`), in Japan and Korea the code, in India and Europe the ISIN.
 */
export interface CloseProvider {
  readonly feed: string
  readonly upstream: UpstreamId
  /** Where its closes are made. Those of one venue differ by rounding alone; another venue closes at another price. */
  readonly venues: Readonly<Partial<Record<CloseMarket, Venue>>>
  /** Decimals of its closes: two that differ by no more than half a unit of the coarser one agree. */
  readonly decimals: number
  /** Days after the session by which its newest close is here, where that is more than a week. */
  readonly lagDays?: number
}

export const closeMarkets = { us: 'USD', jp: 'JPY', kr: 'KRW', in: 'INR', eu: null } as const
/** A market of listed lines, as in issuer ids. */
export type CloseMarket = keyof typeof closeMarkets
type Venue = 'USA' | 'Tokyo' | 'Korea' | 'NSE' | 'BSE' | 'Euronext'

/** The line of a ticker, however a source parts its class from it: `BRK-B`, `BRK.B` and `BRKB` are one. */
export const normalizeTicker = (ticker: string): string => ticker.toUpperCase().replaceAll(/[-.]/g, '')

/** In order of preference: of the providers that give a session of a line, the first one counts. */
export const closeProviders = [
  { feed: 'massive-closes', upstream: 'massive', venues: { us: 'USA' }, decimals: 4 },
  { feed: 'stooq-daily', upstream: 'stooq', venues: { us: 'USA', jp: 'Tokyo' }, decimals: 3 },
  { feed: 'sec-fails', upstream: 'sec', venues: { us: 'USA' }, decimals: 2, lagDays: 50 },
  { feed: 'jquants-closes', upstream: 'jquants', venues: { jp: 'Tokyo' }, decimals: 1, lagDays: 100 },
  { feed: 'fsc-closes', upstream: 'fsc', venues: { kr: 'Korea' }, decimals: 0 },
  { feed: 'nse-closes', upstream: 'nse', venues: { in: 'NSE' }, decimals: 2 },
  { feed: 'bse-closes', upstream: 'bse', venues: { in: 'BSE' }, decimals: 2 },
  { feed: 'euronext-closes', upstream: 'euronext', venues: { eu: 'Euronext' }, decimals: 4 },
] as const satisfies readonly CloseProvider[]

/** How far closes of one venue may be apart besides rounding, as a share of the price: sources of 503 shares differed by 0.0076% at most. */
export const closeTolerance = 1e-4
