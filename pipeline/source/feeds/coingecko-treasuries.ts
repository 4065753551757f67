import { treasuriesSeries } from '../../../data/series/treasuries.ts'
import { dayOf } from '../../time/day.ts'
import type { Recording } from '../recordings/recording.ts'
import { arrayOf, bodyError, objectOf } from './body.ts'
import { defineFeed, type Parsed, type Rejected, rejection } from './feed.ts'
import { itemOf } from './json-feed.ts'
import { emptyPage } from './sightings.ts'
import { snapshotOf } from './snapshot.ts'

const id = 'coingecko-treasuries'
const root = 'https://api.coingecko.com/api/v3'
const counts = `${root}/companies/public_treasury/bitcoin`
const entities = `${root}/entities/list`
const rows = new Map(treasuriesSeries.map((row) => [row.key, row]))
/** Entities of one page of the list; a full page has a next one. */
const pageSize = 250
/** How far a count times the price of the whole body may lie from the value next to it. */
const tolerance = 0.01

const listPage = (page: number) => ({
  feed: id,
  upstream: 'coingecko',
  url: `${entities}?entity_type=company&per_page=${pageSize}&page=${page}`,
})

/**
 * How many bitcoins listed companies hold, as CoinGecko counts them, of the companies of the roster: `companies[]` with `symbol` (`MSTR.US`,
 * `3350.T`, empty for a private one), `total_holdings`, `total_current_value_usd`. There is no as-of day: a count is of the UTC day it was
 * read. `total_entry_value_usd` is 0.0 where it is not known, and not read. A count that times the price of the other rows is not the value
 * next to it is rejected.
 *
 * The list of entities (`entities/list`) leads to the page of each company of the roster, once a UTC day: ids cannot be told from symbols.
 * From the documentation of CoinGecko's API (docs.coingecko.com/reference/companies-public-treasury, /entities-list).
 */
export const coingeckoTreasuries = defineFeed({
  id,
  upstream: 'coingecko',
  title: 'CoinGecko: bitcoin held by listed companies',
  needs: null,
  match: (url) => url.href === counts || `${url.origin}${url.pathname}` === entities,
  plan: (state) => {
    const today = dayOf(state.now)
    const read = treasuriesSeries.some((row) => row.key.startsWith('m_nav ') && (state.newestPeriod.get(row.id) ?? 0) >= today)
    return [{ feed: id, upstream: 'coingecko', url: counts }, ...(read ? [] : [listPage(1)])]
  },
  parse: (body, recording) => (recording.url === counts ? readCounts(body, recording) : readEntities(body, recording)),
})

function readCounts(body: Uint8Array, recording: Recording): Parsed {
  const { companies, status } = objectOf(body, id)
  if (!Array.isArray(companies)) {
    const answer = JSON.stringify(status ?? null).slice(0, 200)
    throw bodyError(id, 'DATA_MISSING', `no array "companies"; CoinGecko says ${answer}`)
  }
  const price = priceOf(companies)
  const rejected: Rejected[] = []
  const values = companies.flatMap((raw: unknown) => {
    const { symbol, total_holdings: coins, total_current_value_usd: value } = itemOf(raw)
    const row = rows.get(`total_holdings ${String(symbol)}`)
    if (row === undefined) return []
    if (typeof coins === 'number' && typeof value === 'number' && Math.abs(coins * price - value) > tolerance * value) {
      const reason = `${coins} at the ${Math.round(price)} USD of the other rows does not match the value stated with it`
      rejected.push(rejection(row.id, 'value', reason, JSON.stringify(raw)))
      return []
    }
    return [[row, coins] as const]
  })
  if (values.length + rejected.length === 0) throw emptyPage(id, 'no roster companies')
  const read = snapshotOf(values, Date.parse(recording.at))
  return { ...read, rejected: [...read.rejected, ...rejected] }
}

/** Dollars per bitcoin the values of a body depend on: the middle one of all rows. */
function priceOf(companies: readonly unknown[]): number {
  const prices = companies
    .map(itemOf)
    .flatMap(({ total_holdings: coins, total_current_value_usd: value }) =>
      typeof coins === 'number' && typeof value === 'number' && coins > 0 ? value / coins : [],
    )
    .sort((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? Number.NaN
}

function readEntities(body: Uint8Array, recording: Recording): Parsed {
  const list = arrayOf(body, id)
  if (list.length === 0) throw emptyPage(id, 'no entities')
  const rejected: Rejected[] = []
  const next = list.flatMap((raw) => {
    const { id: entity, symbol } = itemOf(raw)
    if (!rows.has(`m_nav ${String(symbol)}`)) return []
    if (typeof entity === 'string' && /^[\w-]{1,100}$/u.test(entity))
      return [{ feed: 'coingecko-treasury-entity', upstream: 'coingecko', url: `${root}/public_treasury/${entity}` }]
    rejected.push(rejection(null, 'row', 'an entity without an id', JSON.stringify(raw)))
    return []
  })
  const page = Number(new URL(recording.url).searchParams.get('page') ?? '1')
  return { rows: {}, rejected, next: list.length === pageSize ? [...next, listPage(page + 1)] : next }
}
