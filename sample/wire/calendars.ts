import { dayMs, dayOf, isoDay } from '../../pipeline/calendar/day.ts'
import { seedOf } from '../world/noise.ts'
import { epoch } from '../world/path.ts'
import { accountReleases, decisionDays, labourReleases, monthName, type Release } from '../world/releases.ts'
import { text, type WireFormat } from './answer.ts'

/** Days of a calendar before and after the day it is asked on. */
const pastDays = 400
const aheadDays = 200

const yearOf = (day: number): number => Number(isoDay(day).slice(0, 4))
const dateOf = (day: number): number => Number(isoDay(day).slice(8))

const hex = (name: string): string => seedOf(name).toString(16).padStart(8, '0')

const event = ({ name, day, clock }: Release): string =>
  [
    'BEGIN:VEVENT',
    'SEQUENCE:1',
    'CLASS:PUBLIC',
    `UID:${hex(name)}-0000-4000-8000-${hex(`${name} ${isoDay(day).slice(0, 7)}`)}0000`,
    `DTSTART;TZID=US-Eastern:${isoDay(day).replaceAll('-', '')}T${clock.replace(':', '')}00`,
    'DURATION:PT0M',
    `SUMMARY:${name.replaceAll(',', '\\,')}`,
    'LOCATION:Washington\\, DC',
    'TRANSP:TRANSPARENT',
    'CATEGORIES:IMPORTANT, BLS',
    'END:VEVENT',
  ].join('\n')

const zone = `BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZNAME:EDT
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZNAME:EST
END:STANDARD
END:VTIMEZONE`

/** The release calendar of the Bureau of Labor Statistics: iCalendar with its own name for the zone, empty lines inside. */
export const blsCalendar: WireFormat = {
  host: 'www.bls.gov',
  path: /^\/schedule\/news_release\/bls\.ics$/,
  parameters: [],
  answer({ now }) {
    const today = dayOf(now)
    const releases = labourReleases(Math.max(epoch, today - pastDays), today + aheadDays)
    const head =
      'BEGIN:VCALENDAR\nPRODID:-//Department of Labor//Bureau of Labor Statistics//EN\nVERSION:2.0\nCALSCALE:GREGORIAN\nMETHOD:PUBLISH'
    return text('text/calendar', `${head}\n${zone}\n\n\n\n${releases.map(event).join('\n')}\n\n\n\n\nEND:VCALENDAR`)
  },
}

const twelveHours = (clock: string): string => {
  const [hours, minutes] = clock.split(':')
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}

const scheduleRow = ({ name, day, clock }: Release): string => `      <tr class="scheduled-releases-type-press">
        <td class="scheduled-date no-wrap"><div class="release-date">${monthName(day)} ${dateOf(day)}</div>
<small class="text-muted">${twelveHours(clock)}</small>        </td>
        <td><div class="icon-letter"><span class="caps">N</span><span class="tail">ews</span></div>        </td>
        <td class="release-title views-field">${name}        </td>
      </tr>`

/** The release schedule of the Bureau of Economic Analysis: what lies ahead, a table a year, the year in its heading. */
export const beaSchedule: WireFormat = {
  host: 'www.bea.gov',
  path: /^\/news\/schedule$/,
  parameters: [],
  answer({ now }) {
    const today = dayOf(now)
    const releases = accountReleases(today, today + aheadDays)
    const tables = [...new Set(releases.map(({ day }) => yearOf(day)))].map((year) => {
      const rows = releases.filter(({ day }) => yearOf(day) === year).map(scheduleRow)
      return `<table class="table" id="release-schedule-table"><thead><tr><th id="view-field-scheduled-release-date-1-table-column">Year ${year}</th><th></th><th>Release</th></tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`
    })
    return text('text/html; charset=UTF-8', `<!DOCTYPE html><html><body>${tables.join('\n')}</body></html>`)
  },
}

function meeting(day: number, today: number): string {
  const from = day - 1
  const isSplit = monthName(from) !== monthName(day)
  const months = isSplit ? `${monthName(from).slice(0, 3)}/${monthName(day).slice(0, 3)}` : monthName(day)
  const minutes = day + 21
  const released =
    minutes <= today
      ? `<br> (Released ${monthName(minutes)} ${String(dateOf(minutes)).padStart(2, '0')}, ${yearOf(minutes)})`
      : ''
  return `<div class="row fomc-meeting" ">
  <div class="fomc-meeting__month col-xs-5"><strong>${months}</strong></div>
  <div class="fomc-meeting__date col-xs-4">${dateOf(from)}-${dateOf(day)}${Math.floor(day / 42) % 2 === 0 ? '*' : ''}</div>
  <div class="col-xs-12 fomc-meeting__minutes">${released === '' ? '' : `<strong>Minutes:</strong>${released}`}</div>
</div>`
}

/** Meetings of the Federal Open Market Committee: a panel a year, this year and those before, then the next. */
export const fomcCalendar: WireFormat = {
  host: 'www.federalreserve.gov',
  path: /^\/monetarypolicy\/fomccalendars\.htm$/,
  parameters: [],
  answer({ now }) {
    const today = dayOf(now)
    const year = yearOf(today)
    const panels = [year, year - 1, year + 1].map((each) => {
      const [from, to] = [Date.UTC(each, 0, 1) / dayMs, Date.UTC(each, 11, 31) / dayMs]
      const meetings = decisionDays(from, to).map((day) => meeting(day, today))
      return `<div class="panel panel-default"><div class="panel-heading"><h4><a id="${each}">${each} FOMC Meetings</a></h4></div>\n${meetings.join('\n')}</div>`
    })
    return text('text/html', `<!DOCTYPE html><html><body>${panels.join('\n')}</body></html>`)
  },
}
