import type { Series } from './row.ts'

const close = { frequency: 'daily', rule: 'crypto-daily', revised: 'seldom', unit: 'USD', range: [0.01, 100_000_000] } as const

/** Closes of the UTC day on exchanges: witnesses of the bitcoin price, and in its place where it is missing. */
export const exchangeSeries = [
  {
    ...close,
    id: 'coinbase.BTC-USD',
    upstream: 'coinbase',
    key: 'BTC-USD',
    title: 'Bitcoin on Coinbase, close of the UTC day',
    url: 'https://exchange.coinbase.com/trade/BTC-USD',
  },
  {
    ...close,
    id: 'kraken.XBTUSD',
    upstream: 'kraken',
    key: 'XBTUSD',
    title: 'Bitcoin on Kraken, close of the UTC day',
    url: 'https://pro.kraken.com/app/trade/btc-usd',
  },
] as const satisfies readonly Series[]
