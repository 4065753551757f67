import { dayMs } from '../../pipeline/calendar/day.ts'
import { cents, networkDay } from '../world/network.ts'
import { normal, seedOf } from '../world/noise.ts'
import { json, notImitated, type WireFormat } from './answer.ts'

/** How far apart exchanges close, as a share of the price. */
const spread = 0.0003

/** Invented candles of one exchange by day: the open is the close before, the extremes a little beyond the two. */
function candlesOf(exchange: string): (day: number) => Record<'open' | 'close' | 'low' | 'high' | 'volume', number> {
  const seed = seedOf(`closes on ${exchange}`)
  const closeOn = (day: number): number => cents(networkDay(day).price * (1 + spread * normal(seed, day)))
  return (day) => {
    const [open, close] = [closeOn(day - 1), closeOn(day)]
    const reach = 0.012 * Math.abs(normal(seed ^ 0x2545f491, day)) + 0.002
    return {
      ...{ open, close, low: cents(Math.min(open, close) * (1 - reach)), high: cents(Math.max(open, close) * (1 + reach)) },
      volume: 9_000 * Math.exp(0.4 * normal(seed ^ 0x9e3779b9, day)),
    }
  }
}

const coinbase = candlesOf('Coinbase')
const kraken = candlesOf('Kraken')

/** Daily candles of Coinbase Exchange: the newest 300, newest first, the day of the run still open. */
export const coinbaseCandles: WireFormat = {
  host: 'api.exchange.coinbase.com',
  path: /^\/products\/BTC-USD\/candles$/,
  answer({ url, query, last }) {
    if (query['granularity'] !== '86400') throw notImitated(url, 'candles other than daily ones')
    const candles = Array.from({ length: 300 }, (_, back) => {
      const day = last + 1 - back
      const { low, high, open, close, volume } = coinbase(day)
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
    if (query['pair'] !== 'XBTUSD' || query['interval'] !== '1440')
      throw notImitated(url, 'candles other than daily ones of XBTUSD')
    const candles = Array.from({ length: 720 }, (_, at) => {
      const day = last + 1 - 719 + at
      const { low, high, open, close, volume } = kraken(day)
      const prices = [open, high, low, close, (open + close) / 2].map((usd) => usd.toFixed(1))
      return [(day * dayMs) / 1_000, ...prices, volume.toFixed(8), Math.round(volume * 11)]
    })
    return json({ error: [], result: { XXBTZUSD: candles, last: (last * dayMs) / 1_000 } })
  },
}
