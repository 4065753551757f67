import type { Rows } from '../tables/index.ts'
import { dayMs, dayNumber } from '../time/day.ts'
import { bodyError, bodyText } from './body.ts'
import type { PastMoments } from './moments.ts'
import { emptyBodyError, type feedOf } from './sightings.ts'
import { type XmlRecord, xmlRecords } from './xml-records.ts'

/** Where the tentative schedules of a refunding stand: the newest under its own name, that of each quarter under `Q12026` as well. */
const folder = 'https://home.treasury.gov/system/files/221/'
/** A schedule comes each quarter, some weeks late at most: one that begins longer ago was not replaced. */
const oldDays = 140
/** Days after its end for which a schedule is still the newest: that of buybacks ends as the next refunding begins. */
const endedDays = 21

/** A tentative schedule of the Treasury, in XML. */
interface Schedule<Row extends object> {
  readonly id: string
  readonly title: string
  /** The name of its file, and how that of one quarter begins: the same file, kept. */
  readonly file: string
  readonly ofQuarter: string
  readonly root: string
  readonly entry: string
  readonly table: keyof Rows
  /** The row of an entry, what is wrong with it, or null for one that plans nothing. */
  readonly read: (entry: XmlRecord) => Row | string | null
  readonly day: (row: Row) => string
  /** What names a row of a schedule: it may not be in it twice. */
  readonly nameOf: (row: Row) => string
  readonly twice: string
  /** What is due in it; in one that `mayBeOver` only an entry is. */
  readonly emptyMessage: string
  readonly mayBeOver?: true
}

/**
 * The feed of a schedule: its rows from the day of the recording on. One that does not say its days, has ended weeks ago, or began more than
 * a quarter and some weeks ago is a `ParseError`: what is published under its name has stopped.
 */
export function refundingSchedule<Row extends object>(schedule: Schedule<Row>): Parameters<typeof feedOf> {
  const { id, title, root, entry: record, table, twice } = schedule
  const address = `${folder}${schedule.file}.xml`
  const kept = new RegExp(`^${folder}${schedule.ofQuarter}Q[1-4]20\\d\\d\\.xml$`)
  return [
    {
      ...{ id, upstream: 'treasury', title },
      match: ({ href, origin, pathname }) => href === address || kept.test(origin + pathname),
      plan: () => [address],
    },
    (body, { reached, reject }) => {
      const { own, records } = xmlRecords(bodyText(body, id), id, { root, record, otherRoot: 'BODY_NOT_CALENDAR' })
      refuseOld(own, reached, id)
      const rows = new Map<string, Row>()
      for (const entry of records) {
        const row = schedule.read(entry)
        const text = JSON.stringify(Object.fromEntries(entry))
        if (typeof row === 'string') reject(null, 'row', row, text)
        else if (row !== null && !reached((dayNumber(schedule.day(row))! + 1) * dayMs)) {
          if (rows.has(schedule.nameOf(row))) reject(null, 'duplicate', twice, text)
          else rows.set(schedule.nameOf(row), row)
        }
      }
      if ((schedule.mayBeOver ? records : [...rows]).length === 0) throw emptyBodyError(id, schedule.emptyMessage)
      return { rows: { [table]: [...rows.values()] } }
    },
  ]
}

function refuseOld(own: XmlRecord, reached: PastMoments['reached'], feed: string): void {
  const [start, end] = ['StartDate', 'EndDate'].map((name) => dayNumber(own.get(name) ?? ''))
  if (start == null || end == null || end < start)
    throw bodyError(feed, 'HEADER', 'the schedule does not say from which day to which it holds')
  const stretch = `${own.get('StartDate')} to ${own.get('EndDate')}`
  const reason = `the newest schedule is that of ${stretch}; none of the quarter after has taken its place`
  if (reached((end + endedDays + 1) * dayMs) || reached((start + oldDays + 1) * dayMs))
    throw bodyError(feed, 'SNAPSHOT_OLD', reason)
}
