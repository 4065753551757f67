import { dayNumber, dayOf, isoTime } from '../../time/day.ts'
import { zonedToUtc } from '../../time/zone.ts'
import type { plannedBuyback } from '../../warehouse/tables/buyback.ts'
import type { RowOf } from '../../warehouse/tables/table.ts'
import { bodyError } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { dollarsOf } from './fiscaldata-answer.ts'
import { entryText, refundingFolder, standingEntries } from './treasury-calendar.ts'
import type { XmlRecord } from './xml-records.ts'

const id = 'treasury-buyback-schedule'
const address = `${refundingFolder}Tentative-Buyback-Schedule.xml`
/** The schedule of one quarter: the same file, kept. */
const ofQuarter = /^\/system\/files\/221\/Tentative-Buyback-ScheduleQ[1-4]20\d\d\.xml$/

type Planned = RowOf<typeof plannedBuyback>

const clockOf = (text: string | undefined): string | null => /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(text ?? '')?.[1] ?? null

/** An operation, or null where a name, an amount, a time or the order of its days is missing: a limit left blank is none of zero. */
function plannedOf(entry: XmlRecord): Planned | null {
  const [type, securities, bucket] = ['OperationType', 'SecurityType', 'PurchaseBucketName'].map((name) => entry.get(name))
  const maximum = dollarsOf(entry.get('MaximumPurchaseAmountDollars'))
  const minimum = dollarsOf(entry.get('MinimumPurchaseAmountDollars'))
  const [starts, ends] = ['Start', 'End'].map((which) => clockOf(entry.get(`Operation${which}TimeEasternUS`)))
  const days = ['AnnouncementDate', 'OperationDate', 'SettlementDate', 'MaturityDateRangeStart', 'MaturityDateRangeEnd'].map(
    (name) => entry.get(name) ?? '',
  ) as [string, string, string, string, string]
  const isInOrder = days.every((day, at) => dayNumber(day) !== null && (at === 0 || days[at - 1]! <= day))
  if (!type || !securities || !bucket || !isInOrder || !starts || !ends || starts >= ends) return null
  if (maximum === null || maximum === 0 || (minimum ?? 0) > maximum) return null
  const [announcement_day, operation_day, settlement_day, maturity_from, maturity_to] = days
  return {
    ...{ source: 'tentative', operation_type: type, securities, bucket, maturity_from, maturity_to, minimum, maximum },
    ...{ announcement_day, operation_day, settlement_day, starts, ends },
    due_at: isoTime(zonedToUtc(operation_day, ends, 'America/New_York')),
  }
}

/**
 * Tentative buyback schedule of the Treasury (home.treasury.gov, quarterly refunding): the operations of a quarter, amounts in dollars at par,
 * clock times of New York. Amounts that the Treasury raises by a press release do not always reach the file. It ends with its last operation,
 * which may be over before the next one is published: such a file has no rows.
 */
export const treasuryBuybackSchedule = defineFeed({
  id,
  upstream: 'treasury',
  title: 'Tentative buyback schedule of the Treasury',
  needs: null,
  match: (url) => url.href === address || (url.origin === new URL(address).origin && ofQuarter.test(url.pathname)),
  plan: () => [{ feed: id, upstream: 'treasury', url: address }],
  parse: (body, recording) => {
    const entries = standingEntries(body, recording.at, { root: 'BuyBackCalendar', entry: 'BuybackCalendarDate', feed: id })
    if (entries.length === 0) throw bodyError(id, 'PAGE_EMPTY', 'no operation, although some were due')
    const today = dayOf(Date.parse(recording.at))
    const rejected: Rejected[] = []
    const planned = new Map<string, Planned>()
    for (const entry of entries) {
      const row = plannedOf(entry)
      if (row === null) {
        const reason = 'no name, amount or clock time, or days that are out of order'
        rejected.push(rejection(null, 'row', reason, entryText(entry)))
        continue
      }
      if (dayNumber(row.operation_day)! < today) continue
      const name = `${row.operation_day} ${row.starts} ${row.bucket}`
      if (planned.has(name)) rejected.push(rejection(null, 'duplicate', 'the same operation twice', entryText(entry)))
      else planned.set(name, row)
    }
    return { rows: { planned_buyback: [...planned.values()] }, rejected, next: [] }
  },
})
