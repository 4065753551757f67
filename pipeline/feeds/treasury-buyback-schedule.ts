import type { plannedBuybackTable } from '../tables/buyback.ts'
import type { RowOf } from '../tables/table.ts'
import { dayNumber, isoTime } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { dollarsOf } from './fiscaldata-answer.ts'
import { feedOf } from './sightings.ts'
import { refundingSchedule } from './treasury-calendar.ts'
import type { XmlRecord } from './xml-records.ts'

type Planned = RowOf<typeof plannedBuybackTable>

const clockOf = (text: string | undefined): string | null => /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(text ?? '')?.[1] ?? null

/** An operation, or null where a name, an amount, a time or the order of its days is missing: a limit left blank is not a limit of zero. */
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
export const treasuryBuybackSchedule = feedOf(
  ...refundingSchedule({
    id: 'treasury-buyback-schedule',
    title: 'Tentative buyback schedule of the Treasury',
    file: 'Tentative-Buyback-Schedule',
    ofQuarter: 'Tentative-Buyback-Schedule',
    root: 'BuyBackCalendar',
    entry: 'BuybackCalendarDate',
    table: 'planned_buyback',
    read: (entry) => plannedOf(entry) ?? 'no name, amount or clock time, or days that are out of order',
    day: (row) => row.operation_day,
    nameOf: (row) => `${row.operation_day} ${row.starts} ${row.bucket}`,
    twice: 'the same operation twice',
    emptyMessage: 'no operation',
    mayBeOver: true,
  }),
)
