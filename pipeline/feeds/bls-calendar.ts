import { dayMs, dayNumber, dayOf } from '../time/day.ts'
import { bodyError, bodyText } from './body.ts'
import { calendarDay, newYork, releaseOn, type ScheduledRelease } from './scheduled-release.ts'
import { emptyBodyError, feedOf } from './sightings.ts'

const id = 'bls-calendar'
const address = 'https://www.bls.gov/schedule/news_release/bls.ics'
/** The calendar keeps past years: entries are kept that lie at most so many days back. */
const keptDays = 400
/** Names of the zone of New York; the calendar's own is not a name of the time zone database. */
const zones = ['US-Eastern', newYork]
const statuses = { TENTATIVE: 'tentative', CONFIRMED: 'confirmed', CANCELLED: 'cancelled' } as const

const reasons = { row: 'no day, name or UID', zone: 'its clock time is not said to be that of New York' } as const

/** One event, or the rule it breaks. */
function releaseOf(event: CalendarEvent): ScheduledRelease | keyof typeof reasons {
  const [start, name, uid] = [event.get('DTSTART'), event.get('SUMMARY'), event.get('UID')]
  const [, year, month, date, hours, minutes, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/.exec(start?.value ?? '') ?? []
  const release = plainText(name?.value ?? '').replace(/\s+/g, ' ')
  const day = year === undefined ? null : calendarDay(Number(year), Number(month), Number(date))
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
export const blsCalendar = feedOf(
  {
    id,
    upstream: 'bls',
    title: 'Release calendar of the Bureau of Labor Statistics',
    needs: 'BLS_CONTACT',
    match: (url) => url.href === address,
    plan: () => [address],
  },
  (body, { seenAt, reached, reject }) => {
    const releases: { readonly day: number; readonly row: ScheduledRelease }[] = []
    for (const event of eventsOf(bodyText(body, id), id)) {
      const release = releaseOf(event)
      if (typeof release === 'string')
        reject(null, release, reasons[release], [...event].map(([name, { value }]) => `${name}:${value}`).join('\n'))
      else releases.push({ day: dayNumber(release.day!)!, row: release })
    }
    const last = Math.max(...releases.map(({ day }) => day))
    if (releases.length === 0 || reached((last + keptDays + 1) * dayMs))
      throw emptyBodyError(id, `no release of the last ${keptDays} days or later`)
    const from = dayOf(seenAt) - keptDays
    return { rows: { scheduled_release: releases.filter(({ day }) => day >= from).map(({ row }) => row) } }
  },
)

/** A property of iCalendar: parameters by their names in capitals, the value as it stands. */
interface Property {
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

/** An event, by names of properties in capitals; of one that appears twice the first. */
type CalendarEvent = ReadonlyMap<string, Property>

/** `NAME;PARAM=value;PARAM="a:b":rest` */
const line = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/s

/** `\,` `\;` `\\` and `\n` of a text value. */
const plainText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (escaped === 'n' || escaped === 'N' ? '\n' : escaped)).trim()

/**
 * Events of an iCalendar body (RFC 5545). A line that begins with a space or a tab continues the previous one; empty lines, which the format
 * does not have, are passed over. A calendar that does not end, or an event inside another, is a `ParseError`.
 */
function eventsOf(text: string, feed: string): CalendarEvent[] {
  const lines = text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((each) => each.trim() !== '')
  if (lines[0]?.trim() !== 'BEGIN:VCALENDAR') throw bodyError(feed, 'HEADER', 'the body is not a calendar')
  if (lines.at(-1)?.trim() !== 'END:VCALENDAR') throw bodyError(feed, 'BODY_CUT', 'the calendar does not end')
  const events: CalendarEvent[] = []
  let event: Map<string, Property> | null = null
  for (const each of lines) {
    const [, name = '', given = '', value = ''] = line.exec(each) ?? []
    const property = name.toUpperCase()
    if (property === 'BEGIN' && value === 'VEVENT') {
      if (event !== null) throw bodyError(feed, 'NESTED', 'an event stands inside another')
      event = new Map()
    } else if (property === 'END' && value === 'VEVENT' && event !== null) {
      events.push(event)
      event = null
    } else if (event !== null && property !== '' && !event.has(property)) {
      const parameters = [...given.matchAll(/;([^=]+)=(?:"([^"]*)"|([^";:]*))/g)]
      event.set(property, {
        parameters: new Map(parameters.map(([, key, quoted, plain]) => [key!.toUpperCase(), quoted ?? plain ?? ''])),
        value,
      })
    }
  }
  return events
}
