import { frbSeries } from '../../data/series/frb.ts'
import { isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { textOf } from './body.ts'
import { cellsOf } from './csv.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'h10'
const address = 'https://www.federalreserve.gov/datadownload/Output.aspx'
/** The prepared package of all daily rates of the release. */
const daily = '60f32914ab61dfab590e0e470153e3ae'
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30
const [yen] = frbSeries

/**
 * Noon buying rates in New York, from the Board's Data Download Program: CSV, a column a currency under six lines that describe it, `ND`
 * or an empty cell for a day without a rate. Columns are identified by their unique identifier, which also tells the direction: `RXI_N` are units
 * of the currency to the dollar. A column that is not a rate of a currency, or has a multiplier other than 1, is refused.
 */
export const h10 = defineFeed({
  id,
  upstream: 'frb',
  title: 'Federal Reserve H.10: noon exchange rates in New York',
  needs: null,
  match: (url) =>
    `${url.origin}${url.pathname}` === address &&
    url.searchParams.get('rel') === 'H10' &&
    url.searchParams.get('series') === daily &&
    url.searchParams.get('filetype') === 'csv',
  plan: (state) => {
    const newest = state.newestPeriod.get(yen.id)
    const from = newest === undefined ? '' : american(newest - overlapDays)
    const query = `rel=H10&series=${daily}&lastobs=&from=${from}&to=&filetype=csv&label=include&layout=seriescolumn&type=package`
    return [{ feed: id, upstream: 'frb', url: `${address}?${query}` }]
  },
  parse: (body, recording) => {
    const lines = textOf(body, id).split(/\r?\n/)
    if (lines.pop() !== '') throw new ParseError('BODY_CUT', `${id}: the body ends within a line`, { feed: id })
    const table = lines.map((line) => cellsOf(line) ?? [])
    const start = table.findIndex(([name]) => name === 'Time Period')
    const described = new Map(table.slice(0, start).map((cells) => [(cells[0] ?? '').trim(), cells]))
    const column = described.get('Unique Identifier:')?.indexOf(yen.key) ?? -1
    const unit = described.get('Unit:')?.[column]
    if (
      start < 0 ||
      column < 1 ||
      (unit !== 'Currency' && unit !== 'Currency:_Per_USD') ||
      described.get('Multiplier:')?.[column] !== '1'
    )
      throw new ParseError('HEADER', `${id}: no column ${yen.key} in single units of a currency`, { feed: id })

    const seenAt = Date.parse(recording.at)
    const width = table[start]!.length
    const rejected: Rejected[] = []
    const entries: Entry[] = []
    for (const cells of table.slice(start + 1)) {
      const text = cells[column] ?? ''
      if (cells.length !== width) {
        const reason = `${cells.length} cells under ${width} headers`
        rejected.push(rejection(null, 'columns', reason, cells.join(',')))
      } else if (text !== 'ND' && text !== '') entries.push({ date: cells[0]!, text, seenAt, publishedAt: null })
    }
    const read = readBlocks([[yen, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no rates')
    return read
  },
})

/** `10/21/2026`, as the program wants the days of a query. */
function american(day: number): string {
  const [year, month, date] = isoDay(day).split('-')
  return `${month}/${date}/${year}`
}
