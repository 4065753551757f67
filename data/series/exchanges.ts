import type { Series } from './row.ts'

const close = <const Upstream extends 'coinbase' | 'kraken', const Key extends string>(
  upstream: Upstream,
  key: Key,
  title: string,
  url: string,
) =>
  ({
    id: `${upstream}.${key}`,
    upstream,
    key,
    title: `${title}, close of the UTC day`,
    unit: 'USD',
    frequency: 'daily',
    rule: 'crypto-daily',
    revised: 'seldom',
    range: [0.01, 100_000_000],
    url,
  }) as const

/** Longs pay shorts where it is positive: a share of the position, paid several times a day. */
const funding = <const Coin extends 'BTC' | 'ETH'>(coin: Coin, name: string) =>
  ({
    id: `okx.${coin}-USDT-SWAP.funding`,
    upstream: 'okx',
    key: `${coin}-USDT-SWAP`,
    title: `Funding of the ${name} perpetual swap on OKX, sum of the UTC day`,
    unit: '1',
    frequency: 'daily',
    rule: 'crypto-daily',
    revised: 'never',
    range: [-0.1, 0.1],
    url: `https://www.okx.com/trade-swap/${coin.toLowerCase()}-usdt-swap`,
  }) as const

/** Closes of the UTC day on exchanges: of bitcoin, whose price they witness and replace, and of ether. */
export const exchangeSeries = [
  close('coinbase', 'BTC-USD', 'Bitcoin on Coinbase', 'https://exchange.coinbase.com/trade/BTC-USD'),
  close('kraken', 'XBTUSD', 'Bitcoin on Kraken', 'https://pro.kraken.com/app/trade/btc-usd'),
  close('coinbase', 'ETH-USD', 'Ether on Coinbase', 'https://exchange.coinbase.com/trade/ETH-USD'),
  close('kraken', 'ETHUSD', 'Ether on Kraken', 'https://pro.kraken.com/app/trade/eth-usd'),
  funding('BTC', 'bitcoin'),
  funding('ETH', 'ether'),
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
    id: 'defillama.steth-apy',
    upstream: 'defillama',
    key: 'apy',
    title: 'Yield of stETH as DefiLlama states it (APY), a year, after Lido’s fee of a tenth',
    unit: 'percent',
    frequency: 'daily',
    rule: 'defillama',
    revised: 'never',
    range: [0, 30],
    url: 'https://defillama.com/yields/pool/747c1d2a-c668-4682-b9f9-296708a3dd90',
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
