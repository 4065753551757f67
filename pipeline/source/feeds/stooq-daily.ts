import type { Split } from '../../../data/companies.ts'
import type { Series } from '../../../data/series.ts'
import { firstSessionOf, splitsOf } from '../../../data/splits.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { nextDue, releaseRule, releaseTime } from '../../time/release.ts'
import { bodyError, textOf } from './body.ts'
import { rejection } from './feed.ts'
import { feedOf, seriesOf } from './sightings.ts'

const id = 'stooq-daily'
const address = 'https://stooq.com/q/d/l/'
/** Leaves out every adjustment Stooq makes: splits, dividends, rights and the others. */
const unadjusted = '1111111'
const bySymbol = seriesOf('stooq')
const header = 'Date,Open,High,Low,Close,Volume'
const columns = header.split(',').length

const rowOf = (url: URL): Series | undefined =>
  url.searchParams.get('i') === 'd' && url.searchParams.get('o') === unadjusted
    ? bySymbol.get(url.searchParams.get('s') ?? '')
    : undefined

/**
 * Daily closes of listed shares as Stooq gives them in CSV, oldest first, in the shares of each day: `Date,Open,High,Low,Close,Volume`. A
 * session that is still open is omitted. Prices are in the currency of the exchange. Errors come with status 200 as a sentence: `Exceeded
 * the daily hits limit`, `No data`.
 *
 * Stooq adjusts for splits unless asked not to; a body that is adjusted anyway, which shows at a known split (`data/splits.ts`,
 * `data/companies.ts`), is refused. For the shares of `data/series/closes.ts`, a jump up or down by a whole multiple without a declared
 * split is treated as one: that close and all later ones are held.
 *
 * Another provider of closes is another feed whose rows have the same series and meaning: an unadjusted close of one share, `period` the
 * day of a closed session.
 */
export const stooqDaily = feedOf(
  {
    id,
    upstream: 'stooq',
    title: 'Stooq: daily closes of listed shares',
    match: (url) => `${url.origin}${url.pathname}` === address && rowOf(url) !== undefined,
    plan: ({ roster, newestPeriod, now }) =>
      [...bySymbol.values()]
        .filter((row) => (!row.company || roster.includes(row.company)) && isDue(row, newestPeriod.get(row.id), now))
        .map((row) => `${address}?s=${row.key}&i=d&o=${unadjusted}`),
  },
  (body, sightings) => {
    const row = rowOf(sightings.url)!
    const lines = textOf(body, id).split(/\r?\n/)
    if (lines[0] !== header) throw bodyError(id, 'UPSTREAM_SAYS', `Stooq answered ${row.key} with: ${lines[0]!.slice(0, 200)}`)
    if (lines.pop() !== '') throw bodyError(id, 'BODY_CUT', 'the body ends within a line')
    const rule = releaseRule(row.rule)
    const entries: [day: string, close: string][] = []
    for (const line of lines.slice(1)) {
      const cells = line.split(',')
      const [date = '', , , , text = ''] = cells
      const day = dayNumber(date)
      if (cells.length !== columns) sightings.reject(row, 'columns', `${cells.length} cells under ${columns} headers`, line)
      else if (day === null || sightings.reached(releaseTime(rule, day))) entries.push([date, text])
    }
    for (const [date, text] of row.company ? entries : sinceFirstSession(row, entries)) sightings.add(row, date, text)
    const read = sightings.parsed('no closes')
    const closes = new Map(read.rows.sighting.map(({ period, value }) => [period, value]))
    const splits = splitsOf(row)
    for (const split of splits)
      if (isAdjusted(closes, dayNumber(split.session)!, split.ratio))
        throw bodyError(id, 'ADJUSTED', `closes of ${row.key} before ${split.session} are adjusted for the split of that day`)
    const jump = row.company ? null : unexplainedJump(closes, splits)
    if (jump === null) return read
    const loaded = read.rows.sighting.filter(({ period }) => period < jump)
    const reason = `not loaded since ${isoDay(jump)}: the price changed by a whole multiple, and no split of that day is declared`
    const later = read.rows.sighting.filter(({ period }) => period >= jump)
    const rejected = later.map(({ period, value }) => rejection(row.id, 'split', reason, `${isoDay(period)},${value}`))
    return { rows: { sighting: loaded }, rejected: [...read.rejected, ...rejected] }
  },
)

/** Closes of the first session that is read and later; all where the body has none of them. */
function sinceFirstSession(row: Series, entries: [day: string, close: string][]): [day: string, close: string][] {
  const first = firstSessionOf(row)
  const later = entries.filter(([day]) => day >= first)
  return later.length > 0 ? later : entries
}

/** How far, in logarithms, a ratio of two closes may be from a whole number that a split made: a share moves on that day too. */
const wholeTolerance = 0.05

/** First session whose close is a whole multiple of the close before it, or the other way round, without a split declared between them. */
function unexplainedJump(closes: ReadonlyMap<number, number>, splits: readonly Split[]): number | null {
  const sessions = splits.map(({ session }) => dayNumber(session)!)
  let before: readonly [day: number, close: number] | null = null
  for (const [day, close] of [...closes].sort(([a], [b]) => a - b)) {
    const earlier = before
    before = [day, close]
    if (earlier === null) continue
    const multiple = Math.max(earlier[1] / close, close / earlier[1])
    const whole = Math.round(multiple)
    if (whole < 2 || Math.abs(Math.log(multiple / whole)) > wholeTolerance) continue
    if (!sessions.some((session) => earlier[0] < session && session <= day)) return day
  }
  return null
}

/** Whether the close after the newest one held is out: the daily number of requests is small. */
function isDue(row: Series, newest: number | undefined, now: number): boolean {
  const rhythm = { frequency: row.frequency, holidays: row.holidays, rule: releaseRule(row.rule) }
  return newest === undefined || nextDue(rhythm, newest)! <= now
}

/** Days around a split among which a session before and one after it are looked for. */
const aroundDays = 10

/** Whether the closes are adjusted: the price moves over a split by less than half of its ratio, in logarithms. */
function isAdjusted(closes: ReadonlyMap<number, number>, session: number, ratio: number): boolean {
  const nearest = (from: number, step: number) => {
    for (let n = 0; n < aroundDays; n++) if (closes.has(from + n * step)) return closes.get(from + n * step)!
    return null
  }
  const [before, after] = [nearest(session - 1, -1), nearest(session, 1)]
  if (before === null || after === null) return false
  return Math.abs(Math.log(before / after)) < Math.abs(Math.log(ratio)) / 2
}
