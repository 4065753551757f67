import { dayOf, isoDay } from '../../calendar/day.ts'
import { json, notThere, type WireFormat } from './answer.ts'
import { holdersBy } from './holders.ts'
import { networkDay } from './network.ts'

/** A new file of all companies is made every quarter of an hour. */
const everyMs = 900_000

const version = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.000/gu, '')

function companies(at: number) {
  const day = dayOf(at)
  const { price } = networkDay(day - 1)
  return Object.fromEntries(
    holdersBy('strategytracker', day).map(({ row: { name, symbol }, held }) => {
      const ticker = symbol.replace(/\.US$/u, '')
      const balance = (date: number, coins: number, change: number | null) => ({
        Date: isoDay(date),
        'BTC Balance': coins,
        Change: change,
        'Purchase Statement URL': '',
      })
      const before = Math.floor(held * 0.97)
      const metrics = {
        ticker,
        companyName: name,
        btcPrice: price,
        holdingsValue: held * price,
        treasury_table: [balance(day - 60, before, null), balance(day - 14, held, held - before)],
      }
      return [ticker, { processedMetrics: metrics }]
    }),
  )
}

/** Invented treasuries as StrategyTracker publishes them: a pointer to the newest file, and that file. */
export const strategytracker: WireFormat = {
  host: 'data.strategytracker.com',
  path: (pathname) => pathname.endsWith('.json'),
  answer(url, now) {
    const at = now - (now % everyMs)
    const timestamp = new Date(at).toISOString().replace('Z', '000+00:00')
    const full = `all.v${version(at)}.json`
    if (url.pathname === '/latest.json')
      return json({
        version: version(at),
        timestamp,
        previous_versions: [version(at - everyMs), version(at - 2 * everyMs)],
        files: { full, light: full.replace('all', 'all-light') },
      })
    if (url.pathname !== `/${full}`) throw notThere(url, 'no such version')
    return json({ timestamp, companies: companies(at) })
  },
}
