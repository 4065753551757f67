import { seriesById } from '../../data/series.ts'
import { overlapStartDay } from './feed.ts'
import { fiscaldataAnswer } from './fiscaldata-answer.ts'
import { itemOf, jsonFeed } from './json-feed.ts'

const row = seriesById.get('fiscaldata.TGA')!
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30

/** The account whose close is the balance, and the field it is in: until 2021-09-30, until 2022-04-15, and since. */
const closes: Readonly<Record<string, string>> = {
  'Federal Reserve Account': 'close_today_bal',
  'Treasury General Account (TGA)': 'close_today_bal',
  'Treasury General Account (TGA) Closing Balance': 'open_today_bal',
}

/**
 * Operating cash balance of the Daily Treasury Statement (fiscaldata.treasury.gov), millions of dollars as texts, a missing one the text
 * `null`; three or four lines a day, of which one is the close. Pages are numbered from 1.
 */
export const fiscaldataOperatingCash = jsonFeed({
  id: 'fiscaldata-operating-cash',
  title: 'Daily Treasury Statement, operating cash balance',
  ...fiscaldataAnswer({
    dataset: 'v1/accounting/dts/operating_cash_balance',
    fields: ['record_date', 'account_type', 'close_today_bal', 'open_today_bal'],
    from: ({ newestPeriod }) => overlapStartDay(newestPeriod.get(row.id), overlapDays),
  }),
  read: (lines, sightings) => {
    const closed = new Map<string, boolean>()
    for (const item of lines) {
      const line = itemOf(item)
      const { record_date: date, account_type: account } = line
      if (typeof date !== 'string' || typeof account !== 'string') {
        sightings.reject(row, 'row', 'no day or account', item)
        continue
      }
      const field = Object.hasOwn(closes, account) ? closes[account] : undefined
      closed.set(date, field !== undefined || (closed.get(date) ?? false))
      if (field === undefined) continue
      const text = line[field]
      if (typeof text !== 'string') sightings.reject(row, 'row', `no text "${field}"`, item)
      else if (text !== 'null') sightings.add(row, date, text)
    }
    // the first and the last day of a page may have their close on the neighbouring page
    for (const [date, has] of [...closed].slice(1, -1))
      if (!has) sightings.reject(row, 'account', 'the day has no closing balance under a known name', JSON.stringify(date))
  },
  emptyMessage: 'no balances',
})
