import { nyfedSeries } from '../../data/series/nyfed.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'nyfed-dealers'
const host = 'markets.newyorkfed.org'
const path = /^\/api\/pd\/get\/([A-Z0-9_-]+)\.json$/
const rows = nyfedSeries.filter(({ rule }) => rule === 'primary-dealers')
const byKey = new Map(rows.map((row) => [row.key as string, row]))

/**
 * Primary Dealer Statistics of the New York Fed (markets.newyorkfed.org): positions on Wednesdays in millions of dollars as texts, the text
 * `*` where one is withheld. One answer holds the whole history of the keys asked for, in any order.
 */
export const nyfedDealers = defineFeed({
  id,
  upstream: 'nyfed',
  title: 'New York Fed: positions of the primary dealers',
  needs: null,
  match: (url) => url.host === host && (path.exec(url.pathname)?.[1] ?? '').split('_').some((key) => byKey.has(key)),
  plan: () => [{ feed: id, upstream: 'nyfed', url: `https://${host}/api/pd/get/${rows.map(({ key }) => key).join('_')}.json` }],
  parse: (body, recording) => {
    const { timeseries } = (objectOf(body, id)['pd'] ?? {}) as Record<string, unknown>
    if (!Array.isArray(timeseries)) throw new ParseError('DATA_MISSING', `${id}: no array "pd.timeseries"`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = new Map<(typeof rows)[number], Entry[]>()
    for (const item of timeseries as unknown[]) {
      const {
        asofdate: date,
        keyid: key,
        value,
      } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      if (typeof date !== 'string' || typeof key !== 'string' || typeof value !== 'string') {
        rejected.push(rejection(null, 'row', 'no day, key or text', JSON.stringify(item)))
        continue
      }
      const row = byKey.get(key)
      if (row === undefined || value === '*') continue
      const positions = entries.get(row) ?? []
      entries.set(row, positions)
      positions.push({ date, text: value, seenAt, publishedAt: null })
    }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no positions')
    return read
  },
})
