import { couponMaturities } from '../../../data/auctions.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { DatedRow } from '../../tables/index.ts'
import { dayNumber } from '../../time/day.ts'
import { figure, inWords } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import { type ListingColumn, listing, table } from '../table.ts'
import { comparisonLimits } from './auction-demand.ts'
import { isBill, type PlannedAuction, upcomingAuctions, upcomingRows } from './auction-plans.ts'

export type AuctionRow = DatedRow<'auction'>

/** Bill auctions shown, newest first, and the days after which one is no longer among the latest: bills of all terms are sold in six weeks. */
const billsShown = 6
const billDays = 42
/** Days of scheduled auctions shown. */
const scheduledShown = 20
/** Operations shown: those of about six weeks. */
const buybacksShown = 12

export const newestAuctionFirst = (a: AuctionRow, b: AuctionRow) =>
  a.auction_day > b.auction_day ? -1 : a.auction_day < b.auction_day ? 1 : 0

/** What an auction tells of its demand; null where the Treasury does not state it. */
type Figure = (row: AuctionRow) => number | null

const roundedIfAny = (value: number | null, digits: number): number | null => (value === null ? null : rounded(value, digits))
const billions = ({ offered }: Pick<AuctionRow, 'offered'>): number | null => offered && rounded(offered / 1e9, 1)

/** Share of the competitive awards, percent: the three parts add to 100. */
export const awardShareOf =
  (part: 'dealers' | 'direct' | 'indirect'): Figure =>
  ({ dealers, direct, indirect, [part]: own }) =>
    dealers === null || direct === null || indirect === null ? null : (100 * own!) / (dealers + direct + indirect)

