import { isoDay } from '../time/day.ts'
import { businessDayUpTo } from '../time/holiday.ts'
import { isSessionMissing, withoutCommas } from './fund-files.ts'
import { calendarDay } from './scheduled-release.ts'
import { seriesOf } from './sightings.ts'
import { tableFeed } from './table-feed.ts'

const url = 'https://assets.ark-funds.com/fund-documents/funds-etf-csv/ARK_21SHARES_BITCOIN_ETF_ARKB_HOLDINGS.csv'
const fund = 'ARKB'
const rows = seriesOf('ark')
const [coins, worth] = [rows.get(`${fund}/coins`)!, rows.get(`${fund}/worth`)!]

/**
 * The bitcoin of ARKB, whole coins under `shares`, and their value: `09/25/2026,ARKB,BITCOIN,BTC,,"34,012","$2,310,000,000.00",100.00%`,
 * then a line of legal text. The file is stamped with the business day on which it is used: it states the end of the session before.
 */
export const arkHoldings = tableFeed({
  id: 'ark-holdings',
  upstream: 'ark',
  title: 'ARK: holdings of its bitcoin fund',
  match: ({ href }) => href === url,
  plan: (state) => (isSessionMissing(coins, state) ? [url] : []),
  columns: ['date', 'fund', 'company', 'ticker', 'cusip', 'shares', 'market value ($)', 'weight (%)'],
  exact: true,
  end: (cells) => cells.length < 2,
  date: (row) => sessionBefore(row('date')),
  values: (row) => {
    if (row('fund') !== fund) return { rule: 'fund', reason: `a row of ${row('fund').slice(0, 20)}, not of ${fund}` }
    if (row('ticker') !== 'BTC') return []
    return [
      [coins, withoutCommas(row('shares'))],
      [worth, withoutCommas(row('market value ($)').replace(/^\$/, ''))],
    ]
  },
  emptyMessage: 'no bitcoin',
})

/** The session before `09/25/2026`, null for anything else. */
function sessionBefore(text: string): string | null {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  const stamped = calendarDay(Number(year), Number(month), Number(date))
  return stamped === null ? null : isoDay(businessDayUpTo(stamped - 1, 'us-market'))
}
