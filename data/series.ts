import type { ReleaseRuleId } from './release-rules.ts'
import type { UpstreamId } from './upstreams.ts'

/**
 * A named sequence of values of one upstream. `id` is what the table `observation` calls it, `key` what the upstream calls it.
 *
 * `range` bounds what is believable in `unit`; a value outside goes to quarantine. `alsoIn` names another unit the same upstream has
 * served the series in: a block of values that lies in range only after multiplying by `factor` is read in that unit.
 * `sign` says how low changes of percent make sense; a series that may be zero or negative is compared in units.
 */
export interface Series {
  readonly id: string
  readonly upstream: UpstreamId
  readonly key: string
  readonly title: string
  readonly unit: string
  readonly frequency: 'daily' | 'business' | 'weekly'
  readonly rule: ReleaseRuleId
  readonly range: readonly [number, number]
  readonly alsoIn?: { readonly unit: string; readonly factor: number }
  /** For `business`: the calendar of days that have a value. */
  readonly holidays?: 'us-federal' | 'us-money-market' | 'us-market'
  /** The upstream revises it: ask for its vintages where it gives them. */
  readonly vintages?: true
  /** Page of the series for a reader. */
  readonly url: string | null
}

const coinmetrics = 'https://charts.coinmetrics.io/crypto-data/?asset=btc'
const btc = { upstream: 'coinmetrics', frequency: 'daily', rule: 'crypto-daily', url: coinmetrics } as const
const fred = (key: string) => ({ id: key, key, upstream: 'fred', url: `https://fred.stlouisfed.org/series/${key}` }) as const

export const series = [
  {
    ...btc,
    id: 'btc.PriceUSD',
    key: 'PriceUSD',
    title: 'Bitcoin price, daily close (UTC)',
    unit: 'USD',
    range: [0.01, 100_000_000],
  },
  {
    ...btc,
    id: 'btc.CapMrktCurUSD',
    key: 'CapMrktCurUSD',
    title: 'Bitcoin market capitalisation',
    unit: 'USD',
    range: [1, 1e16],
  },
  { ...btc, id: 'btc.DiffMean', key: 'DiffMean', title: 'Bitcoin mean difficulty of the day', unit: '1', range: [0.5, 1e18] },
  { ...btc, id: 'btc.HashRate', key: 'HashRate', title: 'Bitcoin mean hash rate of the day', unit: 'TH/s', range: [0, 1e14] },
  { ...btc, id: 'btc.BlkCnt', key: 'BlkCnt', title: 'Bitcoin blocks of the day', unit: '1', range: [0, 5_000] },
  { ...btc, id: 'btc.TxCnt', key: 'TxCnt', title: 'Bitcoin transactions of the day', unit: '1', range: [0, 1e9] },
  { ...btc, id: 'btc.AdrActCnt', key: 'AdrActCnt', title: 'Bitcoin active addresses of the day', unit: '1', range: [0, 1e10] },
  { ...btc, id: 'btc.IssTotNtv', key: 'IssTotNtv', title: 'Bitcoin issued on the day', unit: 'BTC', range: [0, 100_000] },
  { ...btc, id: 'btc.FeeTotNtv', key: 'FeeTotNtv', title: 'Bitcoin fees of the day', unit: 'BTC', range: [0, 100_000] },
  {
    ...fred('VIXCLS'),
    title: 'CBOE Volatility Index, close',
    unit: 'points',
    frequency: 'business',
    holidays: 'us-market',
    rule: 'vix-fred',
    range: [1, 500],
  },
  {
    ...fred('DCOILWTICO'),
    title: 'WTI crude oil spot, Cushing',
    unit: 'USD/bbl',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'eia-spot',
    range: [-100, 1_000],
  },
  {
    ...fred('DHHNGSP'),
    title: 'Henry Hub natural gas spot',
    unit: 'USD/MMBtu',
    frequency: 'business',
    holidays: 'us-market',
    rule: 'eia-spot',
    range: [-10, 500],
  },
  {
    ...fred('WALCL'),
    title: 'Federal Reserve total assets, Wednesday level',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    range: [100_000, 50_000_000],
  },
  {
    ...fred('WDTGAL'),
    title: 'Treasury General Account, Wednesday level',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    range: [3_000, 10_000_000],
  },
  {
    ...fred('WTREGEN'),
    title: 'Treasury General Account, week average',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    range: [3_000, 10_000_000],
    alsoIn: { unit: 'USD bn', factor: 1_000 },
  },
  {
    ...fred('RRPONTSYD'),
    title: 'Overnight reverse repurchase agreements',
    unit: 'USD bn',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'nyfed-rrp',
    range: [0, 10_000],
  },
  {
    ...fred('ICSA'),
    title: 'Initial claims, seasonally adjusted',
    unit: 'persons',
    frequency: 'weekly',
    rule: 'claims-initial',
    range: [50_000, 20_000_000],
    vintages: true,
  },
  {
    ...fred('CCSA'),
    title: 'Continued claims, seasonally adjusted',
    unit: 'persons',
    frequency: 'weekly',
    rule: 'claims-continued',
    range: [200_000, 50_000_000],
    vintages: true,
  },
] as const satisfies readonly Series[]

export type SeriesId = (typeof series)[number]['id']
