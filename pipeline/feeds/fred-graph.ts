import { type Series, series } from '../../data/series.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { textOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'fred-graph'
const host = 'fred.stlouisfed.org'
const path = '/graph/fredgraph.csv'
const rows: readonly Series[] = series.filter((row) => row.upstream === 'fred')
const byKey = new Map(rows.map((row) => [row.key, row]))
/** Query parameters under which the values are still the plain level of the series. */
const plain = new Set(['id', 'cosd', 'coed'])

const asked = (url: URL): string[] => (url.searchParams.get('id') ?? '').split(',')

/**
 * The lines of a chart's CSV as cells, the date first, after a header `observation_date,...` (older bodies: `DATE,...`) that must name the
 * `columns`. A line of another width goes to `rejected`; every line ends in a newline, and a body that does not was truncated.
 */
export function graphLines(body: Uint8Array, feed: string, columns: readonly string[], rejected: Rejected[]): string[][] {
  const lines = textOf(body, feed).split(/\r?\n/)
  const header = (lines[0] ?? '').split(',')
  if ((header[0] !== 'observation_date' && header[0] !== 'DATE') || header.length < 2)
    throw new ParseError('HEADER', `${feed}: the header is not "observation_date,..."`, { feed })
  if (lines.pop() !== '' || lines.length < 2)
    throw new ParseError('BODY_CUT', `${feed}: the body ends within a line or before the first line`, { feed })
  if (header.length - 1 !== columns.length || columns.some((name, i) => name !== header[i + 1]))
    throw new ParseError('HEADER', `${feed}: the columns are not the series requested`, { feed })
  return lines.slice(1).flatMap((line) => {
    const cells = line.split(',')
    if (cells.length === header.length) return [cells]
    const reason = `${cells.length} cells under ${header.length} headers`
    rejected.push(rejection(null, 'columns', reason, line))
    return []
  })
}

/**
 * The CSV behind FRED's charts, which needs no key: `observation_date,ID[,ID...]`, an empty cell or `.` is missing. Unofficial, so it is
 * asked only where no key is set.
 */
export const fredGraph = defineFeed({
  id,
  upstream: 'fred',
  title: 'FRED chart data (CSV, no key)',
  needs: null,
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    [...url.searchParams.keys()].every((name) => plain.has(name)) &&
    asked(url).some((key) => byKey.has(key)),
  plan: (state) =>
    state.credentials.has('FRED_API_KEY')
      ? []
      : rows.map((row) => ({ feed: id, upstream: 'fred', url: `https://${host}${path}?id=${row.key}` })),
  parse: (body, recording) => {
    const keys = asked(new URL(recording.url))
    const seenAt = Date.parse(recording.at)
    const columns = keys.map((key, i) => ({ row: byKey.get(key), at: i + 1, entries: [] as Entry[] }))
    const rejected: Rejected[] = []
    for (const cells of graphLines(body, id, keys, rejected))
      for (const { row, at, entries } of columns) {
        const text = cells[at]!
        if (row && text !== '' && text !== '.') entries.push({ date: cells[0]!, text, seenAt, publishedAt: null })
      }
    const read = readBlocks(
      columns.flatMap(({ row, entries }) => (row ? [[row, entries] as const] : [])),
      rejected,
    )
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no values')
    return read
  },
})
