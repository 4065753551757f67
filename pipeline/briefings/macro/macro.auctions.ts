import { type CouponMaturity, couponMaturities } from '../../../data/auctions.ts'
import { counted } from '../../calendar/counted.ts'
import { isoDay } from '../../calendar/day.ts'
import { type Briefer, type Day, unknown } from '../day.ts'
import { dayInWords, inWords } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
import { unusual } from '../story/ranking.ts'
import { figure } from '../words.ts'
import { before, demandState, fewestMaturities, metricsOf } from './auction-demand.ts'
import { auctionsToCome, plansRest } from './auction-plans.ts'
import { auctionSections, type HeldAuction, newestAuctions } from './auction-tables.ts'

const unjudged = `The state cannot be judged: ${inWords(fewestMaturities)} maturities with ${inWords(before.fewest)} earlier auctions each are needed.`

/** Days for which an auction is news. */
const newsDays = 7

/** Demand at the Treasury's auctions of nominal coupons: bid to cover and the share of dealers, each against the auctions before. */
export const auctions: Briefer = {
  id: 'macro.auctions',
  tables: ['auction', 'planned_auction', 'planned_buyback'],
  state: demandState,
  tell: (day) => {
    const [newest] = newestAuctions(day).sort((a, b) => (a.newest.auction_day > b.newest.auction_day ? -1 : 1))
    const next = auctionsToCome(day).find(({ maturity }) => couponMaturities.some((each) => each === maturity))
    const sections = auctionSections(day)
    const newestDay = day
      .rows('auction')
      .map(({ auction_day: on }) => on)
      .sort()
      .at(-1)
    return {
      nothing: 'No Treasury auction is on record for this day.',
      facts: newest === undefined ? [] : [newestFact(newest.newest, newest.earlier, day)],
      also: [...(demandState.label(day) === unknown ? [unjudged] : []), ...(next === undefined ? [] : [nextSentence(next, day)])],
      sections,
      rests: [...(newestDay === undefined ? [] : [{ upstream: 'fiscaldata', period: newestDay } as const]), ...plansRest(day)],
      notes: [
        'Reopenings count as the maturity they are sold as: a 9-year 10-month note as a 10-year. Inflation-linked and floating-rate notes and cash management bills are left out of the comparison.',
        'New 10, 20 and 30-year issues come once a quarter and are larger than their two reopenings, so compare amounts of like with like. Offered amounts leave out what the Federal Reserve adds for itself.',
        ...(newest === undefined ? [] : shortHistory(newestAuctions(day).map(({ earlier }) => earlier.length))),
      ],
    }
  },
}

/** Said while an auction has fewer than twelve before it on record. */
function shortHistory(counts: readonly number[]): string[] {
  const least = Math.min(...counts)
  return least >= before.most
    ? []
    : [`Some maturities have only ${counted(least, 'earlier auction')} on record: "usual" and the state use only those.`]
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The newest auction against those of its maturity before it. */
function newestFact(newest: HeldAuction, earlier: readonly HeldAuction[], day: Day): Fact {
  const { cover, dealers } = metricsOf(newest.maturity as CouponMaturity)
  const today = isoDay(day.asOf)
  const on = dayInWords(newest.auction_day, today)
  const name = newest.maturity!.toLowerCase()
  const bids = figure(newest.bid_to_cover, 2)
  const others = earlier.map(({ bid_to_cover: each }) => each)
  const isCompared = others.length >= before.fewest
  const step = isCompared ? newest.bid_to_cover - mean(others) : 0
  const way = step > 0 ? 1 : step < 0 ? -1 : 0
  const against = isCompared ? `, against ${figure(mean(others), 2)} at the ${inWords(others.length)} auctions before` : ''
  const share = day.reading(dealers)
  const left = share?.period === newest.auction_day ? `; dealers took ${figure(share.value, 1)}%` : ''
  const strength = Math.abs(day.reading(cover)?.trend['30d']?.strength ?? 0)
  const word = way === 0 ? 'as many bids as usual' : `${way > 0 ? 'more' : 'fewer'} bids than usual`
  return {
    metric: cover,
    about: `the ${name} auction`,
    kind: 'subject',
    weight: strength,
    isNews: day.asOf * 86_400_000 - Date.parse(newest.auction_day) < newsDays * 86_400_000,
    strength,
    text: `The ${name} auction of ${on} drew bids for ${bids} times the amount sold${against}${left}.`,
    clauses: isCompared
      ? [
          [`The ${name} auction of ${on} drew ${word}, ${bids} times the amount sold`, `The ${name} auction drew ${word}`],
          [
            `Bids at the ${name} auction of ${on} came to ${bids} times the amount sold`,
            `The ${name} auction drew bids for ${bids} times the amount sold`,
          ],
        ]
      : [
          [`The ${name} auction of ${on} drew bids for ${bids} times the amount sold`],
          [`Bids at the ${name} auction of ${on} came to ${bids} times the amount sold`],
        ],
    asides: [`the ${name} auction drew bids for ${bids} times the amount sold`],
    meaning: strength >= unusual ? way : 0,
    way,
  }
}

function nextSentence(
  { maturity, auction_day: auctionDay, offered }: ReturnType<typeof auctionsToCome>[number],
  day: Day,
): string {
  const size = offered === null ? '' : `$${figure(offered / 1e9, 1)}bn of `
  return `Next is ${size === '' ? 'the ' : size}${maturity!.toLowerCase()}${size === '' ? ' auction' : 's'} on ${dayInWords(auctionDay, isoDay(day.asOf))}.`
}
