import { dayNumber, dayOf } from '../../time/day.ts'
import { bodyError, textOf } from './body.ts'
import { type XmlRecord, xmlRecords } from './xml-records.ts'

/** Where the tentative schedules of a refunding stand: the newest under its own name, that of each quarter under `Q12026` as well. */
export const refundingFolder = 'https://home.treasury.gov/system/files/221/'
/** A schedule comes each quarter, some weeks late at most: one that begins longer ago was not replaced. */
const oldDays = 140
/** Days after its end for which a schedule is still the newest: that of buybacks ends as the next refunding begins. */
const endedDays = 21

/**
 * The entries of a tentative schedule of the Treasury that is on the day of its recording. One that says no days of its own, has ended
 * weeks ago, or began more than a quarter and some weeks ago is a `ParseError`: what is published under its name has stopped.
 */
export function standingEntries(
  body: Uint8Array,
  recordedAt: string,
  { root, entry, feed }: { readonly root: string; readonly entry: string; readonly feed: string },
): readonly XmlRecord[] {
  const { own, records } = xmlRecords(textOf(body, feed), feed, { root, record: entry, otherRoot: 'BODY_NOT_CALENDAR' })
  const [start, end] = ['StartDate', 'EndDate'].map((name) => dayNumber(own.get(name) ?? ''))
  if (start == null || end == null || end < start)
    throw bodyError(feed, 'HEADER', 'the schedule does not say from which day to which it holds')
  const today = dayOf(Date.parse(recordedAt))
  if (end + endedDays < today || today - start > oldDays)
    throw bodyError(
      feed,
      'SNAPSHOT_OLD',
      `the newest schedule is that of ${own.get('StartDate')} to ${own.get('EndDate')}; none of the quarter after has taken its place`,
    )
  return records
}

/** The fields of an entry as text, for what is refused. */
export const entryText = (entry: XmlRecord): string => JSON.stringify(Object.fromEntries(entry))
