import type { Series } from './row.ts'

const coinmetrics = 'https://charts.coinmetrics.io/crypto-data/?asset=btc'
// what is counted from blocks is final; prices and estimates are corrected where an error comes to light
const btc = { upstream: 'coinmetrics', frequency: 'daily', rule: 'crypto-daily', revised: 'seldom', url: coinmetrics } as const

/** Which addresses are those of exchanges is found out later too: the whole history changes with it. */
const exchanges = { ...btc, unit: 'BTC', revised: 'every release' } as const

const eth = {
  ...btc,
  url: 'https://charts.coinmetrics.io/crypto-data/?asset=eth',
} as const

/** Bitcoin and ether and their networks, daily; `key` is the metric of bitcoin, or names the asset before it. */
export const coinmetricsSeries = [
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
  { ...btc, id: 'btc.DiffMean', key: 'DiffMean', title: 'Bitcoin mining difficulty, daily mean', unit: '1', range: [0.5, 1e18] },
  { ...btc, id: 'btc.HashRate', key: 'HashRate', title: 'Bitcoin hash rate, daily mean', unit: 'TH/s', range: [0, 1e14] },
  { ...btc, id: 'btc.BlkCnt', key: 'BlkCnt', title: 'Bitcoin blocks per day', unit: '1', range: [0, 5_000] },
  { ...btc, id: 'btc.TxCnt', key: 'TxCnt', title: 'Bitcoin transactions per day', unit: '1', range: [0, 1e9] },
  { ...btc, id: 'btc.AdrActCnt', key: 'AdrActCnt', title: 'Bitcoin active addresses per day', unit: '1', range: [0, 1e10] },
  { ...btc, id: 'btc.IssTotNtv', key: 'IssTotNtv', title: 'Bitcoin issued per day', unit: 'BTC', range: [0, 100_000] },
  { ...btc, id: 'btc.FeeTotNtv', key: 'FeeTotNtv', title: 'Bitcoin fees per day', unit: 'BTC', range: [0, 100_000] },
  { ...btc, id: 'btc.SplyCur', key: 'SplyCur', title: 'Bitcoin issued so far', unit: 'BTC', range: [0, 21_000_000] },
  {
    ...btc,
    id: 'btc.CapMVRVCur',
    key: 'CapMVRVCur',
    title: 'Bitcoin: market value over the value of each coin when it last moved',
    unit: '1',
    range: [0.05, 1_000],
  },
  { ...btc, id: 'btc.TxTfrCnt', key: 'TxTfrCnt', title: 'Bitcoin transfers per day', unit: '1', range: [0, 1e9] },
  {
    ...btc,
    id: 'btc.AdrBalCnt',
    key: 'AdrBalCnt',
    title: 'Bitcoin addresses with a balance',
    unit: '1',
    range: [0, 1e10],
  },
  { ...exchanges, id: 'btc.FlowInExNtv', key: 'FlowInExNtv', title: 'Bitcoin sent to exchanges per day', range: [0, 21_000_000] },
  {
    ...exchanges,
    id: 'btc.FlowOutExNtv',
    key: 'FlowOutExNtv',
    title: 'Bitcoin withdrawn from exchanges per day',
    range: [0, 21_000_000],
  },
  { ...exchanges, id: 'btc.SplyExNtv', key: 'SplyExNtv', title: 'Bitcoin held on exchanges', range: [0, 21_000_000] },
  {
    ...eth,
    id: 'eth.PriceUSD',
    key: 'eth/PriceUSD',
    title: 'Ether price, daily close (UTC)',
    unit: 'USD',
    range: [0.01, 10_000_000],
  },
  { ...eth, id: 'eth.AdrActCnt', key: 'eth/AdrActCnt', title: 'Ether active addresses per day', unit: '1', range: [0, 1e10] },
  { ...eth, id: 'eth.TxCnt', key: 'eth/TxCnt', title: 'Ether transactions per day', unit: '1', range: [0, 1e9] },
  { ...eth, id: 'eth.FeeTotNtv', key: 'eth/FeeTotNtv', title: 'Ether fees per day', unit: 'ETH', range: [0, 1_000_000] },
  { ...eth, id: 'eth.SplyCur', key: 'eth/SplyCur', title: 'Ether in existence', unit: 'ETH', range: [1e6, 1e9] },
] as const satisfies readonly Series[]

/** Asset and metric of a series, as Coin Metrics names them. */
export function columnOf({ key }: Pick<Series, 'key'>): { readonly asset: string; readonly metric: string } {
  const [asset, metric] = key.split('/')
  return metric === undefined ? { asset: 'btc', metric: key } : { asset: asset!, metric }
}
