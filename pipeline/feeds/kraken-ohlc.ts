import { candlesOf } from './candles.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const host = 'api.kraken.com'
const path = '/0/public/OHLC'
const rows = seriesOf('kraken')
const rowOf = (url: URL) => rows.get(url.searchParams.get('pair') ?? '')

/**
 * Daily candles of Kraken: `[time, open, high, low, close, vwap, volume, count]` as texts, oldest first, 720 at most, the last one still
 * open. The result stands under the exchange's own name of the pair, not the one asked for; errors come with status 200.
 */
export const krakenOhlc = jsonFeed({
  id: 'kraken-ohlc',
  upstream: 'kraken',
  title: 'Kraken daily candles',
  match: (url) =>
    url.host === host && url.pathname === path && rowOf(url) !== undefined && url.searchParams.get('interval') === '1440',
  plan: () => [...rows.keys()].map((key) => `https://${host}${path}?pair=${key}&interval=1440`),
  rows: ({ error, result }) => {
    const pairs = Object.entries(itemOf(result)).filter(([name]) => name !== 'last')
    return Array.isArray(error) && pairs.length === 1 ? pairs[0]![1] : null
  },
  error: ({ error }) => (Array.isArray(error) && error.length > 0 ? error.join(', ') : null),
  ...candlesOf({ rowOf, width: 8, written: 'string' }),
})
