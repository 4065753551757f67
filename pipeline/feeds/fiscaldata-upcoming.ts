import type { AuctionKind } from '../../data/auctions.ts'
import type { plannedAuctionTable } from '../tables/auction.ts'
import type { RowOf } from '../tables/table.ts'
import { dayMs, dayNumber, dayOf } from '../time/day.ts'
import { bodyError } from './body.ts'
import { dollarsOf, fiscaldataAnswer, fiscaldataLine, parseYesNo } from './fiscaldata-answer.ts'
import { jsonFeed } from './json-feed.ts'
import { emptyBodyError } from './sightings.ts'
import { auctionedMaturity, resultsDue } from './treasury-security.ts'

const id = 'fiscaldata-upcoming-auctions'
const fields = [
  'record_date',
  'security_type',
  'security_term',
  'reopening',
  'cusip',
  'offering_amt',
  'announcemt_date',
  'auction_date',
  'issue_date',
]
/** Days of snapshots asked for: the newest one is the Friday before a long weekend at the earliest. */
const askedDays = 10
/** A newest snapshot this many days old does not show what is upcoming: the answer was not sorted, or its source has stopped. */
const oldDays = 14

const kinds: Readonly<Record<string, AuctionKind>> = {
  Bill: 'bill',
  CMB: 'cash management',
  Note: 'nominal',
  Bond: 'nominal',
  'TIPS Note': 'inflation-linked',
  'TIPS Bond': 'inflation-linked',
  'FRN Note': 'floating',
}

/**
 * Announced and upcoming auctions (fiscaldata.treasury.gov, `upcoming_auctions`). The dataset keeps the list of every day; only the newest one
 * in an answer counts. The amount is missing until it is announced.
 */
export const fiscaldataUpcoming = jsonFeed({
  id,
  title: 'Upcoming Treasury auctions',
  ...fiscaldataAnswer({
    dataset: 'v1/accounting/od/upcoming_auctions',
    fields,
    from: ({ now }) => dayOf(now) - askedDays,
    newest: true,
  }),
  read: (rows, sightings) => {
    const lines = rows.map(fiscaldataLine)
    const newest = lines.reduce((last, line) => ((line['record_date'] ?? '') > last ? line['record_date']! : last), '')
    const listed = dayNumber(newest)
    if (listed === null) throw emptyBodyError(id, 'no list of upcoming auctions')
    if (sightings.reached((listed + oldDays + 1) * dayMs)) {
      const reason = `the newest list is that of ${newest}; the answer is not sorted by day, newest first, or the dataset has stopped`
      throw bodyError(id, 'SNAPSHOT_OLD', reason)
    }
    const planned: RowOf<typeof plannedAuctionTable>[] = []
    for (const line of lines.filter((each) => each['record_date'] === newest)) {
      const { security_type: type, security_term: term, auction_date: day, announcemt_date: announced, issue_date: issued } = line
      const kind = kinds[type ?? '']
      const days = [day, announced, issued].every((each, at) => (at > 0 && each == null) || dayNumber(each ?? '') !== null)
      if (kind === undefined || !term || !days) {
        sightings.reject(null, 'row', 'no kind of security, term or day that is known', line)
        continue
      }
      const reopening = parseYesNo(line['reopening'])
      planned.push({
        source: 'announced',
        kind,
        term,
        maturity: kind === 'nominal' ? auctionedMaturity(term, reopening) : null,
        reopening,
        cusip: line['cusip'] ?? '',
        offered: dollarsOf(line['offering_amt']),
        announcement_day: announced ?? null,
        auction_day: day!,
        issue_day: issued ?? null,
        due_at: resultsDue(day!, kind),
      })
    }
    return { rows: { planned_auction: planned } }
  },
})
