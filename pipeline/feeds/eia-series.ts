import type { eiaSeries } from '../../data/series/eia.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { mostRows, rowsOf, valueText } from './eia-answer.ts'
import { type Rejected, type RowFeed, rejection } from './feed.ts'

const host = 'api.eia.gov'
const folder = '/v2/seriesid/'
/** How the EIA spells our units. `MBBL` are thousands of barrels. */
const units: Readonly<Record<string, string>> = {
  'thousand barrels': 'MBBL',
  'thousand barrels a day': 'MBBL/D',
  percent: '%',
  bcf: 'BCF',
  'USD/bbl': '$/BBL',
  'USD/MMBtu': '$/MMBTU',
}

/**
 * What a feed of series by the EIA's ids asks for and reads: the newest 5,000 values of a series in one answer, newest first, each with its unit, which has to be
 * ours.
 *
 * @param isWhole the history must fit into an answer: one that lost its oldest values is refused
 */
export function eiaSeriesIn(
  rows: readonly (typeof eiaSeries)[number][],
  { id, isWhole }: { readonly id: string; readonly isWhole: boolean },
): Pick<RowFeed, 'match' | 'plan' | 'parse'> {
  const byKey = new Map(rows.map((row) => [row.key as string, row]))
  return {
    match: (url) => url.host === host && url.pathname.startsWith(folder) && byKey.has(url.pathname.slice(folder.length)),
    plan: () => rows.map(({ key }) => ({ feed: id, upstream: 'eia', url: `https://${host}${folder}${key}` })),
    parse: (body, recording) => {
      const row = byKey.get(new URL(recording.url).pathname.slice(folder.length))!
      const { rows: values, total } = rowsOf(body, id)
      const isCut = isWhole ? values.length !== total || total >= mostRows : values.length < Math.min(total, mostRows)
      if (isCut) throw new ParseError('BODY_CUT', `${id}: ${values.length} of ${total} values of ${row.key}`, { feed: id })
      const seenAt = Date.parse(recording.at)
      const rejected: Rejected[] = []
      const entries: Entry[] = []
      for (const item of values) {
        const { period: date, series, units: unit, value } = item
        const text = valueText(value)
        if (typeof date !== 'string' || series !== row.key.split('.')[1] || text === undefined)
          rejected.push(rejection(row.id, 'row', 'no period, value or the series asked for', JSON.stringify(item)))
        else if (unit !== units[row.unit])
          rejected.push(rejection(row.id, 'unit', `in ${String(unit)}, not in ${units[row.unit]}`, JSON.stringify(item)))
        else if (text !== null) entries.push({ date, text, seenAt, publishedAt: null })
      }
      const read = readBlocks([[row, entries]], rejected)
      if (read.rows.sighting.length === 0) throw withoutRows(read, id, `no values of ${row.key}`)
      return read
    },
  }
}
