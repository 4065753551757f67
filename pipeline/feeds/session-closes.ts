import { type CloseMarket, closeMarkets } from '../../data/close-providers.ts'
import type { HolidayCalendar } from '../../data/holidays.ts'
import type { CloseRow } from '../tables/close.ts'
import { dayNumber, isoTime, weekday } from '../time/day.ts'
import { isBusinessDay } from '../time/holiday.ts'
import { bodyError } from './body.ts'
import { parseDecimal } from './decimal.ts'
import type { FeedState } from './feed.ts'
import type { Sightings } from './sightings.ts'

/** Sessions (day numbers) whose closes a provider gives one request each. */
interface Sessions {
  readonly feed: string
  /** Weekdays without a session; `none` where the calendar is not kept here: the answer for a holiday has no rows. */
  readonly holidays: HolidayCalendar
  /** When the provider has a session (milliseconds UTC). */
  readonly publishedAt: (session: number) => number
  /** Days back from the newest session that are read in time, some of them a run. */
  readonly backDays: number
}

/** Most sessions per run: at four requests per minute they take five minutes. */
const atOnce = 20

/**
 * The sessions to ask for, the newest first: some of those in `backDays` that were not read. The sample has its history from elsewhere and is asked
 * for the newest alone.
 */
export function sessionsDue(
  { closes, firstYear, now }: Pick<FeedState, 'closes' | 'firstYear' | 'now'>,
  sessions: Sessions,
): number[] {
  const { feed, holidays, publishedAt, backDays } = sessions
  const isSession = (day: number) => weekday(day) < 6 && isBusinessDay(day, holidays)
  let last = Math.floor(now / 86_400_000) + 1
  while (publishedAt(last) > now || !isSession(last)) last--
  const read = closes?.get(feed)
  if (firstYear > 0) return read?.has(last) ? [] : [last]
  const due: number[] = []
  for (let day = last; day > last - backDays && due.length < atOnce; day--) if (isSession(day) && !read?.has(day)) due.push(day)
  return due
}

/** The rows without those of a line that comes twice with different closes of a session, and these lines. */
function onePerLine<Row extends Pick<CloseRow, 'line' | 'session' | 'value' | 'unit'>>(
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly twice: readonly string[] } {
  const byLine = new Map<string, Row>()
  const twice = new Map<string, string>()
  for (const row of rows) {
    const key = `${row.line} ${row.session}`
    const other = byLine.get(key) ?? row
    if (other.value !== row.value || other.unit !== row.unit) twice.set(key, row.line)
    byLine.set(key, row)
  }
  return { rows: [...byLine].flatMap(([key, row]) => (twice.has(key) ? [] : row)), twice: [...twice.values()] }
}

/** The close of a line as a provider writes it. */
export interface CloseQuote {
  readonly line: string
  /** `YYYY-MM-DD`. */
  readonly session: string
  readonly value: unknown
  /** Listed shares. */
  readonly shares?: unknown
  /** Where it is not the currency of the market. */
  readonly unit?: string
}

interface Quotes {
  readonly feed: string
  readonly market: CloseMarket
  /** The session (`YYYY-MM-DD`) that the address is of, where it is of one. */
  readonly asked?: string
  /** When the provider has a session at the latest (milliseconds UTC). */
  readonly dueAt: (session: number) => number
}

/**
 * The closes of an answer, row by row: `read` gives a quote, null for a line that is left out, or what is wrong with a row. Rows of another
 * session than that asked for are rejected, and an answer of which most are is refused. A line with two closes has none.
 */
export function closesIn<Raw>(
  { feed, market, asked, dueAt }: Quotes,
  rows: Iterable<Raw>,
  { each, reject }: Sightings,
  read: (raw: Raw) => CloseQuote | null | string,
): readonly CloseRow[] {
  const others: string[] = []
  const closes = each(rows, 'close-row', (raw): { row: CloseRow | null } | string => {
    const quote = read(raw)
    if (quote === null || typeof quote === 'string') return quote ?? { row: null }
    const { line, session, unit = closeMarkets[market] } = quote
    const day = dayNumber(session)
    const value = parseDecimal(String(quote.value))
    if (day === null || unit === null) return 'no day or currency'
    if (asked !== undefined && session !== asked) others.push(session)
    if (asked !== undefined && session !== asked) return `a close of ${session} in the answer for ${asked}`
    if (value === null || value <= 0) return 'no close'
    const shares = parseDecimal(String(quote.shares))
    return { row: { feed, market, line, session, value, unit, shares, due_at: isoTime(dueAt(day)) } }
  }).flatMap(({ row }) => row ?? [])
  if (others.length > closes.length)
    throw bodyError(feed, 'OTHER_DAY', `received closes of ${others[0]} for ${asked}; nothing of them is loaded`)
  const single = onePerLine(closes)
  for (const line of single.twice) reject(null, 'close-twice', `${line} comes twice with different closes`, line)
  return single.rows
}
