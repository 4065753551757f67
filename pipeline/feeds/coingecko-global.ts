import { coingeckoSeries } from '../../data/series/coingecko.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { addSnapshot, coingeckoErrorText, seriesMembers, statedMoment } from './snapshot.ts'

const id = 'coingecko-global'

/**
 * Shares of single assets in the value of all crypto assets, percent: `data.market_cap_percentage` by symbol, as of `data.updated_at`
 * (seconds). From the documentation of CoinGecko's API (docs.coingecko.com/reference/crypto-global); it gives the present only.
 */
export const coingeckoGlobal = jsonFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: market shares',
  url: 'https://api.coingecko.com/api/v3/global',
  keyed: ['data.market_cap_percentage'],
  rows: ({ data }) => (typeof data === 'object' && data !== null ? [data] : null),
  absent: (answer) => `no object "data"; ${coingeckoErrorText(answer)}`,
  read: ([data], sightings) => {
    const { market_cap_percentage: shares, updated_at: updated } = itemOf(data)
    const at = statedMoment(typeof updated === 'number' ? updated * 1_000 : Number.NaN, 'updated_at', sightings, id)
    addSnapshot(sightings, at, seriesMembers(itemOf(shares), coingeckoSeries, id))
  },
})
