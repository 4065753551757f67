import { networkDay } from '../world/network.ts'
import { pathOf } from '../world/path.ts'
import { json, type WireFormat } from './answer.ts'

/** Shares of the value of all crypto assets, of an invented market. */
export const coingeckoGlobal: WireFormat = {
  host: 'api.coingecko.com',
  path: /^\/api\/v3\/global$/,
  answer({ now, last }) {
    const { price, supply } = networkDay(last)
    const share = { btc: pathOf('bitcoin dominance')(last + 1), usdt: pathOf('tether dominance')(last + 1) }
    const total_market_cap = { usd: (100 * price * supply) / share.btc }
    const counts = { active_cryptocurrencies: 17_412, markets: 1_402 }
    return json({ data: { ...counts, total_market_cap, market_cap_percentage: share, updated_at: Math.floor(now / 1_000) } })
  },
}
