import { seriesById } from '../../data/series.ts'
import { isoDay } from '../calendar/day.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { asksFor, pageOf, requestFor } from './fiscaldata-answer.ts'

const id = 'fiscaldata-operating-cash'
const dataset = 'v1/accounting/dts/operating_cash_balance'
const row = seriesById.get('fiscaldata.TGA')!
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30
const fields = ['record_date', 'account_type', 'close_today_bal', 'open_today_bal']

/** The account whose close is the balance, and the field it stands in: until 2021-09-30, until 2022-04-15, and since. */
const closes: Readonly<Record<string, string>> = {
  'Federal Reserve Account': 'close_today_bal',
  'Treasury General Account (TGA)': 'close_today_bal',
  'Treasury General Account (TGA) Closing Balance': 'open_today_bal',
}

/**
 * Operating cash balance of the Daily Treasury Statement (fiscaldata.treasury.gov), millions of dollars as texts, a missing one the text
 * `null`; three or four lines a day, of which one is the close. Pages are numbered from 1.
 */
export const fiscaldataOperatingCash = defineFeed({
  id,
  upstream: 'fiscaldata',
  title: 'Daily Treasury Statement, operating cash balance',
  needs: null,
  match: (url) => asksFor(url, dataset),
  plan: ({ newestPeriod }) => {
    const newest = newestPeriod.get(row.id)
    return [requestFor(id, dataset, fields, newest === undefined ? null : isoDay(newest - overlapDays))]
  },
  parse: (body, recording) => {
    const page = pageOf(body, recording.url, id)
    const seenAt = Date.parse(recording.at)
    const entries: Entry[] = []
    const rejected: Rejected[] = []
    const reject = (rule: string, reason: string, item: unknown) =>
      rejected.push(rejection(row.id, rule, reason, JSON.stringify(item)))
    const closed = new Map<string, boolean>()
    for (const item of page.rows) {
      const line = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const { record_date: date, account_type: account } = line
      if (typeof date !== 'string' || typeof account !== 'string') {
        reject('row', 'no day or account', item)
        continue
      }
      const field = Object.hasOwn(closes, account) ? closes[account] : undefined
      closed.set(date, field !== undefined || (closed.get(date) ?? false))
      if (field === undefined) continue
      const text = line[field]
      if (typeof text !== 'string') reject('row', `no text "${field}"`, item)
      else if (text !== 'null') entries.push({ date, text, seenAt, publishedAt: null })
    }
    // the first and the last day of a page may have their close on the one before or after
    for (const [date, has] of [...closed].slice(1, -1))
      if (!has) reject('account', 'the day has no closing balance under a known name', date)
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no balances')
    return { ...read, next: page.next }
  },
})
