import { dayOf } from '../../calendar/day.ts'
import { json, notThere, type WireFormat } from './answer.ts'
import { cents } from './coinmetrics-columns.ts'
import { holdersBy } from './holders.ts'
import { networkDay } from './network.ts'

const root = '/api/v3/'
const entityPath = /^public_treasury\/([\w-]+)$/u

function countries(symbol: string): string {
  return symbol.endsWith('.T') ? 'JP' : 'US'
}

function companies(day: number) {
  const { price, supply } = networkDay(day - 1)
  const rows = holdersBy('coingecko', day).map(({ row: { name, symbol }, held }) => ({
    name,
    symbol,
    country: countries(symbol),
    total_holdings: held,
    total_entry_value_usd: held > 10_000 ? cents(held * 29_500) : 0,
    total_current_value_usd: held * price,
    percentage_of_total_supply: Number(((100 * held) / supply).toFixed(3)),
  }))
  const total = rows.reduce((sum, row) => sum + row.total_holdings, 0)
  return {
    total_holdings: total,
    total_value_usd: total * price,
    market_cap_dominance: Number(((100 * total) / supply).toFixed(2)),
    companies: rows,
  }
}

/** One holder; what is not bitcoin is ether. */
function entity(id: string, day: number) {
  const found = holdersBy('coingecko', day).find(({ row }) => row.entity === id)
  if (found === undefined) return null
  const { row, held } = found
  const { price, supply } = networkDay(day - 1)
  const value = held * price
  const total = value / row.share
  const coin = (coin_id: string, amount: number, usd: number, of: number) => ({
    coin_id,
    amount,
    percentage_of_total_supply: Number(((100 * amount) / of).toFixed(3)),
    entity_value_usd_percentage: Number(((100 * usd) / total).toFixed(2)),
    current_value_usd: usd,
  })
  const ether = coin('ethereum', (total - value) / (price / 30), total - value, 120_000_000)
  return {
    name: row.name,
    id: row.entity,
    type: 'company',
    symbol: row.symbol,
    country: countries(row.symbol),
    total_treasury_value_usd: total,
    m_nav: row.mnav,
    holdings: [coin('bitcoin', held, value, supply), ...(row.share < 1 ? [ether] : [])],
  }
}

/** Invented treasuries as CoinGecko publishes them: the list of holders, their ids, and one holder each. */
export const coingeckoTreasuries: WireFormat = {
  host: 'api.coingecko.com',
  path: (pathname) => pathname.startsWith(root) && pathname !== `${root}global`,
  answer(url, now) {
    const day = dayOf(now)
    const path = url.pathname.slice(root.length)
    if (path === 'companies/public_treasury/bitcoin') return json(companies(day))
    if (path === 'entities/list')
      return json(
        holdersBy('coingecko', day).map(({ row: { entity: id, symbol, name } }) => ({
          id,
          symbol,
          name,
          country: countries(symbol),
        })),
      )
    const page = entity(entityPath.exec(path)?.[1] ?? '', day)
    if (page === null) throw notThere(url, 'no such page')
    return json(page)
  },
}
