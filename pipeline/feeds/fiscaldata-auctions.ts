import { type CouponMaturity, couponMaturities } from '../../data/auctions.ts'
import { auctionSeries } from '../../data/series/auctions.ts'
import type { auctionTable } from '../tables/auction.ts'
import type { RowOf } from '../tables/table.ts'
import { dayNumber } from '../time/day.ts'
import { parseDecimal } from './decimal.ts'
import { dollarsOf, fiscaldataAnswer, fiscaldataLine, parseYesNo } from './fiscaldata-answer.ts'
import { jsonFeed } from './json-feed.ts'
import { emptyBodyError } from './sightings.ts'
import { auctionedMaturity, auctionKindOf, resultsDue } from './treasury-security.ts'

const id = 'fiscaldata-auctions'
const fields = [
  'cusip',
  'security_type',
  'security_term',
  'reopening',
  'auction_date',
  'issue_date',
  'offering_amt',
  'total_accepted',
  'comp_accepted',
  'primary_dealer_accepted',
  'direct_bidder_accepted',
  'indirect_bidder_accepted',
  'bid_to_cover_ratio',
  'high_yield',
  'avg_med_yield',
  'high_discnt_rate',
  'avg_med_discnt_rate',
  'high_discnt_margin',
  'inflation_index_security',
  'floating_rate',
  'cash_management_bill_cmb',
] as const
type Line = Readonly<Record<string, string | null>>
type Auction = RowOf<typeof auctionTable>

/** The year before which no auction is asked for: the 7-Year came back in 2009, the 20-Year in 2020. */
const firstYear = 2010
/** Days asked for again, so that corrections are seen. */
const overlapDays = 40

/**
 * Results of Treasury auctions (fiscaldata.treasury.gov, `auctions_query`): amounts in dollars, yields and discount rates in percent. An auction
 * that is announced and not held stands among them without results and is left out: the list of upcoming auctions has it.
 */
export const fiscaldataAuctions = jsonFeed({
  id,
  title: 'Results of Treasury auctions',
  ...fiscaldataAnswer({
    dataset: 'v1/accounting/od/auctions_query',
    fields,
    from: ({ newestPeriod, firstYear: shown }) => {
      const newest = Math.max(...auctionSeries.map((row) => newestPeriod.get(row.id) ?? -1))
      return newest < 0 ? dayNumber(`${Math.max(firstYear, shown)}-01-01`) : newest - overlapDays
    },
    by: 'auction_date',
  }),
  read: (lines, sightings) => {
    const sold: Auction[] = []
    for (const line of lines.map(fiscaldataLine)) {
      if (line['bid_to_cover_ratio'] == null && line['total_accepted'] == null) continue
      const read = auctionOf(line)
      if (typeof read === 'string') {
        sightings.reject(null, read, refusals[read], pick(line))
        continue
      }
      sold.push(read)
      for (const [key, text] of figuresOf(read))
        sightings.add(auctionSeries.find((row) => row.key === `auction/${read.maturity}/${key}`)!, read.auction_day, text)
    }
    if (sold.length === 0) throw emptyBodyError(id, 'no auction with results')
    return { rows: { auction: sold } }
  },
})

const refusals = {
  row: 'no CUSIP, day, term, awards or bid to cover where there should be one',
  flags: 'not stated whether it is inflation-linked or has a floating rate',
  parts: 'dealers, direct and indirect bidders are not the competitive awards',
} as const

/** The fields asked for, of a line that may have all 114. */
const pick = (line: Line) => Object.fromEntries(fields.map((field) => [field, line[field] ?? null]))

/** One auction, or the rule its line breaks. */
function auctionOf(line: Line): Auction | keyof typeof refusals {
  const { cusip, security_term: term, auction_date: day, issue_date: issued } = line
  const accepted = dollarsOf(line['total_accepted'])
  const cover = parseDecimal(line['bid_to_cover_ratio'] ?? '')
  if (!/^[0-9A-Z]{9}$/.test(cusip ?? '') || !term || accepted === null || cover === null || cover < 1) return 'row'
  if (dayNumber(day ?? '') === null || dayNumber(issued ?? '') === null) return 'row'
  const kind = auctionKindOf(cusip!, {
    type: line['security_type'],
    inflation: line['inflation_index_security'],
    floating: line['floating_rate'],
    cashManagement: line['cash_management_bill_cmb'],
  })
  if (kind === null) return 'flags'
  const isBill = kind === 'bill' || kind === 'cash management'
  const competitive = dollarsOf(line['comp_accepted'])
  const [dealers, direct, indirect] = [
    dollarsOf(line['primary_dealer_accepted']),
    dollarsOf(line['direct_bidder_accepted']),
    dollarsOf(line['indirect_bidder_accepted']),
  ]
  const parts = (dealers ?? 0) + (direct ?? 0) + (indirect ?? 0)
  if (parts > accepted || (competitive !== null && parts > 0 && parts !== competitive)) return 'parts'
  const reopening = parseYesNo(line['reopening'])
  const rate = (field: string) => (line[field] == null ? null : parseDecimal(line[field]))
  return {
    cusip: cusip!,
    auction_day: day!,
    issue_day: issued!,
    kind,
    term,
    maturity: kind === 'nominal' ? auctionedMaturity(term, reopening) : null,
    reopening,
    offered: dollarsOf(line['offering_amt']),
    accepted,
    competitive,
    dealers,
    direct,
    indirect,
    bid_to_cover: cover,
    high: isBill ? rate('high_discnt_rate') : rate('high_yield'),
    median: isBill ? rate('avg_med_discnt_rate') : rate('avg_med_yield'),
    due_at: resultsDue(day!, kind),
  }
}

/** The figures of an auction that are followed over time: none of one that was not sold as a nominal maturity. */
function figuresOf({ maturity, bid_to_cover: cover, dealers, direct, indirect }: Auction): [string, string][] {
  if (!couponMaturities.includes(maturity as CouponMaturity)) return []
  const all = [['bid-to-cover', String(cover)]] as [string, string][]
  if (dealers === null || direct === null || indirect === null) return all
  // parts of what was sold to bidders who named a yield: of all awards they would not add to 100
  const share = (part: number) => ((100 * part) / (dealers + direct + indirect)).toFixed(4)
  return [...all, ['dealers', share(dealers)], ['indirect', share(indirect)]]
}
