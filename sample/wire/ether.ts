import { dayMs, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { historyAt, isHoliday, seriesOf } from '../world/history.ts'
import { pathOf } from '../world/path.ts'
import { json, notImitated, text, type WireFormat } from './answer.ts'

/** OKX's history of funding: the newest hundred payments of 00:00, 08:00 and 16:00 UTC, newest first. */
export const okxFunding: WireFormat = {
  host: 'www.okx.com',
  path: /^\/api\/v5\/public\/funding-rate-history$/,
  parameters: ['instId', 'limit'],
  answer({ query: { instId = '', limit = '100' }, now }) {
    const eightHours = dayMs / 3
    const data = Array.from({ length: Number(limit) }, (_, back) => {
      const fundingTime = (Math.floor(now / eightHours) - back) * eightHours
      const rate = (
        (pathOf(`funding ${instId}`, [0, 4_000_000])(Math.floor(fundingTime / dayMs)) / 4_000) * 0.0001 -
        0.00005
      ).toFixed(16)
      return {
        instType: 'SWAP',
        instId,
        fundingRate: rate,
        realizedRate: rate,
        fundingTime: String(fundingTime),
        method: 'current_period',
      }
    })
    return json({ code: '0', data, msg: '' })
  },
}

/** Lido's rate of the last seven days, stamped a little after noon. */
export const lidoApr: WireFormat = {
  host: 'eth-api.lido.fi',
  path: /^\/v1\/protocol\/steth\/apr\/sma$/,
  parameters: [],
  answer({ url, now, last }) {
    if (url.search !== '') throw notImitated(url, 'parameters')
    const newest = now >= (last + 1) * dayMs + 44_520_000 ? last + 1 : last
    const aprs = Array.from({ length: 7 }, (_, at) => {
      const day = newest - 6 + at
      return {
        timeUnix: (day * dayMs) / 1_000 + 44_520,
        apr: Number((pathOf('staking', [0, 4_000_000])(day) / 1_500).toFixed(5)),
      }
    })
    const smaApr = aprs.reduce((sum, { apr }) => sum + apr, 0) / aprs.length
    return json({
      data: { aprs, smaApr },
      meta: { symbol: 'stETH', address: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', chainId: 1 },
    })
  },
}

/** What validators earned, before a fee: a share of the stake, of the day before that is over by noon. */
export const beaconchainEthstore: WireFormat = {
  host: 'beaconcha.in',
  path: /^\/api\/v1\/ethstore\/latest$/,
  parameters: [],
  answer({ last }) {
    const rate = pathOf('staking', [0, 4_000_000])(last) / 1_500 / 0.9 / 100
    const [day_start, day_end] = [last, last + 1].map((day) => `${isoDay(day)}T00:00:00Z`)
    return json({ status: 'OK', data: { day_start, day_end, apr: rate, avgapr7d: Number(rate.toFixed(8)) } })
  },
}

/** Ether over all venues, now. */
export const coingeckoMarkets: WireFormat = {
  host: 'api.coingecko.com',
  path: /^\/api\/v3\/coins\/markets$/,
  parameters: ['vs_currency', 'ids'],
  answer({ url, query, now, last }) {
    if (query['ids'] !== 'ethereum' || query['vs_currency'] !== 'usd') throw notImitated(url, 'other coins or currencies')
    const price = Number(pathOf('ether price')(last + 1).toFixed(2))
    const circulating_supply = 120_000_000
    return json([
      {
        ...{ id: 'ethereum', symbol: 'eth', name: 'Ethereum', current_price: price },
        market_cap: Math.round(price * circulating_supply),
        total_volume: Math.round(pathOf('ether volume')(last + 1)),
        circulating_supply,
        last_updated: new Date(now).toISOString(),
      },
    ])
  },
}

/** Sessions of five years that Cboe gives. */
const vixDays = 1_826

/** The history of the VIX: the close is FRED's, the session of the day of the run is there while it is open. */
export const cboeVix: WireFormat = {
  host: 'cdn.cboe.com',
  path: /^\/api\/global\/us_indices\/daily_prices\/VIX_History\.csv$/,
  parameters: [],
  answer({ now }) {
    const { first, last } = historyAt(now)
    const row = seriesOf('cboe').get('CLOSE')!
    const from = Math.max(first, last - vixDays)
    const days = Array.from({ length: last - from + 2 }, (_, at) => from + at)
    const lines = days
      .filter((day) => weekday(day) < 6 && !isHoliday(row, day))
      .map((day) => {
        const [open, close] = [day - 1, day].map((at) => Number(pathOf('VIXCLS')(at).toFixed(2))) as [number, number]
        const prices = [open, Math.max(open, close) + 0.4, Math.min(open, close) - 0.4, close].map((price) => price.toFixed(6))
        const [year, month, date] = isoDay(day).split('-')
        return `${month}/${date}/${year},${prices.join(',')}`
      })
    return text('text/csv', ['DATE,OPEN,HIGH,LOW,CLOSE', ...lines, ''].join('\n'))
  },
}
