import { series } from '../../../data/series.ts'
import { readCandles } from './candles.ts'
import { jsonFeed } from './json-feed.ts'

const host = 'api.exchange.coinbase.com'
const rows = series.filter((row) => row.upstream === 'coinbase')
const rowOf = (url: URL) => rows.find((row) => url.pathname === `/products/${row.key}/candles`)

/**
 * Daily candles of Coinbase Exchange: arrays `[time, low, high, open, close, volume]`, newest first, 300 at most; a bucket without a trade
 * is left out and the newest one is still open.
 */
export const coinbaseCandles = jsonFeed({
  id: 'coinbase-candles',
  upstream: 'coinbase',
  title: 'Coinbase daily candles',
  match: (url) => url.host === host && rowOf(url) !== undefined && url.searchParams.get('granularity') === '86400',
  plan: () => rows.map((row) => `https://${host}/products/${row.key}/candles?granularity=86400`),
  rows: '',
  read: (candles, sightings) => readCandles(candles, { series: rowOf(sightings.url)!, width: 6, written: 'number' }, sightings),
  mayBeMissing: true,
  none: 'no candles',
})
