import { type Series, series } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { readBlocks } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'mempool-hashrate'
const host = 'mempool.space'
const path = /^\/api\/v1\/mining\/hashrate\/(1m|3m|6m|1y|2y|3y|all)$/
const row: Series = series.find((each) => each.id === 'mempool.avgHashrate')!

/**
 * Mean hash rate of each day in hashes a second, about 1e21 and more, as mempool.space estimates it from the blocks of the day. A
 * `timestamp` is the start of the UTC day in seconds; the day that is not over is left out. Longer spans come in steps of several days.
 */
export const mempoolHashrate = defineFeed({
  id,
  upstream: 'mempool',
  title: 'mempool.space: daily hash rate',
  needs: null,
  match: (url) => url.host === host && path.test(url.pathname),
  plan: () => [{ feed: id, upstream: 'mempool', url: `https://${host}/api/v1/mining/hashrate/6m` }],
  parse: (body, recording) => {
    const { hashrates } = objectOf(body, id)
    if (!Array.isArray(hashrates)) throw new ParseError('DATA_MISSING', `${id}: no array "hashrates"`, { feed: id })
    if (hashrates.length === 0) throw new ParseError('PAGE_EMPTY', `${id}: no days, although some were due`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = hashrates.flatMap((item: unknown) => {
      const { timestamp, avgHashrate } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const at = typeof timestamp === 'number' ? timestamp * 1_000 : Number.NaN
      if (!(at % dayMs === 0) || typeof avgHashrate !== 'number') {
        rejected.push(rejection(row.id, 'row', 'not a mean of one UTC day', JSON.stringify(item)))
        return []
      }
      if (at + dayMs > seenAt) return []
      return [{ date: isoDay(dayOf(at)), text: String(avgHashrate), seenAt, publishedAt: null }]
    })
    return readBlocks([[row, entries]], rejected)
  },
})