/** The mean of the auctions before; null where they are too few to compare with. */
export function meanOfEarlierAuctions(rows: readonly AuctionRow[], figure: Figure): number | null {
  const values = rows.map(figure).filter((value) => value !== null)
  return values.length < comparisonLimits.fewest ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The newest auction of a maturity, and those before it, at most twelve, newest first. */
export interface MaturityAuctions {
  readonly newest: AuctionRow
  readonly earlier: readonly AuctionRow[]
}

export function newestAuctions(day: Day): MaturityAuctions[] {
  const nominal = day.rows('auction').filter(({ kind }) => kind === 'nominal')
  return couponMaturities.flatMap((each) => {
    const [newest, ...earlier] = nominal.filter(({ maturity }) => maturity === each).sort(newestAuctionFirst)
    return newest === undefined ? [] : [{ newest, earlier: earlier.slice(0, comparisonLimits.most) }]
  })
}

/** A figure of the newest auction beside its mean over those before. */
function besideUsual(
  key: string,
  column: string,
  digits: number,
  figure: Figure,
): Record<string, ListingColumn<MaturityAuctions>> {
  const [, ...unit] = column.split(' | ')
  return {
    [key]: [column, ({ newest }) => roundedIfAny(figure(newest), digits)],
    [`${key}_usual`]: [
      ['Usual', ...unit].join(' | '),
      ({ earlier }) => roundedIfAny(meanOfEarlierAuctions(earlier, figure), digits),
    ],
  }
}

/** An auction and how strong its demand was, in standard deviations; null where that cannot be judged. */
type Scored = MaturityAuctions & { readonly score: number | null }

const buyerSection = (things: readonly Scored[]): Section[] =>
  listing('buyers', 'Who bought at the latest auction of each maturity, the least usual first', {
    note: `Shares of competitive awards add to 100. "Usual" is the mean of the auctions before, at least ${inWords(comparisonLimits.fewest)} and at most ${inWords(comparisonLimits.most)} of the same maturity. Demand: bid to cover and indirect bidders above usual, dealers below, as a mean in standard deviations. The state is not the mean of this column: it leaves indirect bidders out, takes the last two auctions of each maturity, and stays until their mean is within 0.15 of zero.`,
    things,
    columns: {
      maturity: ['Maturity', ({ newest }) => newest.maturity],
      auction_day: ['Auction', ({ newest }) => newest.auction_day],
      cusip: [null, ({ newest }) => newest.cusip],
      ...besideUsual('bid_to_cover', 'Bid to cover', 2, ({ bid_to_cover: cover }) => cover),
      ...besideUsual('dealers', 'Dealers | percent', 1, awardShareOf('dealers')),
      ...besideUsual('direct', 'Direct | percent', 1, awardShareOf('direct')),
      ...besideUsual('indirect', 'Indirect | percent', 1, awardShareOf('indirect')),
      compared_with: ['Auctions before', ({ earlier }) => earlier.length],
      score: ['Demand', ({ score }) => roundedIfAny(score, 1)],
      known_at: [null, ({ newest }) => new Date(newest.known).toISOString().replace('.000Z', 'Z')],
      known_basis: [null, ({ newest }) => newest.basis],
    },
  })

const soldSection = (day: Day): Section[] =>
  listing('sold', 'What was sold, and at what yield', {
    note: 'Dispersion is the high yield less the median: how far the last buyer stood from the middle. It is not a tail, which needs the yield before the auction.',
    things: newestAuctions(day),
    columns: {
      maturity: ['Maturity', ({ newest }) => newest.maturity],
      auction_day: ['Auction', ({ newest }) => newest.auction_day],
      term: [
        'Security',
        ({ newest: { term, maturity, reopening } }) => (term === maturity && reopening !== true ? 'new' : `reopened, ${term}`),
      ],
      offered: ['Offered | USD bn', ({ newest }) => billions(newest)],
      offered_before: ['Auction before | USD bn', ({ earlier: [last] }) => (last ? billions(last) : null)],
      high_yield: ['High yield | percent', ({ newest }) => newest.high],
      ...besideUsual('dispersion', 'Dispersion | basis points', 1, ({ high, median }) =>
        high === null || median === null ? null : 100 * (high - median),
      ),
      issue_day: [null, ({ newest }) => newest.issue_day],
    },
  })

const billSection = (day: Day): Section[] =>
  listing('bills', 'Latest bill auctions', {
    things: day
      .rows('auction')
      .filter((row) => isBill(row) && day.asOf - dayNumber(row.auction_day)! <= billDays)
      .sort(newestAuctionFirst)
      .slice(0, billsShown),
    columns: {
      term: ['Bill', ({ kind, term }) => (kind === 'bill' ? term : `${term}, cash management`)],
      auction_day: ['Auction', (row) => row.auction_day],
      offered: ['Offered | USD bn', billions],
      high_rate: ['High discount rate | percent', ({ high }) => high],
      bid_to_cover: ['Bid to cover', (row) => row.bid_to_cover],
      dealers: ['Dealers | percent', (row) => roundedIfAny(awardShareOf('dealers')(row), 1)],
      indirect: ['Indirect | percent', (row) => roundedIfAny(awardShareOf('indirect')(row), 1)],
    },
  })

const kindWords = {
  nominal: '',
  'inflation-linked': 'inflation-linked',
  floating: 'floating rate',
  bill: 'bill',
  'cash management': 'cash management bill',
} as const

/** `10-Year (9-Year 11-Month, reopened)`, `2-Year floating rate`. */
export function securityOf({ kind, term, maturity, reopening }: PlannedAuction): string {
  const name = `${maturity ?? term} ${kindWords[kind]}`.trim()
  const asides = [
    maturity === null || maturity === term ? [] : term,
    reopening === true && kind !== 'bill' ? 'reopened' : [],
  ].flat()
  return asides.length === 0 ? name : `${name} (${asides.join(', ')})`
}

/** `$42bn`; null until it is announced. */
export const offeredAmountText = ({ offered }: PlannedAuction): string | null =>
  offered === null ? null : `$${figure(offered / 1e9, 1)}bn`

const rowOf = (row: PlannedAuction) => ({
  security: securityOf(row),
  auction_day: row.auction_day,
  offered: billions(row),
  issue_day: row.issue_day,
  announcement_day: row.announcement_day,
  cusip: row.cusip === '' ? null : row.cusip,
  source: row.source === 'announced' ? 'list of upcoming auctions' : 'schedule of the quarter, tentative',
  results: `${isBill(row) ? '11:35' : '13:05'} New York, ${row.due_at.slice(11, 16)} UTC`,
  results_due_at: row.due_at,
})

function toComeSections(day: Day): Section[] {
  const all = upcomingAuctions(day)
  const isAnnounced = ({ source, offered }: PlannedAuction) => source === 'announced' && offered !== null
  const isOfQuarter = ({ source }: PlannedAuction) => source === 'tentative'
  return [
    ...table('announced', 'Announced', {
      columns: {
        security: 'Security',
        auction_day: 'Auction',
        results: 'Results due',
        offered: 'Offered | USD bn',
        issue_day: 'Issued',
      },
      rows: all.filter(isAnnounced).map(rowOf),
    }),
    ...table('scheduled', 'Scheduled, amounts not announced yet', {
      note: all.some(isOfQuarter)
        ? `Days of the schedule of the quarter are tentative and move. Its bills, sold every week, are left out, and what comes after the next ${scheduledShown} auctions.`
        : null,
      columns: {
        security: 'Security',
        auction_day: 'Auction',
        announcement_day: 'Amount on',
        issue_day: 'Issued',
        source: 'From',
      },
      rows: all
        .filter((row) => !isAnnounced(row) && !(isOfQuarter(row) && row.kind === 'bill'))
        .slice(0, scheduledShown)
        .map(rowOf),
    }),
  ]
}

/** Operations to come, soonest first: what the Treasury means to buy back. */
const buybackSection = (day: Day): Section[] =>
  listing('buybacks', 'Buybacks scheduled', {
    note: 'Amounts are limits at par: the Treasury may buy less, or nothing. The schedule of the quarter is tentative, and amounts raised since by a press release may be missing in it.',
    things: upcomingRows(day, day.rows('planned_buyback'), ({ bucket }) => bucket).slice(0, buybacksShown),
    columns: {
      operation_day: ['Operation', (row) => row.operation_day],
      time: ['Time', ({ starts, ends, due_at }) => `${starts} to ${ends} New York, until ${due_at.slice(11, 16)} UTC`],
      bucket: ['Bought', ({ bucket }) => bucket],
      maximum: ['At most | USD bn', ({ maximum }) => rounded(maximum / 1e9, 3)],
      purpose: ['Purpose', (row) => row.operation_type.toLowerCase()],
      ends_at: [null, ({ due_at }) => due_at],
    },
  })

/** The tables of the briefing on auctions. */
export const auctionSections = (day: Day, ranked: readonly Scored[]): Section[] => [
  ...buyerSection(ranked),
  ...soldSection(day),
  ...toComeSections(day),
  ...buybackSection(day),
  ...billSection(day),
]
