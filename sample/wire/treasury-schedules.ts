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
