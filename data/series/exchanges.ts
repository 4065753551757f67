import type { Series } from './row.ts'

const close = { frequency: 'daily', rule: 'crypto-daily', revised: 'seldom', unit: 'USD', range: [0.01, 100_000_000] } as const

/** Longs pay shorts where it is positive: a share of the position, paid several times a day. */
const funding = {
  upstream: 'okx',
  unit: '1',
  frequency: 'daily',
  rule: 'crypto-daily',
  revised: 'never',
  range: [-0.1, 0.1],
} as const

/** Closes of the UTC day on exchanges: of bitcoin, whose price they witness and stand in for, and of ether. */
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
  {
    ...close,
    id: 'coinbase.ETH-USD',
    upstream: 'coinbase',
    key: 'ETH-USD',
    title: 'Ether on Coinbase, close of the UTC day',
    url: 'https://exchange.coinbase.com/trade/ETH-USD',
  },
  {
    ...close,
    id: 'kraken.ETHUSD',
    upstream: 'kraken',
    key: 'ETHUSD',
    title: 'Ether on Kraken, close of the UTC day',
    url: 'https://pro.kraken.com/app/trade/eth-usd',
  },
  {
    ...funding,
    id: 'okx.BTC-USDT-SWAP.funding',
    key: 'BTC-USDT-SWAP',
    title: 'Funding of the bitcoin perpetual swap on OKX, sum of the UTC day',
    url: 'https://www.okx.com/trade-swap/btc-usdt-swap',
  },
  {
    ...funding,
    id: 'okx.ETH-USDT-SWAP.funding',
    key: 'ETH-USDT-SWAP',
    title: 'Funding of the ether perpetual swap on OKX, sum of the UTC day',
    url: 'https://www.okx.com/trade-swap/eth-usdt-swap',
  },
  {
    id: 'lido.apr',
    upstream: 'lido',
    key: 'apr',
    title: 'Staking rate of Lido, a year, after its fee',
    unit: 'percent',
    frequency: 'daily',
    rule: 'lido',
    revised: 'never',
    range: [0, 30],
    url: 'https://lido.fi/',
  },
  {
    id: 'beaconchain.apr7d',
    upstream: 'beaconchain',
    key: 'avgapr7d',
    title: 'Staking rate of all validators, a year, mean of seven days, before fees',
    unit: 'percent',
    frequency: 'daily',
    rule: 'beaconchain',
    revised: 'never',
    range: [0.1, 30],
    url: 'https://beaconcha.in/ethstore',
  },
  {
    id: 'cboe.VIX',
    upstream: 'cboe',
    key: 'CLOSE',
    title: 'VIX of the exchange that computes it, close of the session',
    unit: 'points',
    frequency: 'business',
    holidays: 'us-market',
    rule: 'us-close',
    revised: 'seldom',
    range: [1, 500],
    url: 'https://www.cboe.com/tradable_products/vix/vix_historical_data/',
  },
] as const satisfies readonly Series[]
