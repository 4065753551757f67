import { dayMs, dayOf } from '../../time/day.ts'
import { bodyError, textOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { type CalendarEvent, eventsOf, plainText } from './icalendar.ts'
import { dayIn, newYork, releaseOn, type ScheduledRelease } from './scheduled-release.ts'

const id = 'bls-calendar'
const address = 'https://www.bls.gov/schedule/news_release/bls.ics'
/** The calendar keeps past years: entries are kept that lie at most so many days back. */
const keptDays = 400
/** Names of the zone of New York; the calendar's own is not a name of the time zone database. */
const zones = ['US-Eastern', newYork]
const statuses = { TENTATIVE: 'tentative', CONFIRMED: 'confirmed', CANCELLED: 'cancelled' } as const

/** One event, or the rule it breaks. */
function releaseOf(event: CalendarEvent): ScheduledRelease | 'row' | 'zone' {
  const [start, name, uid] = [event.get('DTSTART'), event.get('SUMMARY'), event.get('UID')]
  const [, year, month, date, hours, minutes, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/.exec(start?.value ?? '') ?? []
  const release = plainText(name?.value ?? '').replace(/\s+/g, ' ')
  const day = year === undefined ? null : dayIn(Number(year), Number(month), Number(date))
  if (day === null || release === '' || !uid?.value || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return 'row'
  const zone = start!.parameters.get('TZID')
  // a clock time without a zone is whose? one of another zone is not New York's
  if (hours !== undefined && (utc === 'Z' || zone === undefined || !zones.includes(zone))) return 'zone'
  const status = statuses[(event.get('STATUS')?.value ?? 'CONFIRMED') as keyof typeof statuses] ?? 'confirmed'
  return releaseOn(day, hours === undefined ? null : `${hours}:${minutes}`, {
    source: 'bls',
    release,
    occurrence: uid.value,
    about: null,
    status,
  })
}

/**
 * Release calendar of the Bureau of Labor Statistics (bls.gov/schedule, iCalendar): an event a release, with the clock time of New York under
 * the name `US-Eastern`. An event keeps its UID when it moves.
 */
export const blsCalendar = defineFeed({
  id,
  upstream: 'bls',
  title: 'Release calendar of the Bureau of Labor Statistics',
  needs: 'BLS_CONTACT',
  match: (url) => url.href === address,
  plan: () => [{ feed: id, upstream: 'bls', url: address }],
  parse: (body, recording) => {
    const from = dayOf(Date.parse(recording.at)) - keptDays
    const rejected: Rejected[] = []
    const releases: ScheduledRelease[] = []
    for (const event of eventsOf(textOf(body, id), id)) {
      const release = releaseOf(event)
      if (typeof release !== 'string') releases.push(release)
      else {
        const text = [...event].map(([name, { value }]) => `${name}:${value}`).join('\n')
        const reason = release === 'zone' ? 'its clock time is not said to be that of New York' : 'no day, name or UID'
        rejected.push(rejection(null, release, reason, text))
      }
    }
    const kept = releases.filter(({ day }) => Date.parse(day!) >= from * dayMs)
    if (kept.length === 0)
      throw bodyError(id, 'PAGE_EMPTY', `no release of the last ${keptDays} days or later, although some were due`)
    return { rows: { scheduled_release: kept }, rejected, next: [] }
  },
})
