import { coingeckoEtherSeries } from '../../data/series/coingecko.ts'
import { bodyError } from './body.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { addSnapshot, seriesMembers, statedMoment } from './snapshot.ts'

const id = 'coingecko-markets'
const address = 'https://api.coingecko.com/api/v3/coins/markets'
const coin = 'ethereum'

/**
 * Price, volume and value of ether as CoinGecko has them now, US dollars, as of `last_updated`. `total_volume` is that of a rolling 24 hours
 * over all venues it knows, no day of one exchange. From the documentation of its API (docs.coingecko.com/reference/coins-markets); it
 * gives the present only.
 */
export const coingeckoMarkets = jsonFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: price and volume of ether',
  match: ({ origin, pathname, searchParams }) =>
    `${origin}${pathname}` === address && searchParams.get('ids') === coin && searchParams.get('vs_currency') === 'usd',
  plan: () => [`${address}?vs_currency=usd&ids=${coin}`],
  rows: '',
  read: (coins, sightings) => {
    const item = coins.map(itemOf).find((each) => each['id'] === coin)
    if (item === undefined) throw bodyError(id, 'DATA_MISSING', 'ether is not among the coins')
    const values = seriesMembers(item, coingeckoEtherSeries, id)
    addSnapshot(sightings, statedMoment(Date.parse(String(item['last_updated'])), 'last_updated', sightings, id), values)
  },
})
