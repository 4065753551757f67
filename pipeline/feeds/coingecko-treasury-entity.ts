import { bodyError } from './body.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'
import { addSnapshot, coingeckoErrorText } from './snapshot.ts'

const id = 'coingecko-treasury-entity'
const path = /^\/api\/v3\/public_treasury\/([\w-]{1,100})$/u
const rows = seriesOf('coingecko')
const rowOf = (symbol: unknown) => rows.get(`m_nav ${String(symbol)}`)
const askedAt = ({ pathname }: URL) => path.exec(pathname)?.[1]
/** Share of bitcoin in the value of an entity's coins above which a ratio over all coins is one over its bitcoins. */
const almostAll = 0.99

/**
 * One entity of CoinGecko's treasuries: `m_nav`, market value over the value of all coins it holds, null where they publish none. It is
 * taken where bitcoin is at least 99% of that value (`holdings[].current_value_usd`), else it says nothing about bitcoin. It is of the UTC
 * day it was read. From the documentation of CoinGecko's API (docs.coingecko.com/reference/public-treasury-entity).
 */
export const coingeckoTreasuryEntity = jsonFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: mNAV of listed companies',
  match: (url) => url.origin === 'https://api.coingecko.com' && url.search === '' && path.test(url.pathname),
  rows: ({ id: entity, symbol, holdings }, url) => (entity === askedAt(url) && rowOf(symbol) !== undefined ? holdings : null),
  absent: (answer, url) => `not the page of ${askedAt(url)} with its holdings; ${coingeckoErrorText(answer)}`,
  read: (holdings, sightings, { symbol, m_nav: mnav }) => {
    if (mnav === null) return
    let [bitcoin, all] = [0, 0]
    for (const { coin_id: coin, current_value_usd: value } of holdings.map(itemOf)) {
      if (typeof value !== 'number')
        throw bodyError(id, 'VALUE_MISSING', `a coin of ${askedAt(sightings.url)} has no value in dollars`)
      all += value
      if (coin === 'bitcoin') bitcoin += value
    }
    if (bitcoin > 0 && bitcoin >= almostAll * all) addSnapshot(sightings, sightings.seenAt, [[rowOf(symbol)!, mnav]])
  },
})
