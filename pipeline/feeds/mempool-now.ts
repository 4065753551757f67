import { type Series, series } from '../../data/series.ts'
import { dayMs } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { objectOf } from './body.ts'
import { defineFeed } from './feed.ts'
import { snapshotOf } from './snapshot.ts'

const id = 'mempool-now'
const host = 'mempool.space'
const rows = new Map<string, Series>(series.filter((row) => row.upstream === 'mempool').map((row) => [row.key, row]))
/** Members read of each address, by the keys of the series. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/fees/recommended': ['fastestFee'],
  '/api/mempool': ['vsize'],
  '/api/v1/difficulty-adjustment': ['difficultyChange', 'timeAvg'],
}
/** An adjustment comes every 2,016 blocks, about two weeks; further off than this the time is in another unit. */
const farthestMs = 60 * dayMs

/**
 * The state of the Bitcoin network at mempool.space (mempool.space/docs/api): fees in sat/vB, the size of the mempool in virtual bytes, the
 * coming difficulty adjustment in percent with its times in milliseconds. A body says what holds when it is recorded.
 */
export const mempoolNow = defineFeed({
  id,
  upstream: 'mempool',
  title: 'mempool.space: fees, mempool, next difficulty adjustment',
  needs: null,
  match: (url) => url.host === host && url.pathname in pages,
  plan: () => Object.keys(pages).map((path) => ({ feed: id, upstream: 'mempool', url: `https://${host}${path}` })),
  parse: (body, recording) => {
    const page = objectOf(body, id)
    const at = Date.parse(recording.at)
    const { estimatedRetargetDate: retarget } = page
    if ('difficultyChange' in page && !(typeof retarget === 'number' && Math.abs(retarget - at) < farthestMs))
      throw new ParseError(
        'UNIT',
        `${id}: the date of the next adjustment is not in milliseconds near the time of the recording`,
        { feed: id },
      )
    const wanted = pages[new URL(recording.url).pathname]!
    const absent = wanted.filter((key) => typeof page[key] !== 'number')
    if (absent.length > 0) throw new ParseError('DATA_MISSING', `${id}: no number "${absent.join('", "')}"`, { feed: id })
    const values = wanted.map((key) => [rows.get(key)!, key === 'timeAvg' ? (page[key] as number) / 1_000 : page[key]] as const)
    return snapshotOf(values, at)
  },
})
