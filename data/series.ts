import { type CloseProvider, closeProviders } from './close-providers.ts'
import { auctionSeries } from './series/auctions.ts'
import { bundesbankSeries } from './series/bundesbank.ts'
import { cftcSeries } from './series/cftc.ts'
import { closesSeries } from './series/closes.ts'
import { coingeckoEtherSeries, coingeckoSeries } from './series/coingecko.ts'
import { coinmetricsSeries } from './series/coinmetrics.ts'
import { ecbSeries } from './series/ecb.ts'
import { eiaSeries } from './series/eia.ts'
import { etfSeries } from './series/etf.ts'
import { exchangeSeries } from './series/exchanges.ts'
import { type FiledSeries, filedSeries } from './series/filed.ts'
import { fiscaldataSeries } from './series/fiscaldata.ts'
import { frbSeries } from './series/frb.ts'
import { fredSeries } from './series/fred.ts'
import { fredEconomySeries } from './series/fred-economy.ts'
import { mempoolSeries } from './series/mempool.ts'
import { nyfedSeries } from './series/nyfed.ts'
import type { Series } from './series/row.ts'
import { ticMajorSeries, ticSeries } from './series/tic.ts'
import { treasuriesSeries } from './series/treasuries.ts'
import { treasuryRealSeries, treasurySeries } from './series/treasury.ts'
import { worldbankSeries } from './series/worldbank.ts'
import type { UpstreamId } from './upstreams.ts'

export { filedSeries } from './series/filed.ts'
export type { Series } from './series/row.ts'

const registered = [
  ...coinmetricsSeries,
  ...exchangeSeries,
  ...mempoolSeries,
  ...coingeckoSeries,
  ...coingeckoEtherSeries,
  ...fredSeries,
  ...fredEconomySeries,
  ...treasurySeries,
  ...treasuryRealSeries,
  ...fiscaldataSeries,
  ...ecbSeries,
  ...bundesbankSeries,
  ...frbSeries,
  ...cftcSeries,
  ...nyfedSeries,
  ...eiaSeries,
  ...ticSeries,
  ...ticMajorSeries,
  ...worldbankSeries,
  ...closesSeries,
  ...auctionSeries,
  ...etfSeries,
] as const

/** Every registered series: one file of rows an upstream. */
export const series = [...registered, ...treasuriesSeries] as const

/** Those the warehouse keeps: also the ones made of what filings state. */
export const keptSeries: readonly (Series | FiledSeries)[] = [...series, ...filedSeries]

/** A series of closes of a listed line. */
export type CloseSeries = Series & Required<Pick<Series, 'line'>>

type Given = Pick<Series, 'upstream' | 'line'>

/** Feeds that give closes of a line, the preferred one first. */
export const providersOf = ({ market }: Pick<CloseSeries['line'], 'market'>): readonly CloseProvider[] =>
  (closeProviders as readonly CloseProvider[]).filter(({ venues }) => venues[market])

/** Upstreams that give a series: of closes those of all providers, the preferred one first. */
export const upstreamsOf = ({ upstream, line }: Given): readonly UpstreamId[] =>
  upstream === 'providers' ? providersOf(line!).map((provider) => provider.upstream) : [upstream]

/** Whether a feed may give a series: one of its upstream, or of closes a provider. */
export const feedMayProvide = (feed: { readonly feed: string; readonly upstream: string }, { upstream, line }: Given): boolean =>
  line === undefined ? feed.upstream === upstream : providersOf(line).some((provider) => provider.feed === feed.feed)

export const seriesById: ReadonlyMap<string, Series> = new Map(series.map((row) => [row.id, row]))

/** Their ids, and those of the bitcoin totals of companies. */
export type SeriesName = (typeof registered)[number]['id'] | `${string}.bitcoin`
