import { treasuriesSeries } from '../../../data/series/treasuries.ts'
import { bodyError, objectOf } from './body.ts'
import { defineFeed } from './feed.ts'
import { snapshotOf } from './snapshot.ts'

const id = 'coingecko-treasury-entity'
const path = /^\/api\/v3\/public_treasury\/([\w-]{1,100})$/u
const rows = new Map(treasuriesSeries.map((row) => [row.key, row]))
/** Share of bitcoin in the value of an entity's coins from which on a ratio over all coins is one over its bitcoins. */
const almostAll = 0.99

/**
 * One entity of CoinGecko's treasuries: `m_nav`, market value over the value of all coins it holds, null where they publish none. It is
 * taken where bitcoin is at least 99 % of that value (`holdings[].current_value_usd`), else it says nothing about bitcoin. It is of the UTC
 * day it was read. From the documentation of CoinGecko's API (docs.coingecko.com/reference/public-treasury-entity).
 */
export const coingeckoTreasuryEntity = defineFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: mNAV of listed companies',
  needs: null,
  match: (url) => url.origin === 'https://api.coingecko.com' && url.search === '' && path.test(url.pathname),
  plan: () => [],
  parse: (body, recording) => {
    const { id: entity, symbol, holdings, m_nav: mnav, status } = objectOf(body, id)
    const asked = path.exec(new URL(recording.url).pathname)?.[1]
    const row = rows.get(`m_nav ${String(symbol)}`)
    if (entity !== asked || row === undefined || !Array.isArray(holdings)) {
      const answer = JSON.stringify(status ?? null).slice(0, 200)
      throw bodyError(id, 'DATA_MISSING', `not the page of ${asked} with its holdings; CoinGecko says ${answer}`)
    }
    if (mnav === null) return { rows: {}, rejected: [], next: [] }
    let [bitcoin, all] = [0, 0]
    for (const holding of holdings as unknown[]) {
      const { coin_id: coin, current_value_usd: value } = (holding ?? {}) as Record<string, unknown>
      if (typeof value !== 'number') throw bodyError(id, 'VALUE_MISSING', `a coin of ${asked} has no value in dollars`)
      all += value
      if (coin === 'bitcoin') bitcoin += value
    }
    return bitcoin > 0 && bitcoin >= almostAll * all
      ? snapshotOf([[row, mnav]], Date.parse(recording.at))
      : { rows: {}, rejected: [], next: [] }
  },
})
