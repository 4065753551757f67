import { dayMs } from '../../pipeline/calendar/day.ts'
import { pathOf } from '../world/path.ts'
import { json, notImitated, type WireFormat } from './answer.ts'

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
