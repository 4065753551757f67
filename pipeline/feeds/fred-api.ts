import type { Series } from '../../data/series.ts'
import { dayNumber, dayOf, endOfDay, isoDay } from '../time/day.ts'
import { type Item, itemOf, jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const host = 'api.stlouisfed.org'
const path = '/fred/series/observations'
const rows = seriesOf('fred')
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
function rowOf(url: URL): Series | null {
  if ((url.searchParams.get('output_type') ?? '1') !== '1') return null
  for (const name of url.searchParams.keys()) if (!plain.has(name)) return null
  return rows.get(url.searchParams.get('series_id') ?? '') ?? null
}

/** Beginning and end of all vintages. */
const ever = ['1776-07-04', '9999-12-31'] as const
/** Years of vintages asked for at a time of a series that has one each week: FRED answers with at most 2,000 vintage dates. */
const weeklyYears = 20

/** The range of vintages that ends with a day, or the newest one. Ranges share a day, so that what was published on it has its date. */
function vintageRange(row: Series, end: string): readonly [start: string, end: string] {
  if (!row.weeklyVintages) return ever
  const start = Math.floor((Number(end.slice(0, 4)) - 1) / weeklyYears) * weeklyYears
  return [start < 2000 ? ever[0] : `${start}-01-01`, end]
}

const rangeQuery = ([start, end]: readonly [string, string]): string => `&realtime_start=${start}&realtime_end=${end}`

/** The range before that of an answer, where values stood on its first day. */
function rangeBefore(row: Series, rows: readonly unknown[], url: URL): string[] {
  const start = url.searchParams.get('realtime_start')
  const isFirstPage = (url.searchParams.get('offset') ?? '0') === '0'
  if (!row.weeklyVintages || !isFirstPage || start === null || !/^\d{3}0-01-01$/.test(start)) return []
  if (url.searchParams.has('observation_start') || !rows.some((each) => itemOf(each)['realtime_start'] === start)) return []
  return [`${url.origin}${url.pathname}?series_id=${row.key}&file_type=json${rangeQuery(vintageRange(row, start))}`]
}

/** Periods and vintages to ask for, from the newest period there is. A benchmark revision of a month's figure reaches back to its beginning. */
function stretch(row: Series, newest: number | undefined, now: number): string {
  if (newest === undefined) {
    if (row.vintages !== 'all') return ''
    const [start] = vintageRange(row, isoDay(dayOf(now) + 366))
    return rangeQuery([start, ever[1]])
  }
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
 * that day. More than 2,000 vintage dates are refused, so that a series with one each week is asked for by ranges, the newest first. Asked as of one day, every row says what stood on that day.
 */
export const fredApi = jsonFeed({
  id: 'fred-api',
  upstream: 'fred',
  title: 'FRED observations and their vintages',
  needs: 'FRED_API_KEY',
  match: (url) =>
    url.host === host && url.pathname === path && url.searchParams.get('file_type') === 'json' && rowOf(url) !== null,
  plan: ({ newestPeriod, now }) =>
    [...rows].map(
      ([key, row]) => `https://${host}${path}?series_id=${key}&file_type=json${stretch(row, newestPeriod.get(row.id), now)}`,
    ),
  error: ({ error_message: error }) => (typeof error === 'string' ? error : null),
  rows: 'observations',
  cut: (answer, { length }) => {
    const { due, limit } = remaining(answer)
    return length < Math.min(limit, due) ? `${length} observations where ${due} were announced` : null
  },
  next: (answer, rows, url) => {
    const before = rangeBefore(rowOf(url)!, rows, url)
    const { due, offset } = remaining(answer)
    if (rows.length >= due) return before
    url.searchParams.set('offset', String(offset + rows.length))
    return [url.href, ...before]
  },
  date: 'date',
  series: (url) => rowOf(url)!,
  values: ({ value, realtime_start: start }, { url, seenAt }, answer) => {
    const times = timesOf(start, url, answer, seenAt)
    return times ? [[rowOf(url)!, value, times]] : { rule: 'row', reason: 'no vintage' }
  },
  missing: ['.', ''],
  mayBeMissing: true,
  emptyMessage: 'no observations',
})

/** How many observations an answer announces from its first on; none where it does not say. */
function remaining({ count, offset = 0, limit = 100_000 }: Item): { due: number; offset: number; limit: number } {
  const isCounted = typeof count === 'number' && typeof offset === 'number' && typeof limit === 'number'
  return isCounted ? { due: count - offset, offset, limit } : { due: 0, offset: 0, limit: 0 }
}

/** How a row is dated: plainly, as of one day, or by vintages; null where its vintage cannot be read. */
function timesOf(
  realtimeStart: unknown,
  url: URL,
  answer: Item,
  recordedAt: number,
): { seenAt: number; publishedAt: number | null } | null {
  const asked = url.searchParams.get('realtime_start')
  if (asked === null) return { seenAt: recordedAt, publishedAt: null }
  const first = dayNumber(String(answer['realtime_start'] ?? asked))
  const day = typeof realtimeStart === 'string' ? dayNumber(realtimeStart) : null
  if (day === null || first === null) return null
  const at = Math.min(endOfDay(day), recordedAt)
  return { seenAt: at, publishedAt: day > first ? at : null }
}
