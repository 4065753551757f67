import { dayMs } from '../../calendar/day.ts'
import { json, notImitated, notThere, type WireFormat } from './answer.ts'
import { cents } from './coinmetrics-columns.ts'
import { historyAt } from './history.ts'
import { networkDay } from './network.ts'
import { normal, seedOf } from './noise.ts'

/** How far apart exchanges close, as a share of the price. */
const spread = 0.0003

/** Close of a day on one exchange, USD. */
function closeOn(seed: number, day: number): number {
  return cents(networkDay(day).price * (1 + spread * normal(seed, day)))
}

/** One invented candle: the open is the close before, the extremes a little beyond the two. */
function candleOn(seed: number, day: number) {
  const [open, close] = [closeOn(seed, day - 1), closeOn(seed, day)]
  const reach = 0.012 * Math.abs(normal(seed ^ 0x2545f491, day)) + 0.002
  const volume = 9_000 * Math.exp(0.4 * normal(seed ^ 0x9e3779b9, day))
  return {
    open,
    close,
    low: cents(Math.min(open, close) * (1 - reach)),
    high: cents(Math.max(open, close) * (1 + reach)),
    volume,
  }
}

const coinbaseSeed = seedOf('closes on Coinbase')
const krakenSeed = seedOf('closes on Kraken')

/** Daily candles of Coinbase Exchange: the newest 300, newest first, the day of the run still open. */
export const coinbaseCandles: WireFormat = {
  host: 'api.exchange.coinbase.com',
  path: (pathname) => pathname === '/products/BTC-USD/candles',
  answer(url, now) {
    if (url.searchParams.get('granularity') !== '86400') throw notImitated(url, 'candles other than daily ones')
    const { last } = historyAt(now)
    const candles = Array.from({ length: 300 }, (_, back) => {
      const day = last + 1 - back
      const { low, high, open, close, volume } = candleOn(coinbaseSeed, day)
      return [(day * dayMs) / 1_000, low, high, open, close, Number(volume.toFixed(8))]
    })
    return json(candles)
  },
}

/** Daily candles of Kraken: the newest 720, oldest first, the day of the run still open, under Kraken's own name of the pair. */
export const krakenOhlc: WireFormat = {
  host: 'api.kraken.com',
  path: (pathname) => pathname === '/0/public/OHLC',
  answer(url, now) {
    if (url.searchParams.get('pair') !== 'XBTUSD') throw notThere(url, 'no such pair')
    if (url.searchParams.get('interval') !== '1440') throw notImitated(url, 'candles other than daily ones')
    const { last } = historyAt(now)
    const candles = Array.from({ length: 720 }, (_, i) => {
      const day = last + 1 - 719 + i
      const { low, high, open, close, volume } = candleOn(krakenSeed, day)
      const price = (usd: number) => usd.toFixed(1)
      const mean = price((open + close) / 2)
      return [
        (day * dayMs) / 1_000,
        price(open),
        price(high),
        price(low),
        price(close),
        mean,
        volume.toFixed(8),
        Math.round(volume * 11),
      ]
    })
    return json({ error: [], result: { XXBTZUSD: candles, last: (last * dayMs) / 1_000 } })
  },
}
