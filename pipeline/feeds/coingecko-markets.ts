import { coingeckoEtherSeries } from '../../data/series/coingecko.ts'
import type { Series } from '../../data/series.ts'
import { dayMs } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { arrayOf } from './body.ts'
import { defineFeed } from './feed.ts'
import { snapshotOf } from './snapshot.ts'

const id = 'coingecko-markets'
const host = 'api.coingecko.com'
const path = '/api/v3/coins/markets'
const coin = 'ethereum'
const rows: readonly Series[] = coingeckoEtherSeries

/**
 * Price, volume and value of ether as CoinGecko has them now, US dollars, as of `last_updated`. `total_volume` is that of a rolling 24 hours
 * over all venues it knows, no day of one exchange. From the documentation of its API (docs.coingecko.com/reference/coins-markets); it
 * gives the present only.
 */
export const coingeckoMarkets = defineFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: price and volume of ether',
  needs: null,
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    url.searchParams.get('ids') === coin &&
    url.searchParams.get('vs_currency') === 'usd',
  plan: () => [{ feed: id, upstream: 'coingecko', url: `https://${host}${path}?vs_currency=usd&ids=${coin}` }],
  parse: (body, recording) => {
    const items = arrayOf(body, id)
    const [item] = items.filter((each): each is Record<string, unknown> => (each as { id?: unknown } | null)?.id === coin)
    if (item === undefined)
      throw new ParseError('DATA_MISSING', `${id}: ${items.length} coins, and ether is not among them`, { feed: id })
    const absent = rows.filter(({ key }) => typeof item[key] !== 'number')
    if (absent.length > 0)
      throw new ParseError('DATA_MISSING', `${id}: no ${absent.map(({ key }) => key).join(', ')}`, { feed: id })
    const recordedAt = Date.parse(recording.at)
    const at = Date.parse(String(item['last_updated']))
    if (!(at <= recordedAt + 60_000 && at > recordedAt - dayMs))
      throw new ParseError('TIME', `${id}: "last_updated" is not a time within the last day`, { feed: id })
    return snapshotOf(
      rows.map((row) => [row, item[row.key]]),
      Math.min(at, recordedAt),
    )
  },
})
