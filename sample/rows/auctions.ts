import { auctionSeries } from '../../data/series/auctions.ts'
import type { SampleObservation } from '../../pipeline/feeds/sample-rows.ts'
import { dayOf, daysBetween, isoDay, isoTime, weekday } from '../../pipeline/time/day.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import { auctionResultOf, auctionsBetween, type SampleAuction } from '../world/auctions.ts'
import { roundTo, sampleEpoch } from '../world/random-walk.ts'
import { officialRecord } from './news.ts'
import { type Asked, firstRequestedDay, type SampleAnswer, type SampleAnswers } from './publication.ts'

const newYork = 'America/New_York'
/** Five years of auctions: a few hundred rows. */
const historyDays = 1_826

const resultsDue = ({ kind, day }: SampleAuction): number => localToUtc(day, kind === 'bill' ? '11:35' : '13:05', newYork)

/** Terms of an auction that are known before it. */
const termsOf = (sale: SampleAuction) => ({
  ...{ kind: sale.kind, maturity: sale.kind === 'nominal' ? sale.originalTerm : null, reopening: sale.reopening },
  ...{ auction_day: isoDay(sale.day), issue_day: isoDay(sale.issued), due_at: isoTime(resultsDue(sale)) },
})

function soldOf(sale: SampleAuction) {
  const { competitive, noncompetitive, dealers, direct, indirect, bidToCover, high, median } = auctionResultOf(sale)
  const isFloating = sale.kind === 'floating'
  return {
    ...{ ...termsOf(sale), cusip: sale.cusip, term: sale.term, offered: sale.offered, accepted: competitive + noncompetitive },
    ...{ competitive, dealers, direct, indirect, bid_to_cover: bidToCover },
    ...{ high: isFloating ? null : high, median: isFloating ? null : median },
  }
}

/** Figures of an auction that are followed over time. */
function figuresOf({
  maturity,
  auction_day: date,
  bid_to_cover,
  dealers,
  direct,
  indirect,
}: ReturnType<typeof soldOf>): SampleObservation[] {
  if (!auctionSeries.some(({ key }) => key.startsWith(`auction/${maturity}/`))) return []
  const share = (part: number) => roundTo((100 * part) / (dealers + direct + indirect), 4)
  const figures = { 'bid-to-cover': bid_to_cover, dealers: share(dealers), indirect: share(indirect) }
  return [{ date, ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [`auction/${maturity}/${name}`, value])) }]
}

/** Results of auctions, oldest first. */
function fiscaldataAuctions({ url, now }: Asked): SampleAnswer {
  const from = Math.max(sampleEpoch, dayOf(now) - historyDays, firstRequestedDay(url))
  const sold = auctionsBetween(from, dayOf(now))
    .filter((sale) => resultsDue(sale) <= now)
    .map(soldOf)
  return { observations: sold.flatMap(figuresOf), rows: { auction: sold } }
}

/** The list of the last business day; the amount stands from its announcement on. */
function fiscaldataUpcoming({ last }: Asked): SampleAnswer {
  let listed = last
  while (weekday(listed) > 5) listed--
  const planned = auctionsBetween(listed + 1, listed + 9).map((sale) => {
    const isAnnounced = sale.announced <= listed
    return {
      ...{ ...termsOf(sale), source: 'announced' as const, term: sale.term, announcement_day: isoDay(sale.announced) },
      ...{ cusip: isAnnounced ? sale.cusip : '', offered: isAnnounced ? sale.offered : null },
    }
  })
  return { rows: { planned_auction: planned } }
}

const wednesday = 3
/** Days that a schedule of auctions reaches, and one of buybacks: to the refunding after it. */
const reach = { auctions: 178, buybacks: 98 }

/** The refunding a day follows: the first Wednesday of February, May, August or November. */
function refundingOf(day: number): number {
  for (let at = day; ; at--) {
    const [, month, date] = isoDay(at).split('-').map(Number) as [number, number, number]
    if (weekday(at) === wednesday && date <= 7 && month % 3 === 2) return at
  }
}

