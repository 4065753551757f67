import { dayMs } from '../../pipeline/calendar/day.ts'
import { cents, networkDay } from '../world/network.ts'
import { normal, seedOf } from '../world/noise.ts'
import { pathOf } from '../world/path.ts'
import { json, notImitated, type WireFormat } from './answer.ts'

/** How far apart exchanges close, as a share of the price. */
const spread = 0.0003

type Candle = Record<'open' | 'close' | 'low' | 'high' | 'volume', number>

/** Invented candles on one exchange by day: the open is the close before, the extremes a little beyond the two. */
function candlesOf(market: string, priceOn: (day: number) => number): (day: number) => Candle {
  const seed = seedOf(`closes on ${market}`)
  const closeOn = (day: number): number => cents(priceOn(day) * (1 + spread * normal(seed, day)))
  return (day) => {
    const [open, close] = [closeOn(day - 1), closeOn(day)]
    const reach = 0.012 * Math.abs(normal(seed ^ 0x2545f491, day)) + 0.002
    return {
      ...{ open, close, low: cents(Math.min(open, close) * (1 - reach)), high: cents(Math.max(open, close) * (1 + reach)) },
      volume: 9_000 * Math.exp(0.4 * normal(seed ^ 0x9e3779b9, day)),
    }
  }
}

const bitcoin = (day: number): number => networkDay(day).price
const ether = pathOf('ether price')
const coinbase = { 'BTC-USD': candlesOf('Coinbase', bitcoin), 'ETH-USD': candlesOf('ether on Coinbase', ether) } as const
/** Kraken's own names of the pairs, which are not those it is asked for. */
const kraken = {
  XBTUSD: { name: 'XXBTZUSD', candle: candlesOf('Kraken', bitcoin) },
  ETHUSD: { name: 'XETHZUSD', candle: candlesOf('ether on Kraken', ether) },
} as const

/** Daily candles of Coinbase Exchange: the newest 300, newest first, the day of the run still open. */
export const coinbaseCandles: WireFormat = {
  host: 'api.exchange.coinbase.com',
  path: /^\/products\/(BTC-USD|ETH-USD)\/candles$/,
  answer({ url, query, parts: [product], last }) {
    if (query['granularity'] !== '86400') throw notImitated(url, 'candles other than daily ones')
    const candles = Array.from({ length: 300 }, (_, back) => {
      const day = last + 1 - back
      const { low, high, open, close, volume } = coinbase[product as keyof typeof coinbase](day)
      return [(day * dayMs) / 1_000, low, high, open, close, Number(volume.toFixed(8))]
    })
    return json(candles)
  },
}

/** Daily candles of Kraken: the newest 720, oldest first, the day of the run still open, under Kraken's own name of the pair. */
export const krakenOhlc: WireFormat = {
  host: 'api.kraken.com',
  path: /^\/0\/public\/OHLC$/,
  answer({ url, query, last }) {
    const pair = kraken[query['pair'] as keyof typeof kraken]
    if (pair === undefined || query['interval'] !== '1440') throw notImitated(url, 'candles other than daily ones of two pairs')
    const candles = Array.from({ length: 720 }, (_, at) => {
      const day = last + 1 - 719 + at
      const { low, high, open, close, volume } = pair.candle(day)
      const prices = [open, high, low, close, (open + close) / 2].map((usd) => usd.toFixed(1))
      return [(day * dayMs) / 1_000, ...prices, volume.toFixed(8), Math.round(volume * 11)]
    })
    return json({ error: [], result: { [pair.name]: candles, last: (last * dayMs) / 1_000 } })
  },
}
