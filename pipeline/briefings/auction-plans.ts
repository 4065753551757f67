import { dayNumber } from '../calendar/day.ts'
import type { DatedRow } from '../tables/index.ts'
import type { Day } from './day.ts'

export type PlannedAuction = DatedRow<'planned_auction'>

/** Days a tentative date may lie from the announced one and still be the same auction: bills are sold every week, coupons every month. */
const sameWithin = { bill: 3, coupon: 10 } as const

const isBill = ({ kind }: PlannedAuction) => kind === 'bill' || kind === 'cash management'

/**
 * Auctions to come after a moment of the day, soonest first: those announced or listed as upcoming, and of the schedule of the quarter what the
 * list has not reached yet. Where both name one auction, the list wins: days of the schedule are tentative.
 */
export function auctionsToCome(day: Day): PlannedAuction[] {
  const ahead = day.rows('planned_auction').filter(({ due_at }) => Date.parse(due_at) > day.now)
  const listed = ahead.filter(({ source }) => source === 'announced')
  const isSame = (one: PlannedAuction, other: PlannedAuction) =>
    one.kind === other.kind &&
    (one.maturity ?? one.term) === (other.maturity ?? other.term) &&
    Math.abs(dayNumber(one.auction_day)! - dayNumber(other.auction_day)!) <= sameWithin[isBill(one) ? 'bill' : 'coupon']
  const tentative = ahead.filter((one) => one.source === 'tentative' && !listed.some((other) => isSame(one, other)))
  return [...listed, ...tentative].sort(
    (a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0) || (a.term < b.term ? -1 : 1),
  )
}
