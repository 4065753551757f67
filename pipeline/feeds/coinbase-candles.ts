import { series } from '../../data/series.ts'
import { ParseError } from '../errors.ts'
import { arrayOf } from './body.ts'
import { closesOf } from './candles.ts'
import { defineFeed } from './feed.ts'

const id = 'coinbase-candles'
const host = 'api.exchange.coinbase.com'
const rows = series.filter((row) => row.upstream === 'coinbase')
const rowOf = (url: URL) => rows.find((row) => url.pathname === `/products/${row.key}/candles`)

/**
 * Daily candles of Coinbase Exchange: arrays `[time, low, high, open, close, volume]`, newest first, 300 at most; a bucket without a trade
 * is left out and the newest one is still open.
 */
export const coinbaseCandles = defineFeed({
  id,
  upstream: 'coinbase',
  title: 'Coinbase daily candles',
  needs: null,
  match: (url) => url.host === host && rowOf(url) !== undefined && url.searchParams.get('granularity') === '86400',
  plan: () =>
    rows.map((row) => ({ feed: id, upstream: 'coinbase', url: `https://${host}/products/${row.key}/candles?granularity=86400` })),
  parse: (body, recording) => {
    const items = arrayOf(body, id)
    if (items.length === 0) throw new ParseError('PAGE_EMPTY', `${id}: no candles, although some days were due`, { feed: id })
    const candles = items.map((raw) => {
      const [start, , , , close] = Array.isArray(raw) && raw.length === 6 ? (raw as unknown[]) : []
      return { start, close: typeof close === 'number' ? String(close) : null, raw }
    })
    return closesOf(rowOf(new URL(recording.url))!, candles, Date.parse(recording.at))
  },
})
