import { dayMs } from '../time/day.ts'
import { bodyError } from './body.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'
import { addSnapshot } from './snapshot.ts'

const id = 'mempool-now'
const host = 'mempool.space'
const rows = seriesOf('mempool')
/** Members read of each address, by the keys of the series. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/fees/recommended': ['fastestFee'],
  '/api/mempool': ['vsize'],
  '/api/v1/difficulty-adjustment': ['difficultyChange', 'timeAvg'],
  '/api/v1/mining/reward-stats/144': ['totalReward', 'totalFee'],
}
/** Sums of rewards are texts in satoshis. */
const inSatoshis = 1e8
/** An adjustment comes every 2,016 blocks, about two weeks; further off than this the time is in another unit. */
const farthestMs = 60 * dayMs

/**
 * The state of the Bitcoin network at mempool.space (mempool.space/docs/api): fees in sat/vB, the size of the mempool in virtual bytes, the
 * coming difficulty adjustment in percent with its times in milliseconds, and what the last 144 blocks earned, in satoshis as texts. A body says what holds when it is recorded.
 */
export const mempoolNow = jsonFeed({
  id,
  upstream: 'mempool',
  title: 'mempool.space: fees, mempool, next difficulty adjustment',
  match: (url) => url.host === host && url.pathname in pages,
  plan: () => Object.keys(pages).map((path) => `https://${host}${path}`),
  rows: (answer) => [answer],
  read: ([body], sightings) => {
    const page = itemOf(body)
    const { estimatedRetargetDate: retarget } = page
    if ('difficultyChange' in page && !(typeof retarget === 'number' && Math.abs(retarget - sightings.seenAt) < farthestMs))
      throw bodyError(id, 'UNIT', 'the date of the next adjustment is not in milliseconds near the time of the recording')
    const wanted = pages[sightings.url.pathname]!
    const values = wanted.map((key) => [rows.get(key)!, figureOf(page[key], key, wanted.includes('totalReward'))] as const)
    const absent = wanted.filter((_, at) => Number.isNaN(values[at]![1]))
    if (absent.length > 0) throw bodyError(id, 'DATA_MISSING', `no number "${absent.join('", "')}"`)
    addSnapshot(sightings, sightings.seenAt, values)
  },
})

/** A member in the unit of its series, NaN where it is not as this address gives it. */
function figureOf(member: unknown, key: string, isReward: boolean): number {
  if (isReward) return typeof member === 'string' && /^\d{1,16}$/.test(member) ? Number(member) / inSatoshis : Number.NaN
  if (typeof member !== 'number') return Number.NaN
  return key === 'timeAvg' ? member / 1_000 : member
}
