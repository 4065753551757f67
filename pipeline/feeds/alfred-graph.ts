import { type Series, series } from '../../data/series.ts'
import { dayMs, dayNumber, dayOf, endOfDay, isoDay } from '../calendar/day.ts'
import { spansMonths } from '../calendar/release.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { defineFeed, type Rejected } from './feed.ts'
import { graphLines } from './fred-graph.ts'

const id = 'alfred-graph'
const host = 'alfred.stlouisfed.org'
const path = '/graph/alfredgraph.csv'
const rows: readonly Series[] = series.filter((row) => row.upstream === 'fred')
const byKey = new Map(rows.map((row) => [row.key, row]))
/** Query parameters under which the values are still the plain level of the series. */
const plain = new Set(['id', 'vintage_date', 'cosd', 'coed'])

const listOf = (url: URL, name: string): string[] => (url.searchParams.get(name) ?? '').split(',')

/** Column names the address promises; without vintage dates each column is as of the day of the recording. */
function columnsOf(url: URL, recordedAt: number): { name: string; key: string; day: number }[] {
  const keys = listOf(url, 'id')
  const dates = url.searchParams.has('vintage_date') ? listOf(url, 'vintage_date') : keys.map(() => isoDay(dayOf(recordedAt)))
  return keys.map((key, i) => {
    const day = dayNumber(dates[i] ?? '')
    if (day === null) throw new ParseError('HEADER', `${id}: the URL does not name a vintage date for each series`, { feed: id })
    return { name: `${key}_${isoDay(day).replaceAll('-', '')}`, key, day }
  })
}

/** The last days of the twelve months before `now` (milliseconds), oldest first. */
function monthEnds(now: number): number[] {
  const run = new Date(now)
  return Array.from({ length: 12 }, (_, i) => Date.UTC(run.getUTCFullYear(), run.getUTCMonth() - 11 + i, 0) / dayMs)
}

/**
 * The CSV behind ALFRED's charts, which needs no key: a column `ID_YYYYMMDD` is the whole series as it stood at the end of that vintage
 * day, an empty cell or `.` is missing. A sighting, not a publication: when within the time before a value came is not said. Unofficial;
 * where no key is set, the first run asks it for the month ends of a year of each monthly series that is revised.
 */
export const alfredGraph = defineFeed({
  id,
  upstream: 'fred',
  title: 'ALFRED vintages (CSV, no key)',
  needs: null,
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    [...url.searchParams.keys()].every((name) => plain.has(name)) &&
    listOf(url, 'id').some((key) => byKey.has(key)),
  plan: (state) =>
    state.credentials.has('FRED_API_KEY')
      ? []
      : rows
          .filter((row) => spansMonths(row.frequency) && row.vintages && !state.newestPeriod.has(row.id))
          .map((row) => {
            const dates = monthEnds(state.now).map(isoDay)
            const query = `id=${dates.map(() => row.key).join(',')}&vintage_date=${dates.join(',')}`
            return { feed: id, upstream: 'fred', url: `https://${host}${path}?${query}` }
          }),
  parse: (body, recording) => {
    const recordedAt = Date.parse(recording.at)
    const columns = columnsOf(new URL(recording.url), recordedAt)
    const rejected: Rejected[] = []
    const entries = new Map<Series, Entry[]>()
    for (const cells of graphLines(
      body,
      id,
      columns.map(({ name }) => name),
      rejected,
    ))
      for (const [i, { key, day }] of columns.entries()) {
        const row = byKey.get(key)
        const text = cells[i + 1]!
        if (!row || text === '' || text === '.') continue
        const values = entries.get(row) ?? []
        values.push({ date: cells[0]!, text, seenAt: Math.min(endOfDay(day), recordedAt), publishedAt: null })
        entries.set(row, values)
      }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no values')
    return read
  },
})
