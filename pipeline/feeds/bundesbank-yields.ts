import type { Series } from '../../data/series.ts'
import { isoDay } from '../time/day.ts'
import { seriesOf } from './sightings.ts'
import { tableFeed } from './table-feed.ts'

const host = 'api.statistiken.bundesbank.de'
const [series] = [...seriesOf('bundesbank').values()] as [Series]
/** `BBSIS.D.I...` is asked for as `BBSIS/D.I...`. */
const path = `/rest/data/${series.key.replace('.', '/')}`
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * A time series of the Bundesbank as CSV in English (www.bundesbank.de, "Web service for time series"): a header that names the series and
 * its flags, lines of title, unit and comments, then a line a day with value and flags, `.` for none. In German the decimals have commas:
 * a body whose header or numbers are written so is refused.
 */
export const bundesbankYields = tableFeed({
  id: 'bundesbank-yields',
  upstream: 'bundesbank',
  title: 'Bundesbank: German 10-year yield',
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    url.searchParams.get('format') === 'csv' &&
    url.searchParams.get('lang') === 'en',
  plan: ({ newestPeriod }) => {
    const newest = newestPeriod.get(series.id)
    const from = newest === undefined ? '' : `&startPeriod=${isoDay(newest - overlapDays)}`
    return [`https://${host}${path}?format=csv&lang=en${from}`]
  },
  header: (cells) => cells.includes(series.key),
  columns: ['', series.key],
  first: ([day = '']) => isDay(day),
  fault: (above, header) => {
    const units = above.filter(([name]) => name === 'unit' || name === 'unit (english)')
    const isPercent = units.every((cells) => /percent|% *p\.? *a/i.test(cells[header.indexOf(series.key)] ?? ''))
    return isPercent ? null : 'the unit is not percent'
  },
  date: (row) => (isDay(row('')) ? row('') : null),
  series,
  values: (row) => [[series, row(series.key)]],
  missing: ['.', ''],
  emptyMessage: 'no yields',
})
