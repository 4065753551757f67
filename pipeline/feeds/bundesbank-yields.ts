import { bundesbankSeries } from '../../data/series/bundesbank.ts'
import { isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { textOf } from './body.ts'
import { cellsOf } from './csv.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'bundesbank-yields'
const host = 'api.statistiken.bundesbank.de'
const [row] = bundesbankSeries
/** `BBSIS.D.I...` is asked for as `BBSIS/D.I...`. */
const path = `/rest/data/${row.key.replace('.', '/')}`
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * A time series of the Bundesbank as CSV in English (www.bundesbank.de, "Web service for time series"): a header that names the series and
 * its flags, lines of title, unit and comments, then a line a day with value and flags, `.` for none. In German the decimals have commas:
 * a body whose header or numbers are written so is refused.
 */
export const bundesbankYields = defineFeed({
  id,
  upstream: 'bundesbank',
  title: 'Bundesbank: German 10-year yield',
  needs: null,
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    url.searchParams.get('format') === 'csv' &&
    url.searchParams.get('lang') === 'en',
  plan: ({ newestPeriod }) => {
    const newest = newestPeriod.get(row.id)
    const from = newest === undefined ? '' : `&startPeriod=${isoDay(newest - overlapDays)}`
    return [{ feed: id, upstream: 'bundesbank', url: `https://${host}${path}?format=csv&lang=en${from}` }]
  },
  parse: (body, recording) => {
    const lines = textOf(body, id)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
    if (lines.pop() !== '') throw new ParseError('BODY_CUT', `${id}: the body ends within a line`, { feed: id })
    const table = lines.map((line) => cellsOf(line) ?? [])
    const header = table[0] ?? []
    const column = header.indexOf(row.key)
    if (column < 1 || header.lastIndexOf(row.key) !== column)
      throw new ParseError('HEADER', `${id}: the header does not name ${row.key} exactly once`, { feed: id })
    const units = table.filter(([name]) => name === 'unit' || name === 'unit (english)').map((cells) => cells[column] ?? '')
    if (units.some((unit) => !/percent|% *p\.? *a/i.test(unit)))
      throw new ParseError('HEADER', `${id}: the unit is not percent`, { feed: id })

    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries: Entry[] = []
    const first = table.findIndex(([day = '']) => isDay(day))
    for (const [at, cells] of (first < 0 ? [] : table.slice(first)).entries()) {
      const [day = ''] = cells
      const text = cells[column] ?? ''
      if (!isDay(day) || cells.length !== header.length)
        rejected.push(rejection(row.id, 'row', `not a day and ${header.length} cells`, lines[first + at]!))
      else if (text !== '.' && text !== '') entries.push({ date: day, text, seenAt, publishedAt: null })
    }
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no yields')
    return read
  },
})
