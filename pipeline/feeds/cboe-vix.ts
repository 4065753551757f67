import { type Series, seriesById } from '../../data/series.ts'
import { dayNumber } from '../time/day.ts'
import { releaseRule, releaseTime } from '../time/release.ts'
import { isNextDue } from './feed.ts'
import { tableFeed } from './table-feed.ts'

const address = 'https://cdn.cboe.com/api/global/us_indices/daily_prices/VIX_History.csv'
const series: Series = seriesById.get('cboe.VIX')!
const rule = releaseRule(series.rule)

/**
 * The whole history of the VIX from the exchange that computes it, oldest first, a session a line, days as `MM/DD/YYYY`. A session that is
 * still open is left out. FRED's VIXCLS is the same figure a day later: this one witnesses it.
 */
export const cboeVix = tableFeed({
  id: 'cboe-vix',
  upstream: 'cboe',
  title: 'Cboe: daily closes of the VIX',
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: ({ newestPeriod, now }) => (isNextDue(series, newestPeriod.get(series.id), now) ? [address] : []),
  columns: ['DATE', 'OPEN', 'HIGH', 'LOW', 'CLOSE'],
  exact: true,
  date: (row) => {
    const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(row('DATE')) ?? []
    return year === undefined ? null : `${year}-${month}-${date}`
  },
  series,
  values: (row, { reached }, date) => {
    const day = dayNumber(date)
    return day === null || reached(releaseTime(rule, day)) ? [[series, row('CLOSE')]] : []
  },
  emptyMessage: 'no sessions',
})
