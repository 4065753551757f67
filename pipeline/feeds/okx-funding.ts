import { type Series, series } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { objectOf } from './body.ts'
import { parseDecimal } from './decimal.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'okx-funding'
const host = 'www.okx.com'
const path = '/api/v5/public/funding-rate-history'
/** Between two payments. */
const longestPause = 8 * 3_600_000
const rows: readonly Series[] = series.filter((row) => row.upstream === 'okx')
const rowOf = (url: URL) => rows.find((row) => row.key === url.searchParams.get('instId'))

/**
 * Funding of perpetual swaps on OKX, newest first, at most 100: `realizedRate` is the share of a position that was paid at `fundingTime` (ms),
 * every 8 hours; an exchange may shorten the interval, so that payments of a UTC day are added up and not counted. A day with a payment that
 * appears twice, or with a longer pause before or after one, has no sum. The oldest day of an answer may be cut and is left out, as is the day
 * that is not over.
 */
export const okxFunding = defineFeed({
  id,
  upstream: 'okx',
  title: 'OKX: funding of perpetual swaps',
  needs: null,
  match: (url) => url.host === host && url.pathname === path && rowOf(url) !== undefined,
  plan: () => rows.map(({ key }) => ({ feed: id, upstream: 'okx', url: `https://${host}${path}?instId=${key}&limit=100` })),
  parse: (body, recording) => {
    const row = rowOf(new URL(recording.url))!
    const { code, msg, data } = objectOf(body, id)
    if (code !== '0')
      throw new ParseError('UPSTREAM_SAYS', `${id}: OKX answered: ${`${code} ${msg}`.slice(0, 200)}`, { feed: id })
    if (!Array.isArray(data)) throw new ParseError('DATA_MISSING', `${id}: no array "data"`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const days = new Map<number, number | null>()
    const times: number[] = []
    for (const item of data as unknown[]) {
      const payment = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const { instId, fundingTime, realizedRate } = payment
      const at = typeof fundingTime === 'string' && /^\d{13}$/.test(fundingTime) ? Number(fundingTime) : null
      const rate = instId === row.key && typeof realizedRate === 'string' ? parseDecimal(realizedRate) : null
      if (at === null || rate === null)
        rejected.push(rejection(row.id, 'row', 'no payment of the swap asked for', JSON.stringify(item)))
      // a day one of whose payments cannot be read has no sum
      if (at === null) continue
      times.push(at)
      const before = days.get(dayOf(at))
      days.set(dayOf(at), rate === null || before === null ? null : (before ?? 0) + rate)
    }
    times.sort((a, b) => a - b)
    for (const [i, at] of times.entries()) {
      const pause = at - (times[i - 1] ?? at - longestPause)
      if (pause > 0 && pause <= longestPause) continue
      days.set(dayOf(at), null)
      days.set(dayOf(at - pause), null)
    }
    const oldest = Math.min(...days.keys())
    const paidUpTo = Math.max(...times) + longestPause
    const entries = [...days].flatMap(([day, sum]): Entry[] =>
      day === oldest || sum === null || (day + 1) * dayMs > Math.min(seenAt, paidUpTo)
        ? []
        : [{ date: isoDay(day), text: sum.toFixed(10), seenAt, publishedAt: null }],
    )
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, `no whole days of ${row.key}`)
    return read
  },
})
