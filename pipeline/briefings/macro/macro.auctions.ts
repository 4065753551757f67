import { couponMaturities } from '../../../data/auctions.ts'
import { type Day, unknown } from '../../days/day.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords } from '../../values/amounts.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { demandState } from './auction-demand.ts'
import { auctionPlanSources, type PlannedAuction, upcomingAuctions } from './auction-plans.ts'
import { auctionFacts, comparisonSampleNotes, rankedAuctions, weakestSentence } from './auction-ranking.ts'
import { auctionSections, newestAuctionFirst, offeredAmountText } from './auction-tables.ts'

/** Demand at the Treasury's auctions of nominal coupons: who bought and how much was bid, each against the auctions before. */
export const macroAuctions: BriefingDefinition = {
  id: 'macro.auctions',
  tables: ['auction', 'planned_auction', 'planned_buyback'],
  state: demandState,
  tell: (day) => {
    const ranked = rankedAuctions(day)
    const next = upcomingAuctions(day).find(({ maturity }) => couponMaturities.some((each) => each === maturity))
    const [last] = day.rows('auction').toSorted(newestAuctionFirst)
    const weakest = weakestSentence(ranked, day)
    return {
      nothing: 'No Treasury auction is on record for this day.',
      // an auction is one fact, not one per figure
      ranked: [],
      facts: auctionFacts(ranked, day),
      also: [
        ...(weakest === null ? [] : [weakest]),
        ...(demandState.label(day) === unknown ? ['Too few past auctions to judge demand.'] : []),
        ...(next === undefined ? [] : [nextSentence(next, day)]),
      ],
      sections: auctionSections(day, ranked),
      rests: [...(last ? [{ upstream: 'fiscaldata', period: last.auction_day } as const] : []), ...auctionPlanSources(day)],
      notes: [
        'Reopenings count as the maturity they are sold as: a 9-year 10-month note as a 10-year. Inflation-linked and floating-rate notes and cash management bills are left out of the comparison.',
        'New 10, 20 and 30-year issues come once a quarter and are larger than their two reopenings, so compare amounts of like with like. Offered amounts leave out what the Federal Reserve adds for itself.',
        ...comparisonSampleNotes(ranked),
      ],
    }
  },
}

function nextSentence(auction: PlannedAuction, day: Day): string {
  const [security, size] = [auction.maturity!.toLowerCase(), offeredAmountText(auction)]
  const what = size === null ? `the ${security} auction` : `${size} of ${security}s`
  return `Next is ${what} on ${dayInWords(auction.auction_day, isoDay(day.asOf))}.`
}
