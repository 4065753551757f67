import { seriesOf } from './sightings.ts'
import { type Cells, type Row, tableFeed } from './table-feed.ts'

const host = 'fred.stlouisfed.org'
const path = '/graph/fredgraph.csv'
const rows = seriesOf('fred')
/** Query parameters under which the values are still the plain level of the series. */
const plain = new Set(['id', 'cosd', 'coed'])

const asked = (url: URL): string[] => (url.searchParams.get('id') ?? '').split(',')

/** The first column of a chart's CSV, which older bodies call `DATE`. */
export const dayColumn = ([first]: Cells): string => (first === 'DATE' ? first : 'observation_date')

/** A chart's CSV: the date first, an empty cell or `.` is missing. Every line ends in a newline. */
export const graphTable = {
  header: ([first]: Cells) => first === 'observation_date' || first === 'DATE',
  exact: true,
  needsRows: true,
  date: (row: Row) => row('observation_date') || row('DATE'),
  missing: ['.', ''],
  none: 'no values',
} as const

/**
 * The CSV behind FRED's charts, which needs no key: `observation_date,ID[,ID...]`, an empty cell or `.` is missing. Unofficial, so it is
 * asked only where no key is set.
 */
export const fredGraph = tableFeed({
  id: 'fred-graph',
  upstream: 'fred',
  title: 'FRED chart data (CSV, no key)',
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    [...url.searchParams.keys()].every((name) => plain.has(name)) &&
    asked(url).some((key) => rows.has(key)),
  plan: ({ credentials }) =>
    credentials.has('FRED_API_KEY') ? [] : [...rows.keys()].map((key) => `https://${host}${path}?id=${key}`),
  ...graphTable,
  columns: ({ url }, header) => [dayColumn(header), ...asked(url)],
  values: (row, { url }) =>
    asked(url).flatMap((key) => {
      const named = rows.get(key)
      return named ? [[named, row(key)] as const] : []
    }),
})
