import { rosterOf } from '../../../data/companies.ts'
import type { FeedState } from '../../../pipeline/source/feeds/feed.ts'

/** What feeds plan from at a time (RFC 3339) in a home of real data that has these newest periods (day numbers), and every credential. */
export function stateAt(time: string, newestPeriod: FeedState['newestPeriod'] = new Map()): FeedState {
  return {
    now: Date.parse(time),
    newestPeriod,
    credentials: new Set(['EIA_API_KEY']),
    roster: rosterOf(false),
    companies: { facts: [], indexes: [] },
    firstYear: 0,
  }
}
