import { dayOf, isoDay } from '../../pipeline/calendar/day.ts'
import { holdersBy } from '../world/holders.ts'
import { networkDay } from '../world/network.ts'
import { json, notThere, type WireFormat } from './answer.ts'

/** A new file of all companies is made every quarter of an hour. */
const everyMs = 900_000
const versionOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.000/gu, '')

function companiesAt(at: number) {
  const day = dayOf(at)
  const { price } = networkDay(day - 1)
  const balance = (date: number, coins: number, change: number | null) => ({
    ...{ Date: isoDay(date), 'BTC Balance': coins, Change: change, 'Purchase Statement URL': '' },
  })
  return Object.fromEntries(
    holdersBy('strategytracker', day).map(({ row: { name, symbol }, coins }) => {
      const ticker = symbol.replace(/\.US$/u, '')
      const before = Math.floor(coins * 0.97)
      const treasury_table = [balance(day - 60, before, null), balance(day - 14, coins, coins - before)]
      const figures = { ticker, companyName: name, btcPrice: price, holdingsValue: coins * price, treasury_table }
      return [ticker, { processedMetrics: figures }]
    }),
  )
}

/** Invented treasuries as StrategyTracker publishes them: a pointer to the newest file, and that file. */
export const strategytracker: WireFormat = {
  host: 'data.strategytracker.com',
  path: /^\/([\w.-]+\.json)$/,
  answer({ url, now, parts: [file] }) {
    const at = now - (now % everyMs)
    const timestamp = new Date(at).toISOString().replace('Z', '000+00:00')
    const version = versionOf(at)
    const full = `all.v${version}.json`
    const previous_versions = [versionOf(at - everyMs), versionOf(at - 2 * everyMs)]
    if (file === 'latest.json')
      return json({ version, timestamp, previous_versions, files: { full, light: full.replace('all', 'all-light') } })
    if (file !== full) throw notThere(url, 'no such version')
    return json({ timestamp, companies: companiesAt(at) })
  },
}
