import { dayOf, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { isBusinessDay } from '../../pipeline/calendar/holiday.ts'
import { type Sale, salesBetween } from '../world/auctions.ts'
import { text, type WireFormat } from './answer.ts'

const wednesday = 3
/** Days a schedule of auctions reaches. */
const reach = 178

const elements = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('\n')

const yes = (value: boolean): string => (value ? 'Y' : 'N')

/** The refunding a day follows: the first Wednesday of February, May, August or November. */
function refundingOf(day: number): number {
  for (let at = day; ; at--) {
    const [, month, date] = isoDay(at).split('-').map(Number) as [number, number, number]
    if (weekday(at) === wednesday && date <= 7 && month % 3 === 2) return at
  }
}

const monthAndYear = (day: number): string =>
  new Date(`${isoDay(day)}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const auctionEntry = ({ kind, type, term, originalTerm, reopening, announced, day, issued }: Sale): string =>
  elements({
    SecurityTermWeekYear: type === 'Bill' ? term : originalTerm,
    SecurityType: type.toUpperCase(),
    ...(type === 'Bill' ? {} : { ReOpeningIndicator: yes(reopening) }),
    TIPS: yes(kind === 'inflation-linked'),
    FloatingRate: yes(kind === 'floating'),
    AnnouncementDate: isoDay(announced),
    AuctionDate: isoDay(day),
    SettlementDate: isoDay(issued),
  })

/** The tentative schedule of auctions from the last refunding on, holidays among them in the same element. */
export const treasuryAuctionSchedule: WireFormat = {
  host: 'home.treasury.gov',
  path: /^\/system\/files\/221\/Tentative-Auction-Schedule\.xml$/,
  parameters: [],
  answer({ now }) {
    const start = refundingOf(dayOf(now))
    const days = Array.from({ length: reach }, (_, at) => start + at)
    const holidays = days
      .filter((day) => weekday(day) < 6 && !isBusinessDay(day, 'us-federal'))
      .map((day) => elements({ HolidayName: 'Federal holiday', HolidayDate: isoDay(day) }))
    const entries = [...salesBetween(start, start + reach).map(auctionEntry), ...holidays]
    const own = elements({
      AuctionCalendarName: `${monthAndYear(start)} Refunding Auction Calendar Official`,
      StartDate: isoDay(start),
      EndDate: isoDay(start + reach),
    })
    const listed = entries.map((entry) => `<AuctionCalendarDate>\n${entry}\n</AuctionCalendarDate>`).join('\n')
    return text(
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8" ?>\n<AuctionCalendar xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${own}\n${listed}\n</AuctionCalendar>\n`,
    )
  },
}

/** What is bought back in turn: name, securities, years to maturity from and to, limit in billions of dollars. */
const buckets: readonly (readonly [name: string, securities: string, from: number, to: number, limit: number])[] = [
  ['Nominal Coupons 20Y to 30Y', 'NOMINAL COUPONS', 20, 30, 2],
  ['Nominal Coupons 1Mo to 2Y', 'NOMINAL COUPONS', 0.1, 2, 4],
  ['TIPS 10Y to 30Y', 'TIPS', 10, 30, 0.5],
  ['Nominal Coupons 10Y to 20Y', 'NOMINAL COUPONS', 10, 20, 2],
  ['Nominal Coupons 3Y to 5Y', 'NOMINAL COUPONS', 3, 5, 4],
]
/** Days of a schedule of buybacks: to the refunding after it. */
const quarter = 98

/** The tentative schedule of buybacks from the last refunding on, an operation each Wednesday. */
export const treasuryBuybackSchedule: WireFormat = {
  host: 'home.treasury.gov',
  path: /^\/system\/files\/221\/Tentative-Buyback-Schedule\.xml$/,
  parameters: [],
  answer({ now }) {
    const start = refundingOf(dayOf(now))
    const entries = Array.from({ length: quarter / 7 }, (_, week) => {
      const day = start + 7 * (week + 1)
      const [name, securities, from, to, limit] = buckets[Math.floor(day / 7) % buckets.length]!
      return elements({
        PurchaseBucketName: name,
        SecurityType: securities,
        OperationType: 'Liquidity Support',
        MinimumPurchaseAmountDollars: '0',
        MaximumPurchaseAmountDollars: String(limit * 1e9),
        MaturityDateRangeStart: isoDay(day + 1 + Math.round(365.25 * from)),
        MaturityDateRangeEnd: isoDay(day + Math.round(365.25 * to)),
        AnnouncementDate: isoDay(day - 1),
        OperationDate: isoDay(day),
        SettlementDate: isoDay(day + 1),
        OperationStartTimeEasternUS: '13:40',
        OperationEndTimeEasternUS: '14:00',
      })
    })
    const own = elements({
      BuybackCalendarName: `${monthAndYear(start)} Refunding Tentative Buyback Calendar V1`,
      StartDate: isoDay(start + 7),
      EndDate: isoDay(start + quarter),
    })
    const listed = entries.map((entry) => `<BuybackCalendarDate>\n${entry}\n</BuybackCalendarDate>`).join('\n')
    return text(
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8" ?>\n<BuyBackCalendar>\n${own}\n${listed}\n</BuyBackCalendar>\n`,
    )
  },
}
