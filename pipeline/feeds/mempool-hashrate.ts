import { type Series, seriesById } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../time/day.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import type { Sightings } from './sightings.ts'

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
export const mempoolHashrate = jsonFeed({
  id: 'mempool-hashrate',
  upstream: 'mempool',
  title: 'mempool.space: daily hash rate and difficulty',
  match: (url) => url.host === host && path.test(url.pathname),
  plan: () => [`https://${host}/api/v1/mining/hashrate/6m`],
  rows: 'hashrates',
  read: (means, sightings, { difficulty }) => {
    const adjustments = adjustmentsIn(difficulty, sightings)
    for (const item of means) {
      const { timestamp, avgHashrate } = itemOf(item)
      const at = typeof timestamp === 'number' ? timestamp * 1_000 : Number.NaN
      if (!(at % dayMs === 0) || typeof avgHashrate !== 'number') {
        sightings.reject(rate, 'row', 'not a mean of one UTC day', item)
        continue
      }
      if (!sightings.reached(at + dayMs)) continue
      const day = dayOf(at)
      const last = adjustments.findLast(({ at: first }) => dayOf(first) <= day)
      sightings.add(rate, isoDay(day), String(avgHashrate))
      if (last === undefined) continue
      sightings.add(difficultyRow, isoDay(day), String(last.difficulty))
      sightings.add(adjustmentRow, isoDay(day), String(percentOf(last.ratio)))
    }
  },
  mayBeMissing: true,
  emptyMessage: 'no days',
})

/** Adjustments of difficulty, the oldest first. */
function adjustmentsIn(list: unknown, sightings: Sightings): Adjustment[] {
  const adjustments = (Array.isArray(list) ? list : []).flatMap((item: unknown): Adjustment[] => {
    const { time, difficulty, adjustment: ratio } = itemOf(item)
    if (typeof time === 'number' && typeof difficulty === 'number' && typeof ratio === 'number')
      return [{ at: time * 1_000, difficulty, ratio }]
    sightings.reject(difficultyRow, 'row', 'not an adjustment of difficulty', item)
    return []
  })
  return adjustments.sort((a, b) => a.at - b.at)
}

/** A ratio as a change in percent, without binary noise. */
const percentOf = (ratio: number): number => Number((100 * (ratio - 1)).toFixed(8))
