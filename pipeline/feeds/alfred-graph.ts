import { dayMs, dayNumber, dayOf, endOfDay, endOfMonth, isoDay } from '../time/day.ts'
import { hasMonthPeriods } from '../time/release.ts'
import { bodyError } from './body.ts'
import { dayColumn, graphTable, isFredChart, listParameter } from './fred-graph.ts'
import { seriesOf } from './sightings.ts'
import { tableFeed } from './table-feed.ts'

const id = 'alfred-graph'
const address = 'https://alfred.stlouisfed.org/graph/alfredgraph.csv'
const rows = seriesOf('fred')
/** Query parameters under which the values are still the plain level of the series. */
const plain = new Set(['id', 'vintage_date', 'cosd', 'coed'])

/** Column names the address promises; without vintage dates each column is as of the day of the recording. */
function columnsOf(url: URL, recordedAt: number): { name: string; key: string; day: number }[] {
  const keys = listParameter(url, 'id')
  const dates = url.searchParams.has('vintage_date')
    ? listParameter(url, 'vintage_date')
    : keys.map(() => isoDay(dayOf(recordedAt)))
  return keys.map((key, i) => {
    const day = dayNumber(dates[i] ?? '')
    if (day === null) throw bodyError(id, 'HEADER', 'the URL does not name a vintage date for each series')
    return { name: `${key}_${isoDay(day).replaceAll('-', '')}`, key, day }
  })
}

/** The last days of the twelve months before `now` (milliseconds), oldest first. */
const monthEnds = (now: number): number[] => Array.from({ length: 12 }, (_, at) => endOfMonth(dayOf(now), 12 - at))

/**
 * The CSV behind ALFRED's charts, which needs no key: a column `ID_YYYYMMDD` is the whole series as it stood at the end of that vintage
 * day, an empty cell or `.` is missing. A sighting, not a publication: when within the time before a value came is not said. Unofficial;
 * where no key is set, the first run asks it for the month ends of a year of each monthly series that is revised.
 */
export const alfredGraph = tableFeed({
  id,
  upstream: 'fred',
  title: 'ALFRED vintages (CSV, no key)',
  match: (url) => isFredChart(url, address, plain),
  plan: (state) =>
    state.credentials.has('FRED_API_KEY')
      ? []
      : [...rows.values()]
          .filter((row) => hasMonthPeriods(row.frequency) && row.vintages && !state.newestPeriod.has(row.id))
          .map((row) => {
            const dates = monthEnds(state.now).map(isoDay)
            const query = `id=${dates.map(() => row.key).join(',')}&vintage_date=${dates.join(',')}`
            return `${address}?${query}`
          }),
  ...graphTable,
  columns: ({ url, seenAt, reached }, header) => {
    if (!url.searchParams.has('vintage_date')) reached((dayOf(seenAt) + 1) * dayMs)
    return [dayColumn(header), ...columnsOf(url, seenAt).map(({ name }) => name)]
  },
  values: (row, { url, seenAt }) =>
    columnsOf(url, seenAt).flatMap(({ name, key, day }) => {
      const named = rows.get(key)
      return named ? [[named, row(name), { seenAt: Math.min(endOfDay(day), seenAt), publishedAt: null }] as const] : []
    }),
})
