import type { AuctionKind } from '../../data/auctions.ts'
import type { plannedAuctionTable } from '../tables/auction.ts'
import type { RowOf } from '../tables/table.ts'
import { dayNumber } from '../time/day.ts'
import { feedOf } from './sightings.ts'
import { refundingSchedule } from './treasury-calendar.ts'
import { auctionedMaturity, resultsDue } from './treasury-security.ts'
import type { XmlRecord } from './xml-records.ts'

type Planned = RowOf<typeof plannedAuctionTable>

const flags: Readonly<Record<string, boolean>> = { Y: true, N: false }

/** What is sold; null where the type is another, or a note or bond does not say what it is. Bills may lack the flags. */
function kindOf(entry: XmlRecord): AuctionKind | null {
  const type = entry.get('SecurityType')
  const [isLinked, isFloating] = ['TIPS', 'FloatingRate'].map((name) => flags[entry.get(name) ?? ''])
  if (type === 'BILL') return isLinked || isFloating ? null : 'bill'
  if ((type !== 'NOTE' && type !== 'BOND') || isLinked === undefined || isFloating === undefined || (isLinked && isFloating))
    return null
  return isLinked ? 'inflation-linked' : isFloating ? 'floating' : 'nominal'
}

/** An auction of the schedule, or null where it lacks a kind, a term, or days in their order. */
function plannedOf(entry: XmlRecord): Planned | null {
  const kind = kindOf(entry)
  const term = entry.get('SecurityTermWeekYear') ?? ''
  const days = ['AnnouncementDate', 'AuctionDate', 'SettlementDate'].map((name) => entry.get(name) ?? '')
  const [announced, sold, settled] = days.map(dayNumber)
  if (kind === null || !/^\d{1,2}-(Week|Year)( \d{1,2}-Month)?$/.test(term)) return null
  if (announced == null || sold == null || settled == null || announced > sold || sold > settled) return null
  const reopening = flags[entry.get('ReOpeningIndicator') ?? ''] ?? null
  return {
    source: 'tentative',
    kind,
    term,
    maturity: kind === 'nominal' ? auctionedMaturity(term, reopening) : null,
    reopening,
    cusip: '',
    offered: null,
    announcement_day: days[0]!,
    auction_day: days[1]!,
    issue_day: days[2]!,
    due_at: resultsDue(days[1]!, kind),
  }
}

/**
 * Tentative auction schedule of the Treasury (home.treasury.gov, quarterly refunding): half a year from the refunding on, renewed each quarter and
 * now and then between. Entries are `AuctionCalendarDate`; holidays are among them, by `HolidayName`. A reopening has the term of its new
 * issue (`10-Year`, where the list of upcoming auctions says `9-Year 10-Month`); bills do not say whether they are one. Amounts are not in it.
 */
export const treasuryAuctionSchedule = feedOf(
  ...refundingSchedule({
    id: 'treasury-auction-schedule',
    title: 'Tentative auction schedule of the Treasury',
    file: 'Tentative-Auction-Schedule',
    ofQuarter: 'TentativeAuctionSchedule',
    root: 'AuctionCalendar',
    entry: 'AuctionCalendarDate',
    table: 'planned_auction',
    read: (entry) => {
      const isHoliday = entry.has('HolidayName') && dayNumber(entry.get('HolidayDate') ?? '') !== null
      const row = isHoliday ? null : plannedOf(entry)
      if (isHoliday && !entry.has('AuctionDate')) return null
      return row ?? 'no kind of security, term or days in their order, and no holiday'
    },
    day: (row) => row.auction_day,
    nameOf: (row) => `${row.kind} ${row.term} ${row.auction_day}`,
    twice: 'the same security twice on one day',
    emptyMessage: 'no auction from the day of the recording on',
  }),
)
