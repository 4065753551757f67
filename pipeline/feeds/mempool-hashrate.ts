import { type Series, seriesById } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'mempool-hashrate'
const host = 'mempool.space'
const path = /^\/api\/v1\/mining\/hashrate\/(1m|3m|6m|1y|2y|3y|all)$/
const rowOf = (id: string): Series => seriesById.get(id)!
const rate = rowOf('mempool.avgHashrate')
const difficultyRow = rowOf('mempool.difficulty')
const adjustmentRow = rowOf('mempool.adjustment')

interface Adjustment {
  readonly at: number
  readonly difficulty: number
  readonly ratio: number
}

/**
 * Mean hash rate of each day in hashes a second, about 1e21 and more, as mempool.space estimates it from the blocks of the day. A
 * `timestamp` is the start of the UTC day in seconds; the day that is not over is left out. Longer spans come in steps of several days.
 *
 * `difficulty` lists the adjustments of the span by the time of their first block, in seconds: what stood at the end of each day follows from
 * it. `adjustment` is the new difficulty over the previous one. Days before the first adjustment of the answer have none.
 */
export const mempoolHashrate = defineFeed({
  id,
  upstream: 'mempool',
  title: 'mempool.space: daily hash rate and difficulty',
  needs: null,
  match: (url) => url.host === host && path.test(url.pathname),
  plan: () => [{ feed: id, upstream: 'mempool', url: `https://${host}/api/v1/mining/hashrate/6m` }],
  parse: (body, recording) => {
    const { hashrates, difficulty } = objectOf(body, id)
    if (!Array.isArray(hashrates)) throw new ParseError('DATA_MISSING', `${id}: no array "hashrates"`, { feed: id })
    if (hashrates.length === 0) throw new ParseError('PAGE_EMPTY', `${id}: no days, although some were due`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const days = hashrates.flatMap((item: unknown) => {
      const { timestamp, avgHashrate } = membersOf(item)
      const at = typeof timestamp === 'number' ? timestamp * 1_000 : Number.NaN
      if (!(at % dayMs === 0) || typeof avgHashrate !== 'number') {
        rejected.push(rejection(rate.id, 'row', 'not a mean of one UTC day', JSON.stringify(item)))
        return []
      }
      return at + dayMs > seenAt ? [] : [{ day: dayOf(at), avgHashrate }]
    })
    const adjustments = (Array.isArray(difficulty) ? difficulty : []).flatMap((item: unknown): Adjustment[] => {
      const { time, difficulty: set, adjustment: ratio } = membersOf(item)
      if (typeof time === 'number' && typeof set === 'number' && typeof ratio === 'number')
        return [{ at: time * 1_000, difficulty: set, ratio }]
      rejected.push(rejection(difficultyRow.id, 'row', 'not an adjustment of difficulty', JSON.stringify(item)))
      return []
    })
    const ascending = adjustments.sort((a, b) => a.at - b.at)
    const entry = (day: number, value: number): Entry => ({ date: isoDay(day), text: String(value), seenAt, publishedAt: null })
    const standing = days.flatMap(({ day }) => {
      const last = ascending.findLast(({ at }) => dayOf(at) <= day)
      return last ? [{ day, ...last }] : []
    })
    return readBlocks(
      [
        [rate, days.map(({ day, avgHashrate }) => entry(day, avgHashrate))],
        [difficultyRow, standing.map(({ day, difficulty: set }) => entry(day, set))],
        [adjustmentRow, standing.map(({ day, ratio }) => entry(day, percentOf(ratio)))],
      ],
      rejected,
    )
  },
})

const membersOf = (item: unknown) => (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>

/** A ratio as a change in percent, without binary noise. */
const percentOf = (ratio: number): number => Number((100 * (ratio - 1)).toFixed(8))
