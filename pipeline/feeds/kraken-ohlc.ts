import { series } from '../../data/series.ts'
import { ParseError } from '../errors.ts'
import { objectOf } from './body.ts'
import { closesOf } from './candles.ts'
import { defineFeed } from './feed.ts'

const id = 'kraken-ohlc'
const host = 'api.kraken.com'
const path = '/0/public/OHLC'
const rows = series.filter((row) => row.upstream === 'kraken')
const rowOf = (url: URL) => rows.find((row) => row.key === url.searchParams.get('pair'))

/**
 * Daily candles of Kraken: `[time, open, high, low, close, vwap, volume, count]` as texts, oldest first, 720 at most, the last one still
 * open. The result stands under the exchange's own name of the pair, not the one asked for; errors come with status 200.
 */
export const krakenOhlc = defineFeed({
  id,
  upstream: 'kraken',
  title: 'Kraken daily candles',
  needs: null,
  match: (url) =>
    url.host === host && url.pathname === path && rowOf(url) !== undefined && url.searchParams.get('interval') === '1440',
  plan: () => rows.map((row) => ({ feed: id, upstream: 'kraken', url: `https://${host}${path}?pair=${row.key}&interval=1440` })),
  parse: (body, recording) => {
    const { error, result } = objectOf(body, id)
    if (!Array.isArray(error)) throw new ParseError('DATA_MISSING', `${id}: no array "error"`, { feed: id })
    if (error.length > 0)
      throw new ParseError('UPSTREAM_SAYS', `${id}: Kraken answered: ${error.join(', ').slice(0, 200)}`, { feed: id })
    const pairs = Object.entries(typeof result === 'object' && result !== null ? result : {}).filter(([name]) => name !== 'last')
    const items: unknown = pairs.length === 1 ? pairs[0]![1] : null
    if (!Array.isArray(items)) throw new ParseError('DATA_MISSING', `${id}: not the candles of one pair`, { feed: id })
    if (items.length === 0) throw new ParseError('PAGE_EMPTY', `${id}: no candles, although some days were due`, { feed: id })
    const candles = items.map((raw: unknown) => {
      const [start, , , , close] = Array.isArray(raw) && raw.length === 8 ? (raw as unknown[]) : []
      return { start, close: typeof close === 'string' ? close : null, raw }
    })
    return closesOf(rowOf(new URL(recording.url))!, candles, Date.parse(recording.at))
  },
})
