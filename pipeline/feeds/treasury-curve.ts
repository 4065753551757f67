import { dayMs, dayNumber, dayOf, isoDay } from '../time/day.ts'
import { bodyError, bodyText } from './body.ts'
import { parseCsvLine } from './csv.ts'
import type { FeedState } from './feed.ts'
import { type feedOf, type Sightings, seriesOf } from './sightings.ts'
import { xmlRecords } from './xml-records.ts'

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
  readonly title: string
  /** What the parameters `data` and `type` call it. */
  readonly curve: string
  /** The first year the site has. */
  readonly firstYear: number
  /** How the keys of its series begin, by which the XML names their tenors. */
  readonly prefix: string
  /** The header of a tenor in the CSV: its number, and whether it is of months. */
  readonly tenor: RegExp
}

/** The tenor of every curve that says how far it is loaded; a CSV without it is another one. */
const benchmarkOf = ({ prefix }: Curve): string => `${prefix}10YEAR`

/** One value of the curve: `key` as the series' row names the tenor, `date` an ISO day or the text instead of one. */
interface Point {
  readonly date: string
  readonly key: string
  readonly text: string
}

function pointsOfXml(text: string, id: string): { points: Point[]; entries: number } {
  const { records } = xmlRecords(text, id, { root: 'feed', record: 'm:properties' })
  const points = records.flatMap((properties) => {
    const stamp = properties.get('d:NEW_DATE') ?? ''
    const date = stamp.endsWith('T00:00:00') ? stamp.slice(0, 10) : stamp
    return [...properties].map(([name, text]) => ({ date, key: name.replace(/^d:/, ''), text }))
  })
  return { points, entries: records.length }
}

/** Two decimals everywhere: a cell with fewer was cut, and the last line need not end in a newline. */
const yieldCell = /^-?\d+\.\d\d$/

function pointsOfCsv(text: string, curve: Curve, sightings: Sightings): { points: Point[]; entries: number } {
  const { id, prefix, tenor } = curve
  const keyOf = (name: string) => {
    const match = tenor.exec(name)
    return match && `${prefix}${match[1]!.replace('.', '_')}${match[2] ? 'MONTH' : 'YEAR'}`
  }
  const lines = text.trimEnd().split(/\r?\n/)
  const header = parseCsvLine(lines[0]!) ?? []
  const keys = header.slice(1).map(keyOf)
  if (header[0] !== 'Date' || !keys.includes(benchmarkOf(curve)) || new Set(keys).size !== keys.length)
    throw bodyError(id, 'HEADER', 'the header is not "Date" followed by each tenor once')
  const points: Point[] = []
  for (const line of lines.slice(1)) {
    const cells = line.split(',')
    const day = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cells[0]!)
    if (cells.length !== header.length || !day || cells.some((cell, i) => i > 0 && cell !== '' && !yieldCell.test(cell)))
      sightings.reject(null, 'row', 'not a date followed by one yield per tenor', line)
    else
      keys.forEach((key, i) => {
        if (key && cells[i + 1] !== '') points.push({ date: `${day[3]}-${day[1]}-${day[2]}`, key, text: cells[i + 1]! })
      })
  }
  return { points, entries: lines.length - 1 }
}

/** Whether the body may have no rows: a page past the last one, or a year in whose first week it was recorded. */
function mayBeEmpty({ url, seenAt, reached }: Sightings): boolean {
  const firstDay = dayNumber(`${url.searchParams.get('field_tdr_date_value')}-01-01`)
  const past = Number(url.searchParams.get('page') ?? 0) > 0
  return past || (firstDay !== null && seenAt >= firstDay * dayMs && !reached((firstDay + 7) * dayMs))
}

/**
 * What a feed of one of the Treasury's daily curves asks for and reads: an Atom feed of a year of OData properties `NEW_DATE` and one a
 * tenor, 300 entries a page; or the same as CSV, newest first, `MM/DD/YYYY`. A tenor that is absent, null or empty was not issued then.
 */
export function treasuryCurve(asked: Curve): Parameters<typeof feedOf> {
  const { id, title, curve, firstYear, prefix } = asked
  const rows = new Map([...seriesOf('treasury')].filter(([key]) => key.startsWith(prefix)))
  const source = {
    ...{ id, title, upstream: 'treasury' },
    match: (url: URL) =>
      url.host === host &&
      (isXml(url)
        ? url.searchParams.get('data') === curve && [...url.searchParams.keys()].every((name) => xmlParameters.has(name))
        : url.pathname.startsWith(`${folder}/daily-treasury-rates.csv/`) && url.searchParams.get('type') === curve),
    plan: (state: FeedState) => {
      const newest = state.newestPeriod.get(`treasury.${benchmarkOf(asked)}`)
      const to = yearOf(dayOf(state.now))
      const from = newest === undefined ? Math.max(firstYear, state.firstYear) : yearOf(newest)
      const address = `https://${host}${folder}/pages/xml?data=${curve}&field_tdr_date_value=`
      return Array.from({ length: to - from + 1 }, (_, i) => `${address}${from + i}`)
    },
  }
  return [
    source,
    (body, sightings) => {
      const { url } = sightings
      const text = bodyText(body, id)
      const { points, entries } = isXml(url) ? pointsOfXml(text, id) : pointsOfCsv(text, asked, sightings)
      for (const { date, key, text } of points) {
        const row = rows.get(key)
        if (row) sightings.add(row, date, text)
      }
      const read = sightings.parsed(entries === 0 && mayBeEmpty(sightings) ? null : 'no yields')
      if (!isXml(url) || entries < pageSize) return read
      url.searchParams.set('page', String(Number(url.searchParams.get('page') ?? 0) + 1))
      return { ...read, next: [url.href] }
    },
  ]
}
