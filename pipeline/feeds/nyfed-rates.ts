import { nyfedSeries } from '../../data/series/nyfed.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'nyfed-rates'
const host = 'markets.newyorkfed.org'
const path = /^\/api\/rates\/(secured|unsecured)\/(sofr|effr)\/last\/\d+\.json$/
const byType = new Map(nyfedSeries.filter(({ rule }) => rule === 'nyfed-rates').map((row) => [row.key.slice(5), row]))
const paths = ['secured/sofr', 'unsecured/effr']
/** Days of a request: two years, then again and again the last weeks. */
const [allDays, newDays] = [500, 25]

/**
 * Reference rates of the New York Fed (markets.newyorkfed.org), percent as numbers, under the business day they are about, newest first.
 * `revisionIndicator` marks a rate that was published again the same afternoon: it is the rate that counts.
 */
export const nyfedRates = defineFeed({
  id,
  upstream: 'nyfed',
  title: 'New York Fed: SOFR and effective federal funds rate',
  needs: null,
  match: (url) => url.host === host && path.test(url.pathname),
  plan: ({ newestPeriod }) =>
    paths.map((each) => {
      const known = newestPeriod.has(`nyfed.${each.split('/')[1]!.toUpperCase()}`)
      return { feed: id, upstream: 'nyfed', url: `https://${host}/api/rates/${each}/last/${known ? newDays : allDays}.json` }
    }),
  parse: (body, recording) => {
    const { refRates: rates } = objectOf(body, id)
    if (!Array.isArray(rates)) throw new ParseError('DATA_MISSING', `${id}: no array "refRates"`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = new Map([...byType.values()].map((row) => [row, [] as Entry[]]))
    for (const item of rates as unknown[]) {
      const rate = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const { effectiveDate: date, type, percentRate } = rate
      const row = byType.get(String(type))
      if (row === undefined || typeof date !== 'string' || typeof percentRate !== 'number')
        rejected.push(rejection(row?.id ?? null, 'row', 'no day, known type or number', JSON.stringify(item)))
      else entries.get(row)!.push({ date, text: String(percentRate), seenAt, publishedAt: null })
    }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no rates')
    return read
  },
})
