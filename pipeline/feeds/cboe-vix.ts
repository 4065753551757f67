import { type Series, seriesById } from '../../data/series.ts'
import { dayNumber } from '../calendar/day.ts'
import { nextDue, releaseRule, releaseTime } from '../calendar/release.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { textOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'cboe-vix'
const address = 'https://cdn.cboe.com/api/global/us_indices/daily_prices/VIX_History.csv'
const row: Series = seriesById.get('cboe.VIX')!
const rule = releaseRule(row.rule)
const header = 'DATE,OPEN,HIGH,LOW,CLOSE'

/**
 * The whole history of the VIX from the exchange that computes it, oldest first, a session a line, days as `MM/DD/YYYY`. A session that is
 * still open is left out. FRED's VIXCLS is the same figure a day later: this one witnesses it.
 */
export const cboeVix = defineFeed({
  id,
  upstream: 'cboe',
  title: 'Cboe: daily closes of the VIX',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: ({ newestPeriod, now }) => {
    const newest = newestPeriod.get(row.id)
    const rhythm = { frequency: row.frequency, holidays: row.holidays, rule }
    const wanted = newest === undefined || nextDue(rhythm, newest)! <= now
    return wanted ? [{ feed: id, upstream: 'cboe', url: address }] : []
  },
  parse: (body, recording) => {
    const lines = textOf(body, id).split(/\r?\n/)
    if (lines[0] !== header)
      throw new ParseError('HEADER', `${id}: the first line is not ${header}: ${lines[0]!.slice(0, 200)}`, { feed: id })
    if (lines.pop() !== '') throw new ParseError('BODY_CUT', `${id}: the body ends within a line`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries: Entry[] = []
    for (const line of lines.slice(1)) {
      const cells = line.split(',')
      const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cells[0]!) ?? []
      if (cells.length !== header.split(',').length || year === undefined) {
        rejected.push(rejection(row.id, 'row', 'no session with four prices', line))
        continue
      }
      const period = `${year}-${month}-${date}`
      const day = dayNumber(period)
      if (day === null || releaseTime(rule, day) <= seenAt)
        entries.push({ date: period, text: cells[4]!, seenAt, publishedAt: null })
    }
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no sessions')
    return read
  },
})
