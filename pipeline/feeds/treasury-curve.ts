import { SaxesParser } from 'saxes'
import type { Series } from '../../data/series.ts'
import { dayMs, dayNumber, dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { textOf } from './body.ts'
import { cellsOf } from './csv.ts'
import { type Rejected, type RowFeed, rejection } from './feed.ts'

const host = 'home.treasury.gov'
const folder = '/resource-center/data-chart-center/interest-rates'
const xmlParameters = new Set(['data', 'field_tdr_date_value', 'field_tdr_date_value_month', 'page'])
/** Entries on a page, of which the first is number 0. */
const pageSize = 300

const isXml = (url: URL): boolean => url.pathname === `${folder}/pages/xml`
const yearOf = (day: number): number => Number(isoDay(day).slice(0, 4))

/** One of the daily curves of the site. */
interface Curve {
  readonly id: string
  /** What the parameters `data` and `type` call it. */
  readonly curve: string
  /** The first year the site has. */
  readonly firstYear: number
  /** Its series, by the names the XML gives their tenors. */
  readonly rows: readonly Series[]
  /** The name of the tenor in a column of the CSV, such as `BC_1_5MONTH` for `1.5 Month`; null for another header. */
  readonly keyOf: (header: string) => string | null
  /** The tenor that says how far the curve is loaded; a CSV without it is another one. */
  readonly benchmark: string
}

/** One value of the curve: `key` as the series' row names the tenor, `date` an ISO day or what stood in its place. */
interface Point {
  readonly date: string
  readonly key: string
  readonly text: string
}

function pointsOfXml(text: string, id: string): { points: Point[]; entries: number } {
  const all = propertiesOf(text, id)
  const points = all.flatMap((properties) => {
    const stamp = properties.get('NEW_DATE') ?? ''
    const date = stamp.endsWith('T00:00:00') ? stamp.slice(0, 10) : stamp
    return [...properties].map(([key, text]) => ({ date, key, text }))
  })
  return { points, entries: all.length }
}

/** Two decimals everywhere: a cell with fewer was cut, and the last line need not end in a newline. */
const yieldCell = /^-?\d+\.\d\d$/

function pointsOfCsv(text: string, { id, keyOf, benchmark }: Curve, rejected: Rejected[]): { points: Point[]; entries: number } {
  const lines = text.trimEnd().split(/\r?\n/)
  const header = cellsOf(lines[0]!) ?? []
  const keys = header.slice(1).map(keyOf)
  if (header[0] !== 'Date' || !keys.includes(benchmark) || new Set(keys).size !== keys.length)
    throw new ParseError('HEADER', `${id}: the header is not "Date" followed by each tenor once`, { feed: id })
  const points: Point[] = []
  for (const line of lines.slice(1)) {
    const cells = line.split(',')
    const day = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cells[0]!)
    if (cells.length !== header.length || !day || cells.some((cell, i) => i > 0 && cell !== '' && !yieldCell.test(cell)))
      rejected.push(rejection(null, 'row', 'not a date followed by one yield per tenor', line))
    else
      keys.forEach((key, i) => {
        if (key && cells[i + 1] !== '') points.push({ date: `${day[3]}-${day[1]}-${day[2]}`, key, text: cells[i + 1]! })
      })
  }
  return { points, entries: lines.length - 1 }
}

/** Whether the body may have no rows: a page past the last one, or a year in whose first week it was recorded. */
function mayBeEmpty(url: URL, at: number): boolean {
  const firstDay = dayNumber(`${url.searchParams.get('field_tdr_date_value')}-01-01`)
  const past = Number(url.searchParams.get('page') ?? 0) > 0
  return past || (firstDay !== null && at >= firstDay * dayMs && at < (firstDay + 7) * dayMs)
}

/**
 * What a feed of one of the Treasury's daily curves asks for and reads: an Atom feed of a year of OData properties `NEW_DATE` and one a
 * tenor, 300 entries a page; or the same as CSV, newest first, `MM/DD/YYYY`. A tenor that is absent, null or empty was not issued then.
 */
export function treasuryCurveIn(asked: Curve): Pick<RowFeed, 'match' | 'plan' | 'parse'> {
  const { id, curve, rows, firstYear, benchmark } = asked
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return {
    match: (url) =>
      url.host === host &&
      (isXml(url)
        ? url.searchParams.get('data') === curve && [...url.searchParams.keys()].every((name) => xmlParameters.has(name))
        : url.pathname.startsWith(`${folder}/daily-treasury-rates.csv/`) && url.searchParams.get('type') === curve),
    plan: (state) => {
      const newest = state.newestPeriod.get(`treasury.${benchmark}`)
      const to = yearOf(dayOf(state.now))
      const from = newest === undefined ? Math.max(firstYear, state.firstYear) : yearOf(newest)
      return Array.from({ length: to - from + 1 }, (_, i) => ({
        feed: id,
        upstream: 'treasury',
        url: `https://${host}${folder}/pages/xml?data=${curve}&field_tdr_date_value=${from + i}`,
      }))
    },
    parse: (body, recording) => {
      const url = new URL(recording.url)
      const seenAt = Date.parse(recording.at)
      const rejected: Rejected[] = []
      const text = textOf(body, id)
      const { points, entries } = isXml(url) ? pointsOfXml(text, id) : pointsOfCsv(text, asked, rejected)
      const byRow = new Map<Series, Entry[]>()
      for (const { date, key, text } of points) {
        const row = byKey.get(key)
        if (!row) continue
        const values = byRow.get(row) ?? []
        values.push({ date, text, seenAt, publishedAt: null })
        byRow.set(row, values)
      }
      const read = readBlocks(byRow, rejected)
      if (read.rows.sighting.length === 0 && !(entries === 0 && mayBeEmpty(url, seenAt))) throw withoutRows(read, id, 'no yields')
      const more = isXml(url) && entries === pageSize
      if (more) url.searchParams.set('page', String(Number(url.searchParams.get('page') ?? 0) + 1))
      return { ...read, next: more ? [{ feed: id, upstream: 'treasury', url: url.href }] : [] }
    },
  }
}

/**
 * The properties of each entry of an Atom feed of OData (`m:properties` with children `d:NAME`), by their names without the prefix, as
 * texts; those that are null or empty are left out. Not well-formed, truncated or another root: `ParseError`.
 */
function propertiesOf(text: string, feed: string): Map<string, string>[] {
  const parser = new SaxesParser()
  const all: Map<string, string>[] = []
  const open: string[] = []
  let value = ''
  parser.on('error', (error) => {
    throw new ParseError('BODY_NOT_XML', `${feed}: the body is not complete XML: ${error.message.slice(0, 200)}`, { feed })
  })
  parser.on('opentag', ({ name }) => {
    if (open.length === 0 && name !== 'feed')
      throw new ParseError('BODY_NOT_FEED', `${feed}: the root of the XML is not an Atom feed`, { feed })
    if (name === 'm:properties') all.push(new Map())
    open.push(name)
    value = ''
  })
  parser.on('text', (piece) => {
    value += piece
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (open.at(-1) === 'm:properties' && name.startsWith('d:') && value.trim() !== '')
      all.at(-1)!.set(name.slice(2), value.trim())
    value = ''
  })
  parser.write(text).close()
  return all
}
