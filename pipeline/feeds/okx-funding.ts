import { dayMs, dayOf, isoDay } from '../time/day.ts'
import { parseDecimal } from './decimal.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const host = 'www.okx.com'
const path = '/api/v5/public/funding-rate-history'
/** Between two payments. */
const longestPause = 8 * 3_600_000
const rows = seriesOf('okx')
const rowOf = (url: URL) => rows.get(url.searchParams.get('instId') ?? '')

/**
 * Funding of perpetual swaps on OKX, newest first, at most 100: `realizedRate` is the share of a position that was paid at `fundingTime` (ms),
 * every 8 hours; an exchange may shorten the interval, so that payments of a UTC day are added up and not counted. A day with a payment that
 * appears twice, or with a longer pause before or after one, has no sum. The oldest day of an answer may be cut and is left out, as is the day
 * that is not over.
 */
export const okxFunding = jsonFeed({
  id: 'okx-funding',
  upstream: 'okx',
  title: 'OKX: funding of perpetual swaps',
  match: (url) => url.host === host && url.pathname === path && rowOf(url) !== undefined,
  plan: () => [...rows.keys()].map((key) => `https://${host}${path}?instId=${key}&limit=100`),
  error: ({ code, msg }) => (code === '0' ? null : `${String(code)} ${String(msg)}`),
  rows: 'data',
  read: (payments, sightings) => {
    const row = rowOf(sightings.url)!
    const days = new Map<number, number | null>()
    const times: number[] = []
    for (const item of payments) {
      const { instId, fundingTime, realizedRate } = itemOf(item)
      const at = typeof fundingTime === 'string' && /^\d{13}$/.test(fundingTime) ? Number(fundingTime) : null
      const rate = instId === row.key && typeof realizedRate === 'string' ? parseDecimal(realizedRate) : null
      if (at === null || rate === null) sightings.reject(row, 'row', 'no payment of the swap asked for', item)
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
    for (const [day, sum] of days)
      if (day !== oldest && sum !== null && (day + 1) * dayMs <= paidUpTo && sightings.reached((day + 1) * dayMs))
        sightings.add(row, isoDay(day), sum.toFixed(10))
  },
  emptyMessage: 'no whole days',
})
