import type { Series } from './row.ts'

const share = {
  upstream: 'coingecko',
  frequency: 'daily',
  rule: 'snapshot',
  revised: 'never',
  unit: 'percent',
  range: [0, 100],
} as const

/** Shares of the value of all crypto assets: each value is the newest of its UTC day. */
export const coingeckoSeries = [
  { ...share, id: 'coingecko.btc-share', key: 'btc', title: 'Bitcoin dominance', url: 'https://www.coingecko.com/en/charts' },
  { ...share, id: 'coingecko.usdt-share', key: 'usdt', title: 'Tether dominance', url: 'https://www.coingecko.com/en/charts' },
] as const satisfies readonly Series[]