/** The tentative schedule since the last refunding, from today on; it says nothing of the reopening of bills. */
function treasuryAuctionSchedule({ now }: Asked): SampleAnswer {
  const planned = auctionsBetween(dayOf(now), refundingOf(dayOf(now)) + reach.auctions).map((sale) => {
    const isBill = sale.kind === 'bill'
    return {
      ...{ ...termsOf(sale), source: 'tentative' as const, cusip: '', offered: null },
      ...{ term: isBill ? sale.term : sale.originalTerm, reopening: isBill ? null : sale.reopening },
      announcement_day: isoDay(sale.announced),
    }
  })
  return { rows: { planned_auction: planned } }
}

/** What is bought back in turn: name, securities, years to maturity from and to, limit in billions of dollars. */
const buckets: readonly (readonly [name: string, securities: string, from: number, to: number, limit: number])[] = [
  ['Nominal Coupons 20Y to 30Y', 'NOMINAL COUPONS', 20, 30, 2],
  ['Nominal Coupons 1Mo to 2Y', 'NOMINAL COUPONS', 0.1, 2, 4],
  ['TIPS 10Y to 30Y', 'TIPS', 10, 30, 0.5],
  ['Nominal Coupons 10Y to 20Y', 'NOMINAL COUPONS', 10, 20, 2],
  ['Nominal Coupons 3Y to 5Y', 'NOMINAL COUPONS', 3, 5, 4],
]

/** The tentative schedule of buybacks, an operation each Wednesday from today on. */
function treasuryBuybackSchedule({ now }: Asked): SampleAnswer {
  const start = refundingOf(dayOf(now))
  const days = Array.from({ length: reach.buybacks / 7 }, (_, week) => start + 7 * (week + 1))
  const planned = days
    .filter((day) => day >= dayOf(now))
    .map((day) => {
      const [bucket, securities, from, to, limit] = buckets[Math.floor(day / 7) % buckets.length]!
      return {
        ...{ source: 'tentative' as const, operation_type: 'Liquidity Support', securities, bucket },
        maturity_from: isoDay(day + 1 + Math.round(365.25 * from)),
        maturity_to: isoDay(day + Math.round(365.25 * to)),
        ...{ minimum: 0, maximum: limit * 1e9 },
        ...{ announcement_day: isoDay(day - 1), operation_day: isoDay(day), settlement_day: isoDay(day + 1) },
        ...{ starts: '13:40', ends: '14:00', due_at: isoTime(localToUtc(day, '14:00', newYork)) },
      }
    })
  return { rows: { planned_buyback: planned } }
}

const firstOperation = 19_800
const bought = ['20Y to 30Y', '1M to 2Y', '10Y to 20Y', '3Y to 5Y']

/** Buyback operations that are over: one each Wednesday, with its result after 14:00 in New York. */
function fiscaldataBuybacks({ url, now }: Asked): SampleAnswer {
  const from = Math.max(firstOperation, firstRequestedDay(url))
  const records = daysBetween(from, dayOf(now))
    .filter((day) => weekday(day) === wednesday && localToUtc(day, '14:05', newYork) <= now)
    .map((day) => {
      const bucket = bought[Math.floor(day / 7) % bought.length]!
      return officialRecord(now, {
        ...{ source: 'treasury', id: `${isoDay(day)} Nominal Coupons ${bucket}`, form: 'Liquidity Support' },
        link: 'https://fiscaldata.treasury.gov/datasets/treasury-securities-buybacks/',
        title: `Treasury buyback operation: nominal coupons, ${bucket} (liquidity support)`,
        ...{ day, clock: null, zone: newYork },
      })
    })
  return { rows: { news_record: records } }
}

export const auctions: SampleAnswers = {
  'fiscaldata-auctions': fiscaldataAuctions,
  'fiscaldata-upcoming-auctions': fiscaldataUpcoming,
  'fiscaldata-buybacks': fiscaldataBuybacks,
  'treasury-auction-schedule': treasuryAuctionSchedule,
  'treasury-buyback-schedule': treasuryBuybackSchedule,
}
