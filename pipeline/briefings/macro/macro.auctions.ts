import { type CouponMaturity, couponMaturities } from '../../../data/auctions.ts'
import { dayInWords, figure, inWords } from '../../analysis/amounts.ts'
import { type Day, unknown } from '../../analysis/days/day.ts'
import { counted } from '../../time/counted.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { type Fact, subjectFact, unusual } from '../story/ranking.ts'
import { before, demandState, fewestMaturities, metricsOf } from './auction-demand.ts'
import { auctionsToCome, type PlannedAuction, plansRest } from './auction-plans.ts'
import { type Auctions, auctionSections, meanOf, newestAuctions, newestFirst, sizeOf } from './auction-tables.ts'

const unjudged = `The state cannot be judged: ${inWords(fewestMaturities)} maturities with ${inWords(before.fewest)} earlier auctions each are needed.`

/** Days for which an auction is news. */
const newsDays = 7

/** Demand at the Treasury's auctions of nominal coupons: bid to cover and the share of dealers, each against the auctions before. */
export const auctions: BriefingDefinition = {
  id: 'macro.auctions',
  tables: ['auction', 'planned_auction', 'planned_buyback'],
  state: demandState,
  tell: (day) => {
    const all = newestAuctions(day)
    const [newest] = all.toSorted((a, b) => newestFirst(a.newest, b.newest))
    const fewest = Math.min(before.most, ...all.map(({ earlier }) => earlier.length))
    const next = auctionsToCome(day).find(({ maturity }) => couponMaturities.some((each) => each === maturity))
    const [last] = day.rows('auction').toSorted(newestFirst)
    return {
      nothing: 'No Treasury auction is on record for this day.',
      facts: newest === undefined ? [] : [newestFact(newest, day)],
      also: [...(demandState.label(day) === unknown ? [unjudged] : []), ...(next === undefined ? [] : [nextSentence(next, day)])],
      sections: auctionSections(day),
      rests: [...(last ? [{ upstream: 'fiscaldata', period: last.auction_day } as const] : []), ...plansRest(day)],
      notes: [
        'Reopenings count as the maturity they are sold as: a 9-year 10-month note as a 10-year. Inflation-linked and floating-rate notes and cash management bills are left out of the comparison.',
        'New 10, 20 and 30-year issues come once a quarter and are larger than their two reopenings, so compare amounts of like with like. Offered amounts leave out what the Federal Reserve adds for itself.',
        ...(fewest < before.most
          ? [`Some maturities have only ${counted(fewest, 'earlier auction')} on record: "usual" and the state use only those.`]
          : []),
      ],
    }
  },
}

/** The newest auction against those of its maturity before it. */
function newestFact({ newest, earlier }: Auctions, day: Day): Fact {
  const { cover, dealers } = metricsOf(newest.maturity as CouponMaturity)
  const on = dayInWords(newest.auction_day, isoDay(day.asOf))
  const auction = `${newest.maturity!.toLowerCase()} auction`
  const bids = `${figure(newest.bid_to_cover, 2)} times the amount sold`
  const usual = meanOf(earlier, ({ bid_to_cover: each }) => each)
  const way = Math.sign(usual === null ? 0 : newest.bid_to_cover - usual) as -1 | 0 | 1
  const against = usual === null ? '' : `, against ${figure(usual, 2)} at the ${inWords(earlier.length)} auctions before`
  const share = day.reading(dealers)
  const left = share?.period === newest.auction_day ? `; dealers took ${figure(share.value, 1)}%` : ''
  const strength = Math.abs(day.reading(cover)?.trend['30d']?.strength ?? 0)
  const word = way === 0 ? 'as many bids as before' : `${way > 0 ? 'more' : 'fewer'} bids than before`
  return subjectFact({
    metric: cover,
    about: `the ${auction}`,
    weight: strength,
    isNews: day.asOf - dayNumber(newest.auction_day)! < newsDays,
    strength,
    text: `The ${auction} of ${on} drew bids for ${bids}${against}${left}.`,
    clauses: [
      usual === null ? [`The ${auction} of ${on} drew bids for ${bids}`] : [`The ${auction} of ${on} drew ${word}, ${bids}`],
      [`Bids at the ${auction} of ${on} came to ${bids}`],
    ],
    asides: [`the ${auction} drew bids for ${bids}`],
    meaning: strength >= unusual ? way : 0,
    way,
  })
}

function nextSentence(auction: PlannedAuction, day: Day): string {
  const [security, size] = [auction.maturity!.toLowerCase(), sizeOf(auction)]
  const what = size === null ? `the ${security} auction` : `${size} of ${security}s`
  return `Next is ${what} on ${dayInWords(auction.auction_day, isoDay(day.asOf))}.`
}
