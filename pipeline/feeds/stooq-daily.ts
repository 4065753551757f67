import type { Split } from '../../data/companies.ts'
import { type Series, series } from '../../data/series.ts'
import { firstSessionOf, splitsOf } from '../../data/splits.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { releaseRule, releaseTime } from '../time/release.ts'
import { isNear, type SplitJump, undeclaredJumps } from '../values/split-jump.ts'
import { bodyError, bodyText } from './body.ts'
import { isNextDue, rejection } from './feed.ts'
import { feedOf } from './sightings.ts'

const id = 'stooq-daily'
const address = 'https://stooq.com/q/d/l/'
/** Leaves out every adjustment Stooq makes: splits, dividends, rights and the others. */
const unadjusted = '1111111'
const bySymbol: ReadonlyMap<string, Series> = new Map(
  (series as readonly Series[]).flatMap((row) => (row.line ? [[row.key, row]] : [])),
)
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
 * `data/companies.ts`), is refused. For the shares of `data/series/closes.ts`, a jump at the ratio of a split without a declared split is
 * treated as one: that close and all later ones are held. Closes of companies are loaded as traded; what counts their shares looks for such
 * jumps (`pipeline/values/split-jump.ts`).
 *
 * Since March 2026 Stooq asks for a key. It is one of the providers of `data/close-providers.ts`.
 */
export const stooqDaily = feedOf(
  {
    id,
    upstream: 'stooq',
    title: 'Stooq: daily closes of listed shares',
    needs: 'STOOQ_API_KEY',
    match: (url) => `${url.origin}${url.pathname}` === address && rowOf(url) !== undefined,
    plan: ({ roster, newestPeriod, now }) =>
      [...bySymbol.values()]
        .filter((row) => (!row.company || roster.includes(row.company)) && isNextDue(row, newestPeriod.get(row.id), now))
        .map((row) => `${address}?s=${row.key}&i=d&o=${unadjusted}`),
  },
  (body, sightings) => {
    const row = rowOf(sightings.url)!
    const lines = bodyText(body, id).split(/\r?\n/)
    if (lines[0] !== header) throw bodyError(id, 'UPSTREAM_SAYS', `Stooq answered ${row.key} with: ${lines[0]!.slice(0, 200)}`)
    if (lines.pop() !== '') throw bodyError(id, 'BODY_CUT', 'the body ends within a line')
    const rule = releaseRule(row.rule)
    const entries: [day: string, close: string][] = []
    const opens = new Map<number, number>()
    for (const line of lines.slice(1)) {
      const cells = line.split(',')
      const [date = '', open = '', , , text = ''] = cells
      const day = dayNumber(date)
      if (day !== null) opens.set(day, Number(open))
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
    const jump = row.company ? null : unexplainedJump(closes, opens, splits)
    if (jump === null) return read
    const loaded = read.rows.sighting.filter(({ period }) => period < jump)
    const reason = `not loaded since ${isoDay(jump)}: the price changed as in a split, and no split of that day is declared`
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

/**
 * First session whose close is that of the session before it over the ratio of a split, or the other way round, without a split declared between
 * them. Prices fall by a fifth or a quarter of themselves too: for such a ratio the share must open there.
 */
type ByDay = ReadonlyMap<number, number>
function unexplainedJump(closes: ByDay, opens: ByDay, splits: readonly Split[]): number | null {
  const days = [...closes.keys()].sort((a, b) => a - b)
  const column = { period: Int32Array.from(days), value: Float64Array.from(days, (day) => closes.get(day)!) }
  const sessions = splits.map(({ session }) => dayNumber(session)!)
  const jumps = undeclaredJumps(column, [0, Number.POSITIVE_INFINITY], sessions)
  const isGap = ({ day, ratio }: SplitJump) =>
    isNear(closes.get(days[days.indexOf(day) - 1]!)! / (opens.get(day) ?? Number.NaN), ratio)
  return jumps.find((jump) => jump.ratio < 1 || jump.ratio >= 3 / 2 || isGap(jump))?.day ?? null
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
