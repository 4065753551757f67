import { seriesOf } from './sightings.ts'
import { type TableCells, type TableRow, tableFeed } from './table-feed.ts'

const address = 'https://fred.stlouisfed.org/graph/fredgraph.csv'
const rows = seriesOf('fred')
/** Query parameters under which the values are still the plain level of the series. */
const plain = new Set(['id', 'cosd', 'coed'])

export const listParameter = (url: URL, name: string): string[] => (url.searchParams.get(name) ?? '').split(',')
const asked = (url: URL): string[] => listParameter(url, 'id')

/** Whether a URL is that of charts with a series on record, and has no parameters but these. */
export const isFredChart = (url: URL, chart: string, parameters: ReadonlySet<string>): boolean =>
  `${url.origin}${url.pathname}` === chart &&
  [...url.searchParams.keys()].every((name) => parameters.has(name)) &&
  asked(url).some((key) => rows.has(key))

/** The first column of a chart's CSV, which older bodies call `DATE`. */
export const dayColumn = ([first]: TableCells): string => (first === 'DATE' ? first : 'observation_date')

/** A chart's CSV: the date first, an empty cell or `.` is missing. Every line ends in a newline. */
export const graphTable = {
  header: ([first]: TableCells) => first === 'observation_date' || first === 'DATE',
  exact: true,
  needsRows: true,
  date: (row: TableRow) => row('observation_date') || row('DATE'),
  missing: ['.', ''],
  emptyMessage: 'no values',
} as const

/**
 * The CSV behind FRED's charts, which needs no key: `observation_date,ID[,ID...]`, an empty cell or `.` is missing. Unofficial, so it is
 * asked only where no key is set.
 */
export const fredGraph = tableFeed({
  id: 'fred-graph',
  upstream: 'fred',
  title: 'FRED chart data (CSV, no key)',
  match: (url) => isFredChart(url, address, plain),
  plan: ({ credentials }) => (credentials.has('FRED_API_KEY') ? [] : [...rows.keys()].map((key) => `${address}?id=${key}`)),
  ...graphTable,
  columns: ({ url }, header) => [dayColumn(header), ...asked(url)],
  values: (row, { url }) =>
    asked(url).flatMap((key) => {
      const named = rows.get(key)
      return named ? [[named, row(key)] as const] : []
    }),
})
