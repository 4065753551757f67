import type { UpstreamId } from '../../../data/upstreams.ts'
import type { Day } from '../../days/day.ts'
import type { DatedRow } from '../../tables/index.ts'
import { dayNumber, dayOf, isoDay } from '../../time/day.ts'
import type { BriefingContent } from '../briefer.ts'

export type PlannedAuction = DatedRow<'planned_auction'>

/** Days a tentative date may lie from the announced one and still be the same auction: bills are sold every week, coupons every month. */
const sameWithin = { bill: 3, coupon: 10 } as const

type Named = Pick<PlannedAuction, 'kind' | 'term' | 'maturity' | 'auction_day'>

export const isBill = ({ kind }: Pick<PlannedAuction, 'kind'>): boolean => kind === 'bill' || kind === 'cash management'

/** What a security is sold as: the schedule says `10-Year` of a reopening that the list calls `9-Year 8-Month`, inflation-linked ones too. */
function soldAs({ maturity, term }: Named): string {
  const [, years] = /^(\d+)-Year \d+-Month$/.exec(term) ?? []
  return maturity ?? (years === undefined ? term : `${Number(years) + 1}-Year`)
}

const isSame = (one: Named, other: Named): boolean =>
  one.kind === other.kind &&
  soldAs(one) === soldAs(other) &&
  Math.abs(dayNumber(one.auction_day)! - dayNumber(other.auction_day)!) <= sameWithin[isBill(one) ? 'bill' : 'coupon']

/** Rows due after the moment of the day, soonest first; what is due together in the order of its names. */
export function upcomingRows<Row extends { readonly due_at: string }>(
  day: Day,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
) {
  const order = (row: Row) => `${row.due_at} ${nameOf(row)}`
  return rows.filter(({ due_at }) => !day.reached(Date.parse(due_at))).sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/**
 * Auctions to come after a moment of the day, soonest first: those announced or listed as upcoming, and of the schedule of the quarter what the
 * list has not reached yet. Where both name one auction, the list wins: days of the schedule are tentative. One that was sold before its
 * tentative day is not to come.
 */
export function upcomingAuctions(day: Day): PlannedAuction[] {
  const planned = day.rows('planned_auction')
  const listed = planned.filter(({ source }) => source === 'announced')
  const recent = isoDay(day.asOf - sameWithin.coupon)
  const settled: readonly Named[] = [...listed, ...day.rows('auction').filter(({ auction_day: on }) => on >= recent)]
  const tentative = planned.filter((one) => one.source === 'tentative' && !settled.some((other) => isSame(one, other)))
  return upcomingRows(day, [...listed, ...tentative], ({ term }) => term)
}

/** What a list of what is to come depends on: the upstream of each list, with the day it was last read again. */
export function auctionPlanSources(day: Day): NonNullable<BriefingContent['rests']> {
  const planned = (list: PlannedAuction['source']) => day.rows('planned_auction').filter(({ source }) => source === list)
  return [
    ...upstreamReadDays('fiscaldata', planned('announced')),
    ...upstreamReadDays('treasury', [...planned('tentative'), ...day.rows('planned_buyback')]),
  ]
}

/** What rows of a list depend on: its upstream, with the day the newest of them was read; nothing where there are none. */
export function upstreamReadDays(
  upstream: UpstreamId,
  rows: readonly { readonly known: number }[],
): NonNullable<BriefingContent['rests']> {
  if (rows.length === 0) return []
  return [{ upstream, period: isoDay(dayOf(Math.max(...rows.map(({ known }) => known)))) }]
}
