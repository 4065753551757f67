import { type Series, series } from '../../data/series.ts'
import { dayNumber, endOfDay, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'fred-api'
const host = 'api.stlouisfed.org'
const path = '/fred/series/observations'
const rows: readonly Series[] = series.filter((row) => row.upstream === 'fred')
const byKey = new Map(rows.map((row) => [row.key, row]))
/** Days read again, so that what changed since is seen: periods of a series that is not revised, vintages of one that is. */
const overlapDays = 60
/** Seasonal factors of weekly series are estimated again once a year, for five years back. */
const revisedWeeks = 300
/** Query parameters under which the values are still the plain level of the series. */
const plain = new Set([
  'series_id',
  'file_type',
  'observation_start',
  'observation_end',
  'sort_order',
  'limit',
  'offset',
  'realtime_start',
  'realtime_end',
  'output_type',
])

/** The registered series a FRED URL asks for at its plain level, or null. */
function seriesOf(url: URL): Series | null {
  if ((url.searchParams.get('output_type') ?? '1') !== '1') return null
  for (const name of url.searchParams.keys()) if (!plain.has(name)) return null
  return byKey.get(url.searchParams.get('series_id') ?? '') ?? null
}

/** Periods and vintages to ask for, from the newest period there is. A benchmark revision of a month's figure reaches back to its beginning. */
function stretch(row: Series, newest: number | undefined): string {
  if (newest === undefined) return row.vintages === 'all' ? '&realtime_start=1776-07-04&realtime_end=9999-12-31' : ''
  const overlap = isoDay(newest - overlapDays)
  if (!row.vintages) return `&observation_start=${overlap}`
  const periods = row.frequency === 'weekly' ? `&observation_start=${isoDay(newest - 7 * revisedWeeks)}` : ''
  return `${periods}&realtime_start=${overlap}&realtime_end=9999-12-31`
}

/**
 * FRED observations (fred.stlouisfed.org/docs/api/fred/series_observations.html). Values are texts, `.` is missing.
 *
 * Asked plainly, a row says what the value was when the body was recorded. Asked for a range of vintages, each row carries the day its
 * value was published (`realtime_start`), except where that is the first day of the range: there it says only that the value stood on
 * that day. Asked as of one day, every row says what stood on that day.
 */
export const fredApi = defineFeed({
  id,
  upstream: 'fred',
  title: 'FRED observations and their vintages',
  needs: 'FRED_API_KEY',
  match: (url) =>
    url.host === host && url.pathname === path && url.searchParams.get('file_type') === 'json' && seriesOf(url) !== null,
  plan: (state) =>
    rows.map((row) => ({
      feed: id,
      upstream: 'fred',
      url: `https://${host}${path}?series_id=${row.key}&file_type=json${stretch(row, state.newestPeriod.get(row.id))}`,
    })),
  parse: (body, recording) => {
    const envelope = objectOf(body, id)
    const { observations, error_message: error, count, offset = 0, limit = 100_000 } = envelope
    if (typeof error === 'string')
      throw new ParseError('UPSTREAM_SAYS', `${id}: FRED answered: ${error.slice(0, 200)}`, { feed: id })
    if (!Array.isArray(observations)) throw new ParseError('DATA_MISSING', `${id}: no array "observations"`, { feed: id })
    if (observations.length === 0)
      throw new ParseError('PAGE_EMPTY', `${id}: no observations, although some were due`, { feed: id })
    const url = new URL(recording.url)
    const row = seriesOf(url)
    if (!row) throw new ParseError('SERIES_UNKNOWN', `${id}: the recording does not belong to a registered series`, { feed: id })
    const counted = typeof count === 'number' && typeof offset === 'number' && typeof limit === 'number'
    if (counted && observations.length < Math.min(limit, count - offset))
      throw new ParseError('BODY_CUT', `${id}: ${observations.length} observations where ${count - offset} were announced`, {
        feed: id,
      })
    const more = counted && offset + observations.length < count

    const entries: Entry[] = []
    const rejected: Rejected[] = []
    const stamp = timeOf(url, envelope, Date.parse(recording.at))
    for (const item of observations as unknown[]) {
      const {
        date,
        value,
        realtime_start: start,
      } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const time = stamp(start)
      if (typeof date !== 'string' || typeof value !== 'string' || time === null)
        rejected.push(rejection(row.id, 'row', 'no date, value or vintage', JSON.stringify(item)))
      else if (value !== '.' && value !== '') entries.push({ date, text: value, ...time })
    }
    const read = readBlocks([[row, entries]], rejected)
    if (more) url.searchParams.set('offset', String((offset as number) + observations.length))
    return {
      ...read,
      next: more ? [{ feed: id, upstream: 'fred', url: url.href }] : [],
    }
  },
})

type Stamp = (realtimeStart: unknown) => { seenAt: number; publishedAt: number | null } | null

/** How the rows of a body are dated: plainly, as of one day, or by vintages. */
function timeOf(url: URL, envelope: Record<string, unknown>, recordedAt: number): Stamp {
  const asked = url.searchParams.get('realtime_start')
  if (asked === null) return () => ({ seenAt: recordedAt, publishedAt: null })
  const first = dayNumber(String(envelope['realtime_start'] ?? asked))
  return (realtimeStart) => {
    const day = typeof realtimeStart === 'string' ? dayNumber(realtimeStart) : null
    if (day === null || first === null) return null
    const at = Math.min(endOfDay(day), recordedAt)
    return day > first ? { seenAt: at, publishedAt: at } : { seenAt: at, publishedAt: null }
  }
}
