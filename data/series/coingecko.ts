import type { Series } from './row.ts'

const snapshot = { upstream: 'coingecko', frequency: 'daily', rule: 'snapshot', revised: 'never' } as const
const share = {
  ...snapshot,
  unit: 'percent',
  range: [0, 100],
} as const

const ether = {
  ...snapshot,
  unit: 'USD',
  url: 'https://www.coingecko.com/en/coins/ethereum',
} as const

/** Ether as CoinGecko has it: each value is the newest of its UTC day. */
export const coingeckoEtherSeries = [
  { ...ether, id: 'coingecko.eth-price', key: 'current_price', title: 'Ether price over all venues', range: [0.1, 10_000_000] },
  {
    ...ether,
    id: 'coingecko.eth-volume-24h',
    key: 'total_volume',
    title: 'Ether traded in 24 hours over all venues',
    range: [1_000, 1e14],
  },
  { ...ether, id: 'coingecko.eth-market-cap', key: 'market_cap', title: 'Ether market capitalisation', range: [1_000, 1e16] },
] as const satisfies readonly Series[]

/** Shares of the value of all crypto assets: each value is the newest of its UTC day. */
export const coingeckoSeries = [
  { ...share, id: 'coingecko.btc-share', key: 'btc', title: 'Bitcoin dominance', url: 'https://www.coingecko.com/en/charts' },
  { ...share, id: 'coingecko.usdt-share', key: 'usdt', title: 'Tether dominance', url: 'https://www.coingecko.com/en/charts' },
] as const satisfies readonly Series[]
