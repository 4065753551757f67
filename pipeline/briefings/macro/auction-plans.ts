import type { UpstreamId } from '../../../data/upstreams.ts'
import { dayMs, dayNumber, isoDay } from '../../calendar/day.ts'
import type { DatedRow } from '../../tables/index.ts'
import type { Day, Told } from '../day.ts'

export type PlannedAuction = DatedRow<'planned_auction'>

/** Days a tentative date may lie from the announced one and still be the same auction: bills are sold every week, coupons every month. */
const sameWithin = { bill: 3, coupon: 10 } as const

type Named = Pick<PlannedAuction, 'kind' | 'term' | 'maturity' | 'auction_day'>

const isBill = ({ kind }: Named) => kind === 'bill' || kind === 'cash management'

/** What a security is sold as: the schedule says `10-Year` of a reopening that the list calls `9-Year 8-Month`, inflation-linked ones too. */
function soldAs({ maturity, term }: Named): string {
  const [, years] = /^(\d+)-Year \d+-Month$/.exec(term) ?? []
  return maturity ?? (years === undefined ? term : `${Number(years) + 1}-Year`)
}

const isSame = (one: Named, other: Named): boolean =>
  one.kind === other.kind &&
  soldAs(one) === soldAs(other) &&
  Math.abs(dayNumber(one.auction_day)! - dayNumber(other.auction_day)!) <= sameWithin[isBill(one) ? 'bill' : 'coupon']

/**
 * Auctions to come after a moment of the day, soonest first: those announced or listed as upcoming, and of the schedule of the quarter what the
 * list has not reached yet. Where both name one auction, the list wins: days of the schedule are tentative. One that was sold before its
 * tentative day is not to come.
 */
export function auctionsToCome(day: Day): PlannedAuction[] {
  const planned = day.rows('planned_auction')
  const listed = planned.filter(({ source }) => source === 'announced')
  const recent = isoDay(day.asOf - sameWithin.coupon)
  const settled: readonly Named[] = [...listed, ...day.rows('auction').filter(({ auction_day: on }) => on >= recent)]
  const isAhead = ({ due_at }: PlannedAuction) => Date.parse(due_at) > day.now
  const tentative = planned.filter(
    (one) => one.source === 'tentative' && isAhead(one) && !settled.some((other) => isSame(one, other)),
  )
  return [...listed.filter(isAhead), ...tentative].sort(
    (a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0) || (a.term < b.term ? -1 : 1),
  )
}

/** What a list of what is to come depends on: the upstream of each list, with the day it was last read again. */
export function plansRest(day: Day): NonNullable<Told['rests']> {
  const planned = day.rows('planned_auction')
  const lists = [
    ['fiscaldata', planned.filter(({ source }) => source === 'announced')],
    ['treasury', [...planned.filter(({ source }) => source === 'tentative'), ...day.rows('planned_buyback')]],
  ] as const
  return lists.flatMap(([upstream, rows]) => readOn(upstream, rows))
}

/** What rows of a list depend on: its upstream, with the day the newest of them was read; nothing where there are none. */
export function readOn(upstream: UpstreamId, rows: readonly { readonly known: number }[]): NonNullable<Told['rests']> {
  if (rows.length === 0) return []
  return [{ upstream, period: isoDay(Math.floor(Math.max(...rows.map(({ known }) => known)) / dayMs)) }]
}
