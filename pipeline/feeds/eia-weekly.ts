import { eiaSeries } from '../../data/series/eia.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks } from './block.ts'
import { mostRows, rowsOf, valueText } from './eia-answer.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'eia-weekly'
const host = 'api.eia.gov'
const folder = '/v2/seriesid/'
const rows = eiaSeries.filter(({ frequency }) => frequency === 'weekly')
const byKey = new Map(rows.map((row) => [row.key as string, row]))
/** How the EIA spells our units. `MBBL` are thousands of barrels. */
const units: Readonly<Record<string, string>> = {
  'thousand barrels': 'MBBL',
  'thousand barrels a day': 'MBBL/D',
  percent: '%',
  'billion cubic feet': 'BCF',
}

/**
 * Weekly petroleum and natural gas by the EIA's series ids: the whole series in one answer, newest first, each row with its unit, which
 * has to be ours. A series that grows past the 5,000 rows of an answer would lose its oldest weeks and is refused.
 */
export const eiaWeekly = defineFeed({
  id,
  upstream: 'eia',
  title: 'EIA weekly petroleum and natural gas',
  needs: 'EIA_API_KEY',
  match: (url) => url.host === host && url.pathname.startsWith(folder) && byKey.has(url.pathname.slice(folder.length)),
  plan: () => rows.map(({ key }) => ({ feed: id, upstream: 'eia', url: `https://${host}${folder}${key}` })),
  parse: (body, recording) => {
    const row = byKey.get(new URL(recording.url).pathname.slice(folder.length))!
    const { rows: weeks, total } = rowsOf(body, id)
    if (weeks.length !== total || total >= mostRows)
      throw new ParseError('BODY_CUT', `${id}: ${weeks.length} of ${total} weeks of ${row.key}`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries: Entry[] = []
    for (const week of weeks) {
      const { period: date, series, units: unit, value } = week
      const text = valueText(value)
      if (typeof date !== 'string' || series !== row.key.split('.')[1] || text === undefined)
        rejected.push(rejection(row.id, 'row', 'no week, value or the series asked for', JSON.stringify(week)))
      else if (unit !== units[row.unit])
        rejected.push(rejection(row.id, 'unit', `in ${String(unit)}, not in ${units[row.unit]}`, JSON.stringify(week)))
      else if (text !== null) entries.push({ date, text, seenAt, publishedAt: null })
    }
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0)
      throw new ParseError('PAGE_EMPTY', `${id}: no values of ${row.key}, although some were due`, { feed: id })
    return read
  },
})
