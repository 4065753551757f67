import { isoDay } from '../../pipeline/calendar/day.ts'
import { accountHolding } from '../world/economy.ts'
import { periodsOf, seriesOf, sessionsOf } from '../world/history.ts'
import { pathOf } from '../world/path.ts'
import { json, notThere, type WireFormat } from './answer.ts'

const rows = seriesOf('nyfed')
const total = 'PDPOSGST-TOT'
const positions = [...rows.keys()].filter((key) => key.startsWith('PDPOS') && key !== total)
const holdings = [...rows.keys()].filter((key) => key.startsWith('soma/'))

/** Millions of dollars, whole; the total is what its parts come to. */
function position(key: string, day: number): number {
  if (key === total) return positions.reduce((sum, part) => sum + position(part, day), 0)
  return Math.round(pathOf(`dealers ${key}`, [0, 2_000_000])(day) - 800)
}

/** Dollars and cents. */
const holding = (key: string, day: number): string => (1e9 * accountHolding(key, day)).toFixed(2)

/** SOFR and the effective rate stand a little above and below one another. */
const rate = (type: string, day: number): number =>
  Math.round(100 * (pathOf('short rate')(day) + (type === 'SOFR' ? 0.04 : 0))) / 100

/** The markets data of the New York Fed: dealers' positions by key, the account's summary, reference rates. */
export const nyfed: WireFormat = {
  host: 'markets.newyorkfed.org',
  path: /^\/api\/(?:pd\/get\/([A-Z0-9_-]+)|(soma\/summary)|rates\/(?:un)?secured\/(sofr|effr)\/last\/(\d+))\.json$/,
  parameters: [],
  answer({ url, parts: [keys, soma, type, count], now }) {
    if (keys !== undefined) {
      const asked = keys.split('_').map((key) => rows.get(key))
      const timeseries = asked.flatMap((row) => {
        if (row === undefined) throw notThere(url, 'no such key')
        return periodsOf(row, now).map((day) => ({
          asofdate: isoDay(day),
          keyid: row.key,
          value: String(position(row.key, day)),
        }))
      })
      return json({ pd: { timeseries } })
    }
    if (soma !== undefined) {
      const summary = periodsOf(rows.get(holdings[0]!)!, now).map((day) => ({
        asOfDate: isoDay(day),
        ...Object.fromEntries(holdings.map((key) => [key.slice(5), holding(key, day)])),
      }))
      return json({ soma: { summary } })
    }
    const name = type!.toUpperCase()
    const days = sessionsOf(rows.get(`rate/${name}`)!, now)
      .slice(-Number(count))
      .reverse()
    const refRates = days.map((day) => ({
      effectiveDate: isoDay(day),
      type: name,
      percentRate: rate(name, day),
      revisionIndicator: '',
    }))
    return json({ refRates })
  },
}
