import { dayNumber, dayOf, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { localToUtc } from '../../pipeline/calendar/zone.ts'
import { resultOf, type Sale, salesBetween } from '../world/auctions.ts'
import { epoch } from '../world/path.ts'
import type { WireFormat } from './answer.ts'
import { type Fields, firstDayAsked, pageOf } from './fiscaldata-page.ts'

/** Five years of auctions: a body of a few hundred rows. */
const historyDays = 1_826
const parameters = ['fields', 'filter', 'sort', 'format', 'page[number]', 'page[size]']
const folder = '\\/services\\/api\\/fiscal_service\\/v1\\/accounting\\/od\\/'
const day = (label: string) => [label, 'DATE', 'YYYY-MM-DD'] as const
const text = (label: string) => [label, 'STRING', 'String'] as const
const money = (label: string) => [label, 'CURRENCY0', '$1,000,000'] as const
const number = (label: string) => [label, 'NUMBER', '10.2'] as const

const resultFields: Fields = {
  cusip: text('CUSIP'),
  security_type: text('Security Type'),
  security_term: text('Security Term'),
  reopening: text('Reopening'),
  auction_date: day('Auction Date'),
  issue_date: day('Issue Date'),
  offering_amt: money('Offering Amount'),
  total_accepted: money('Total Accepted'),
  comp_accepted: money('Competitive Accepted'),
  primary_dealer_accepted: money('Primary Dealer Accepted'),
  direct_bidder_accepted: money('Direct Bidder Accepted'),
  indirect_bidder_accepted: money('Indirect Bidder Accepted'),
  bid_to_cover_ratio: number('Bid to Cover Ratio'),
  high_yield: number('High Yield'),
  avg_med_yield: number('Average/Median Yield'),
  high_discnt_rate: number('High Discount Rate'),
  avg_med_discnt_rate: number('Average/Median Discount Rate'),
  high_discnt_margin: number('High Discount Margin'),
  inflation_index_security: text('Inflation Index Security'),
  floating_rate: text('Floating Rate'),
  cash_management_bill_cmb: text('Cash Management Bill (CMB)'),
}

const yes = (is: boolean): string => (is ? 'Yes' : 'No')
const decimals = (value: number | null): string => (value === null ? 'null' : value.toFixed(6))

/** A row of `auctions_query`; an auction to come has its days and amount and no results. */
function rowOf(sale: Sale, now: number): Record<string, string> {
  const isHeld = localToUtc(sale.day, sale.type === 'Bill' ? '11:32' : '13:02', 'America/New_York') <= now
  const result = isHeld ? resultOf(sale) : null
  const dollars = (value: number | undefined) => (value === undefined ? 'null' : String(value))
  const isBill = sale.kind === 'bill'
  const isFloating = sale.kind === 'floating'
  return {
    cusip: sale.cusip,
    security_type: sale.type,
    security_term: sale.term,
    reopening: yes(sale.reopening),
    auction_date: isoDay(sale.day),
    issue_date: isoDay(sale.issued),
    offering_amt: String(sale.offered),
    total_accepted: dollars(result === null ? undefined : result.competitive + result.noncompetitive),
    comp_accepted: dollars(result?.competitive),
    primary_dealer_accepted: dollars(result?.dealers),
    direct_bidder_accepted: dollars(result?.direct),
    indirect_bidder_accepted: dollars(result?.indirect),
    bid_to_cover_ratio: decimals(result?.bidToCover ?? null),
    high_yield: decimals(isBill || isFloating || !result ? null : result.high),
    avg_med_yield: decimals(isBill || isFloating || !result ? null : result.median),
    high_discnt_rate: decimals(isBill && result ? result.high : null),
    avg_med_discnt_rate: decimals(isBill && result ? result.median : null),
    high_discnt_margin: decimals(isFloating && result ? 0.15 : null),
    inflation_index_security: yes(sale.kind === 'inflation-linked'),
    floating_rate: yes(isFloating),
    cash_management_bill_cmb: yes(false),
  }
}

/** Fiscal Data's `auctions_query`: results of auctions, oldest first, with those already announced and not held yet at the end. */
export const fiscaldataAuctions: WireFormat = {
  host: 'api.fiscaldata.treasury.gov',
  path: new RegExp(`^${folder}auctions_query$`),
  parameters,
  answer({ url, query, now }) {
    const from = firstDayAsked(url, query, Object.keys(resultFields), 'auction_date')
    const today = dayOf(now)
    const sales = salesBetween(Math.max(epoch, today - historyDays, dayNumber(from) ?? epoch), today + 6).filter(
      ({ announced }) => announced <= today,
    )
    return pageOf(
      query,
      resultFields,
      sales.map((sale) => rowOf(sale, now)),
    )
  },
}

const upcomingFields: Fields = {
  record_date: day('Record Date'),
  security_type: text('Security Type'),
  security_term: text('Security Term'),
  reopening: text('Reopening'),
  cusip: text('CUSIP'),
  offering_amt: money('Offering Amount'),
  announcemt_date: day('Announcement Date'),
  auction_date: day('Auction Date'),
  issue_date: day('Issue Date'),
}

const upcomingTypes: Readonly<Record<string, string>> = { 'inflation-linked': 'TIPS Note', floating: 'FRN Note' }

/** Fiscal Data's `upcoming_auctions`: the list of every business day, newest first; the amount stands from its announcement on. */
export const fiscaldataUpcoming: WireFormat = {
  host: 'api.fiscaldata.treasury.gov',
  path: new RegExp(`^${folder}upcoming_auctions$`),
  parameters,
  answer({ url, query, now }) {
    const from = dayNumber(firstDayAsked(url, query, Object.keys(upcomingFields), '-record_date'))!
    const days = Array.from({ length: dayOf(now) - from }, (_, back) => dayOf(now) - 1 - back).filter((at) => weekday(at) < 6)
    return pageOf(
      query,
      upcomingFields,
      days.flatMap((listed) =>
        salesBetween(listed + 1, listed + 9).map((sale) => ({
          record_date: isoDay(listed),
          security_type: upcomingTypes[sale.kind] ?? sale.type,
          security_term: sale.term,
          reopening: yes(sale.reopening),
          cusip: sale.announced <= listed ? sale.cusip : 'null',
          offering_amt: sale.announced <= listed ? String(sale.offered) : 'null',
          announcemt_date: isoDay(sale.announced),
          auction_date: isoDay(sale.day),
          issue_date: isoDay(sale.issued),
        })),
      ),
    )
  },
}
