import { coingeckoSeries } from '../../data/series/coingecko.ts'
import type { Series } from '../../data/series.ts'
import { dayMs } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { objectOf } from './body.ts'
import { defineFeed } from './feed.ts'
import { snapshotOf } from './snapshot.ts'

const id = 'coingecko-global'
const host = 'api.coingecko.com'
const path = '/api/v3/global'
const rows: readonly Series[] = coingeckoSeries

/**
 * Shares of single assets in the value of all crypto assets, percent: `data.market_cap_percentage` by symbol, as of `data.updated_at`
 * (seconds). From the documentation of CoinGecko's API (docs.coingecko.com/reference/crypto-global); it gives the present only.
 */
export const coingeckoGlobal = defineFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: market shares',
  needs: null,
  keyed: ['data.market_cap_percentage'],
  match: (url) => url.host === host && url.pathname === path,
  plan: () => [{ feed: id, upstream: 'coingecko', url: `https://${host}${path}` }],
  parse: (body, recording) => {
    const { data, status } = objectOf(body, id)
    if (typeof data !== 'object' || data === null) {
      const answer = JSON.stringify(status ?? null).slice(0, 200)
      throw new ParseError('DATA_MISSING', `${id}: no object "data"; CoinGecko says ${answer}`, { feed: id })
    }
    const { market_cap_percentage: shares, updated_at: updated } = data as Record<string, unknown>
    const recordedAt = Date.parse(recording.at)
    const at = typeof updated === 'number' ? updated * 1_000 : Number.NaN
    if (!(at <= recordedAt + 60_000 && at > recordedAt - dayMs))
      throw new ParseError('TIME', `${id}: "updated_at" is not a time within the last day`, { feed: id })
    const byCoin = (typeof shares === 'object' && shares !== null ? shares : {}) as Record<string, unknown>
    const absent = rows.filter(({ key }) => typeof byCoin[key] !== 'number')
    if (absent.length > 0)
      throw new ParseError('DATA_MISSING', `${id}: no share of ${absent.map(({ key }) => key).join(', ')}`, { feed: id })
    return snapshotOf(
      rows.map((row) => [row, byCoin[row.key]]),
      Math.min(at, recordedAt),
    )
  },
})
