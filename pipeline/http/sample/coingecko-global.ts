import { dayOf } from '../../calendar/day.ts'
import { json, type WireFormat } from './answer.ts'
import { pathOf } from './level.ts'
import { networkDay } from './network.ts'

/** Shares of the value of all crypto assets, of an invented market. */
export const coingeckoGlobal: WireFormat = {
  host: 'api.coingecko.com',
  path: (pathname) => pathname === '/api/v3/global',
  answer(_url, now) {
    const day = dayOf(now)
    const { price, supply } = networkDay(day - 1)
    const share = { btc: pathOf('bitcoin dominance')(day), usdt: pathOf('tether dominance')(day) }
    return json({
      data: {
        active_cryptocurrencies: 17_412,
        markets: 1_402,
        total_market_cap: { usd: (100 * price * supply) / share.btc },
        market_cap_percentage: share,
        updated_at: Math.floor(now / 1_000),
      },
    })
  },
}
