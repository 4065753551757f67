import { coingeckoSeries } from '../../../data/series/coingecko.ts'
import { bodyError, objectOf } from './body.ts'
import { itemOf } from './json-feed.ts'
import { feedOf } from './sightings.ts'
import { membersOf, momentOf, snapshotOf } from './snapshot.ts'

const id = 'coingecko-global'

/**
 * Shares of single assets in the value of all crypto assets, percent: `data.market_cap_percentage` by symbol, as of `data.updated_at`
 * (seconds). From the documentation of CoinGecko's API (docs.coingecko.com/reference/crypto-global); it gives the present only.
 */
export const coingeckoGlobal = feedOf(
  {
    id,
    upstream: 'coingecko',
    title: 'CoinGecko: market shares',
    url: 'https://api.coingecko.com/api/v3/global',
    keyed: ['data.market_cap_percentage'],
  },
  (body, recording) => {
    const { data, status } = objectOf(body, id)
    if (typeof data !== 'object' || data === null) {
      const answer = JSON.stringify(status ?? null).slice(0, 200)
      throw bodyError(id, 'DATA_MISSING', `no object "data"; CoinGecko says ${answer}`)
    }
    const { market_cap_percentage: shares, updated_at: updated } = itemOf(data)
    const at = momentOf(typeof updated === 'number' ? updated * 1_000 : Number.NaN, 'updated_at', recording, id)
    return snapshotOf(membersOf(itemOf(shares), coingeckoSeries, id), at)
  },
)
