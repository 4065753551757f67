import { candlesOf } from './candles.ts'
import { jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const host = 'api.exchange.coinbase.com'
const rows = seriesOf('coinbase')
const rowOf = ({ pathname }: URL) => rows.get(/^\/products\/([^/]+)\/candles$/.exec(pathname)?.[1] ?? '')

/**
 * Daily candles of Coinbase Exchange: arrays `[time, low, high, open, close, volume]`, newest first, 300 at most; a bucket without a trade
 * is left out and the newest one is still open.
 */
export const coinbaseCandles = jsonFeed({
  id: 'coinbase-candles',
  upstream: 'coinbase',
  title: 'Coinbase daily candles',
  match: (url) => url.host === host && rowOf(url) !== undefined && url.searchParams.get('granularity') === '86400',
  plan: () => [...rows.keys()].map((key) => `https://${host}/products/${key}/candles?granularity=86400`),
  rows: '',
  ...candlesOf({ rowOf, width: 6, written: 'number' }),
})
