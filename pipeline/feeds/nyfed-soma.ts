import { nyfedSeries } from '../../data/series/nyfed.ts'
import { ParseError } from '../errors.ts'

import { type Entry, readBlocks, withoutRows } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'nyfed-soma'
const address = 'https://markets.newyorkfed.org/api/soma/summary.json'
const holdings = nyfedSeries.filter(({ key }) => key.startsWith('soma/')).map((row) => [row.key.slice(5), row] as const)

/**
 * Summary of the System Open Market Account by Wednesday since 2003 (markets.newyorkfed.org), dollars and cents as texts; an empty text is
 * a kind of security the account did not have, and no value. Inflation compensation is separate from the securities it belongs to: with
 * it, Treasury securities add up to TREAST of H.4.1 to the million.
 */
export const nyfedSoma = defineFeed({
  id,
  upstream: 'nyfed',
  title: 'New York Fed: System Open Market Account',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [{ feed: id, upstream: 'nyfed', url: address }],
  parse: (body, recording) => {
    const { summary } = (objectOf(body, id)['soma'] ?? {}) as Record<string, unknown>
    if (!Array.isArray(summary)) throw new ParseError('DATA_MISSING', `${id}: no array "soma.summary"`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = new Map(holdings.map(([, row]) => [row, [] as Entry[]]))
    for (const item of summary as unknown[]) {
      const week = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const date = week['asOfDate']
      if (typeof date !== 'string') {
        rejected.push(rejection(null, 'row', 'no day', JSON.stringify(item)))
        continue
      }
      for (const [field, row] of holdings) {
        const text = week[field]
        if (typeof text !== 'string') rejected.push(rejection(row.id, 'row', `no text "${field}"`, JSON.stringify(item)))
        else if (text !== '') entries.get(row)!.push({ date, text, seenAt, publishedAt: null })
      }
    }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no holdings')
    return read
  },
})
