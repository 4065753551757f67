import { holdersBy } from '../world/holders.ts'
import { cents, networkDay } from '../world/network.ts'
import { json, notThere, type WireFormat } from './answer.ts'

const countryOf = (symbol: string): string => (symbol.endsWith('.T') ? 'JP' : 'US')
const percent = (part: number, whole: number, decimals: number): number => Number(((100 * part) / whole).toFixed(decimals))

/** Invented treasuries as CoinGecko publishes them: the list of holders, their ids, and one holder each, whose other coins are ether. */
export const coingeckoTreasuries: WireFormat = {
  host: 'api.coingecko.com',
  path: /^\/api\/v3\/(?:companies\/public_treasury\/(bitcoin)|(entities\/list)|public_treasury\/([\w-]+))$/,
  answer({ url, last, parts: [list, ids, id] }) {
    const { price, supply } = networkDay(last)
    const holders = holdersBy('coingecko', last + 1)
    if (ids)
      return json(holders.map(({ row: { entity, symbol, name } }) => ({ id: entity, symbol, name, country: countryOf(symbol) })))
    if (list) {
      const total = holders.reduce((sum, { coins }) => sum + coins, 0)
      const companies = holders.map(({ row: { name, symbol }, coins }) => ({
        ...{ name, symbol, country: countryOf(symbol), total_holdings: coins },
        total_entry_value_usd: coins > 10_000 ? cents(coins * 29_500) : 0,
        total_current_value_usd: coins * price,
        percentage_of_total_supply: percent(coins, supply, 3),
      }))
      const totals = { total_holdings: total, total_value_usd: total * price, market_cap_dominance: percent(total, supply, 2) }
      return json({ ...totals, companies })
    }
    const holder = holders.find(({ row }) => row.entity === id)
    if (!holder) throw notThere(url, 'no such page')
    const { name, entity, symbol, mnav, share } = holder.row
    const value = holder.coins * price
    const total = value / share
    const coin = (coin_id: string, amount: number, current_value_usd: number, ever: number) => ({
      ...{ coin_id, amount, percentage_of_total_supply: percent(amount, ever, 3) },
      ...{ entity_value_usd_percentage: percent(current_value_usd, total, 2), current_value_usd },
    })
    const ether = coin('ethereum', (total - value) / (price / 30), total - value, 120_000_000)
    return json({
      ...{ name, id: entity, type: 'company', symbol, country: countryOf(symbol), total_treasury_value_usd: total, m_nav: mnav },
      holdings: [coin('bitcoin', holder.coins, value, supply), ...(share < 1 ? [ether] : [])],
    })
  },
}
