import { dayOf } from '../time/day.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { type BodyContents, emptyBodyError, type Sightings, seriesFeedOfKinds, seriesOf } from './sightings.ts'
import { addSnapshot, coingeckoErrorText, countFault } from './snapshot.ts'

const id = 'coingecko-treasuries'
const source = { id, upstream: 'coingecko', title: 'CoinGecko: bitcoin held by listed companies' } as const
const root = 'https://api.coingecko.com/api/v3'
const counts = `${root}/companies/public_treasury/bitcoin`
const entities = `${root}/entities/list`
const rows = seriesOf('coingecko')
/** Entities of one page of the list; a full page has a next one. */
const pageSize = 250

const listPage = (page: number) => `${entities}?entity_type=company&per_page=${pageSize}&page=${page}`

const totals = jsonFeed({
  ...source,
  match: ({ href }) => href === counts,
  plan: () => [counts],
  rows: 'companies',
  absent: (answer) => `no array "companies"; ${coingeckoErrorText(answer)}`,
  read: readCounts,
})

const list = jsonFeed({
  ...source,
  match: ({ origin, pathname }) => `${origin}${pathname}` === entities,
  plan: ({ now, newestPeriod }) => {
    const today = dayOf(now)
    const isRead = [...rows].some(([key, row]) => key.startsWith('m_nav ') && (newestPeriod.get(row.id) ?? 0) >= today)
    return isRead ? [] : [listPage(1)]
  },
  rows: '',
  read: readEntities,
  mayBeMissing: true,
  emptyMessage: 'no entities',
})

/**
 * How many bitcoins listed companies hold, as CoinGecko counts them, of the companies of the roster: `companies[]` with `symbol` (`MSTR.US`,
 * `3350.T`, empty for a private one), `total_holdings`, `total_current_value_usd`. There is no as-of day: a count is of the UTC day it was
 * read. `total_entry_value_usd` is 0.0 where it is not known, and not read. A count that times the price of the other rows is not the value
 * next to it is rejected.
 *
 * The list of entities (`entities/list`) leads to the page of each company of the roster, once a UTC day: ids cannot be derived from symbols.
 * From the documentation of CoinGecko's API (docs.coingecko.com/reference/companies-public-treasury, /entities-list).
 */
export const coingeckoTreasuries = seriesFeedOfKinds(totals, list)

function readCounts(companies: readonly unknown[], sightings: Sightings): undefined {
  const price = priceOf(companies)
  const values = companies.flatMap((raw: unknown) => {
    const { symbol, total_holdings: coins, total_current_value_usd: value } = itemOf(raw)
    const row = rows.get(`total_holdings ${String(symbol)}`)
    if (row === undefined) return []
    const isCount = typeof coins === 'number' && typeof value === 'number'
    const fault = isCount ? countFault(coins, price, value, 'the other rows') : null
    if (fault === null) return [[row, coins] as const]
    sightings.reject(row, 'value', fault, raw)
    return []
  })
  if (values.length + sightings.rejected.length === 0) throw emptyBodyError(id, 'no roster companies')
  addSnapshot(sightings, sightings.seenAt, values)
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

function readEntities(list: readonly unknown[], { url, each }: Sightings): BodyContents {
  const named = list.filter((raw) => rows.has(`m_nav ${String(itemOf(raw)['symbol'])}`))
  const next = each(named, 'row', (raw) => {
    const { id: entity } = itemOf(raw)
    return typeof entity === 'string' && /^[\w-]{1,100}$/u.test(entity)
      ? { feed: 'coingecko-treasury-entity', upstream: 'coingecko', url: `${root}/public_treasury/${entity}` }
      : 'an entity without an id'
  })
  const page = Number(url.searchParams.get('page') ?? '1')
  return { next: list.length === pageSize ? [...next, listPage(page + 1)] : next }
}
