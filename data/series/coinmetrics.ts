import type { Series } from './row.ts'

const coinmetrics = 'https://charts.coinmetrics.io/crypto-data/?asset=btc'
// what is counted from blocks is final; prices and estimates are corrected where an error comes to light
const btc = { upstream: 'coinmetrics', frequency: 'daily', rule: 'crypto-daily', revised: 'seldom', url: coinmetrics } as const

const eth = {
  ...btc,
  url: 'https://charts.coinmetrics.io/crypto-data/?asset=eth',
} as const

/** Bitcoin and ether and their networks, daily; `key` names the asset and its metric. */
export const coinmetricsSeries = [
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
  {
    ...btc,
    id: 'btc.PriceUSD',
    key: 'btc/PriceUSD',
    title: 'Bitcoin price, daily close (UTC)',
    unit: 'USD',
    range: [0.01, 100_000_000],
  },
  {
    ...btc,
    id: 'btc.CapMrktCurUSD',
    key: 'btc/CapMrktCurUSD',
    title: 'Bitcoin market capitalisation',
    unit: 'USD',
    range: [1, 1e16],
  },
  {
    ...btc,
    id: 'btc.DiffMean',
    key: 'btc/DiffMean',
    title: 'Bitcoin mining difficulty, daily mean',
    unit: '1',
    range: [0.5, 1e18],
  },
  { ...btc, id: 'btc.HashRate', key: 'btc/HashRate', title: 'Bitcoin hash rate, daily mean', unit: 'TH/s', range: [0, 1e14] },
  { ...btc, id: 'btc.BlkCnt', key: 'btc/BlkCnt', title: 'Bitcoin blocks per day', unit: '1', range: [0, 5_000] },
  { ...btc, id: 'btc.TxCnt', key: 'btc/TxCnt', title: 'Bitcoin transactions per day', unit: '1', range: [0, 1e9] },
  { ...btc, id: 'btc.AdrActCnt', key: 'btc/AdrActCnt', title: 'Bitcoin active addresses per day', unit: '1', range: [0, 1e10] },
  { ...btc, id: 'btc.IssTotNtv', key: 'btc/IssTotNtv', title: 'Bitcoin issued per day', unit: 'BTC', range: [0, 100_000] },
  { ...btc, id: 'btc.FeeTotNtv', key: 'btc/FeeTotNtv', title: 'Bitcoin fees per day', unit: 'BTC', range: [0, 100_000] },
] as const satisfies readonly Series[]
