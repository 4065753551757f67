import { dayMs, dayNumber, daysBetween, isoDay, weekday } from '../time/day.ts'
import { businessDayUpTo } from '../time/holiday.ts'
import { localToUtc } from '../time/zone.ts'
import { bodyError, latin1Of } from './body.ts'
import { codeListIn } from './code-list.ts'
import type { FeedState } from './feed.ts'
import { type CloseQuote, closesIn } from './session-closes.ts'
import { feedOf } from './sightings.ts'

const id = 'sec-fails'
const folder = 'https://www.sec.gov/files/data/fails-deliver-data'
const file = /^\/files\/data\/(?:fails-deliver-data|other)\/cnsfails(\d{4})(0[1-9]|1[0-2])([ab])(?:_\d)?\.zip$/
const header = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE'
/** Files asked for in a run, and half months before the newest one that are read in time. */
const atOnce = 3
const backHalves = 24

/** One file: the settlement days of a month (counted from year 0) to its 14th or 15th (a), or after (b). */
interface Half {
  readonly month: number
  readonly part: 'a' | 'b'
}
const monthDay = (month: number, day: number): number => Date.UTC(Math.floor(month / 12), month % 12, day) / dayMs
const nameOf = ({ month, part }: Half): string => `${isoDay(monthDay(month, 1)).slice(0, 7).replace('-', '')}${part}`
/** The SEC publishes the first half at the end of the month and the second half in the middle of the next one, on no fixed day. */
const dueAt = ({ month, part }: Half): number =>
  localToUtc(monthDay(month + 1, part === 'a' ? 5 : 20), '00:00', 'America/New_York')

const halfIn = ({ host, pathname }: URL): Half | null => {
  const [, year, month, part] = (host === 'www.sec.gov' && file.exec(pathname)) || []
  return part === undefined ? null : { month: 12 * Number(year) + Number(month) - 1, part: part as Half['part'] }
}

/**
 * Closes of lines with fails to deliver, free of any licence, two to six weeks late (sec.gov/data-research/sec-markets-data/fails-deliver-data): a
 * text in an archive for each half month, `SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE`, a row per line and settlement day, two
 * lines with totals below. `PRICE` is the close of the session before the settlement day in dollars, `.` where there is none; a description may contain
 * `|`. Symbols have no separator: the line of a row is the symbol as given (`BRKB`, `normalizeTicker`). A symbol of
 * two CUSIPs with different prices on a day has no close. Some files have `_0` in their name: both names are requested.
 */
export const secFails = feedOf(
  {
    ...{ id, upstream: 'sec', title: 'SEC: closes in the lists of fails to deliver', needs: 'SEC_CONTACT', absence: true },
    match: (url) => halfIn(url) !== null,
    plan: (state) => halvesDue(state).flatMap((half) => ['', '_0'].map((more) => `${folder}/cnsfails${nameOf(half)}${more}.zip`)),
  },
  (body, sightings) => {
    const half = halfIn(sightings.url)!
    const lines = latin1Of(codeListIn(body, /^cnsfails\d{6}[ab][^/]*$/i, id), id)
      .split(/\r?\n/)
      .filter((line) => line !== '')
    if (lines[0]?.trim() !== header)
      throw bodyError(id, 'HEADER', `the header is not ${header}: ${lines[0]?.slice(0, 200)}; inspect the recording`)
    const end = lines.findIndex((line) => line.startsWith('Trailer'))
    const rows = lines.slice(1, end < 0 ? undefined : end)
    const counted = /^Trailer record count (\d+)\s*$/.exec(lines[end] ?? '')?.[1]
    if (Number(counted) !== rows.length)
      throw bodyError(id, 'BODY_CUT', `${rows.length} of ${counted ?? 'an unknown number of'} rows; fetch it again`)
    const source = { feed: id, market: 'us', dueAt: () => dueAt(half) } as const
    return { rows: { close: closesIn(source, rows, sightings, (line) => quoteIn(line, half)) } }
  },
)

/** The files that are due and not read, the newest first; in the sample the newest alone. */
function halvesDue({ closes, firstYear, now }: FeedState): Half[] {
  const today = new Date(now)
  const thisMonth = 12 * today.getUTCFullYear() + today.getUTCMonth()
  const halves = Array.from({ length: backHalves + 4 }, (_, at): Half => {
    return { month: thisMonth - Math.floor(at / 2), part: at % 2 === 0 ? 'b' : 'a' }
  })
  const due = halves.filter((half) => dueAt(half) <= now).slice(0, firstYear > 0 ? 1 : backHalves)
  const read = closes?.get(id)
  const isRead = ({ month, part }: Half) => {
    // closes of the sessions before settlement days: those of a half month lie within its middle
    const middle = monthDay(month, part === 'a' ? 8 : 23)
    return daysBetween(middle - 3, middle + 3).some((day) => read?.has(day))
  }
  return due.filter((half) => !isRead(half)).slice(0, atOnce)
}

function quoteIn(line: string, { month }: Half): CloseQuote | null | string {
  const cells = line.split('|')
  const [settled = '', , symbol = ''] = cells
  const day = dayNumber(settled.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
  if (cells.length < 6 || day === null) return 'no settlement day, symbol or price'
  if (day < monthDay(month, 1) || day >= monthDay(month + 1, 1) || weekday(day) > 5)
    return 'no settlement day of the month of the file'
  const value = cells.at(-1)!.trim()
  if (value === '.' || !/^[A-Z]{1,6}$/.test(symbol)) return null
  return { line: symbol, session: isoDay(businessDayUpTo(day - 1, 'us-market')), value }
}
