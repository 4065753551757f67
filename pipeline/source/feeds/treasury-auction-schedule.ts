import type { AuctionKind } from '../../../data/auctions.ts'
import { dayNumber, dayOf } from '../../time/day.ts'
import type { plannedAuction } from '../../warehouse/tables/auction.ts'
import type { RowOf } from '../../warehouse/tables/table.ts'
import { bodyError } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { entryText, refundingFolder, standingEntries } from './treasury-calendar.ts'
import { maturitySold, resultsDue } from './treasury-security.ts'
import type { XmlRecord } from './xml-records.ts'

const id = 'treasury-auction-schedule'
const address = `${refundingFolder}Tentative-Auction-Schedule.xml`
/** The schedule of one quarter: the same file, kept. */
const ofQuarter = /^\/system\/files\/221\/TentativeAuctionScheduleQ[1-4]20\d\d\.xml$/

type Planned = RowOf<typeof plannedAuction>

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
    maturity: kind === 'nominal' ? maturitySold(term, reopening) : null,
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
export const treasuryAuctionSchedule = defineFeed({
  id,
  upstream: 'treasury',
  title: 'Tentative auction schedule of the Treasury',
  needs: null,
  match: (url) => url.href === address || (url.origin === new URL(address).origin && ofQuarter.test(url.pathname)),
  plan: () => [{ feed: id, upstream: 'treasury', url: address }],
  parse: (body, recording) => {
    const entries = standingEntries(body, recording.at, { root: 'AuctionCalendar', entry: 'AuctionCalendarDate', feed: id })
    const today = dayOf(Date.parse(recording.at))
    const rejected: Rejected[] = []
    const planned = new Map<string, Planned>()
    for (const entry of entries) {
      const isHoliday = entry.has('HolidayName') && dayNumber(entry.get('HolidayDate') ?? '') !== null
      if (isHoliday && !entry.has('AuctionDate')) continue
      const row = isHoliday ? null : plannedOf(entry)
      if (row === null) {
        const reason = 'no kind of security, term or days in their order, and no holiday'
        rejected.push(rejection(null, 'row', reason, entryText(entry)))
        continue
      }
      if (dayNumber(row.auction_day)! < today) continue
      const name = `${row.kind} ${row.term} ${row.auction_day}`
      if (planned.has(name)) rejected.push(rejection(null, 'duplicate', 'the same security twice on one day', entryText(entry)))
      else planned.set(name, row)
    }
    if (planned.size === 0)
      throw bodyError(id, 'PAGE_EMPTY', 'no auction from the day of the recording on, although some were due')
    return { rows: { planned_auction: [...planned.values()] }, rejected, next: [] }
  },
})
