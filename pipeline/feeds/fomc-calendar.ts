import { fomcMinutesDelayDays, fomcPage } from '../../data/usual-days.ts'
import { dayMs, dayOf, monthOf } from '../time/day.ts'
import { bodyError, pageTextOf } from './body.ts'
import { pagePiecesOf } from './page-text.ts'
import { calendarDay, releaseOn, type ScheduledRelease } from './scheduled-release.ts'
import { feedOf } from './sightings.ts'

const id = 'fomc-calendar'
/** Statements and minutes are out at 14:00 New York. */
const clock = '14:00'

const kindOf = (name: string, classes: readonly string[]) => {
  if (name === 'h4') return 'year'
  if (classes.includes('fomc-meeting__month')) return 'month'
  if (classes.includes('fomc-meeting__date')) return 'date'
  return classes.includes('fomc-meeting__minutes') ? 'minutes' : null
}

interface Meeting {
  /** Day number of its last day, when it decides. */
  readonly day: number
  readonly year: number
  readonly months: string
  readonly aside: string | null
  readonly hasProjections: boolean
  minutes: number | null
}

/** `Apr/May` `30-1` of 2024 -> 1 May; `17-18*` with projections; `22 (notation vote)`. Null where it is none of these. */
function meetingOf(year: number, months: string, date: string): Meeting | null {
  const [, first, second, star, aside] = /^(\d{1,2})(?:-(\d{1,2}))?(\*?)(?: ?\(([^)]+)\))?(?:\*?)$/.exec(date) ?? []
  const [from, to = from] = months.split('/').map(monthOf)
  if (first === undefined || from == null || to == null) return null
  const last = Number(second ?? first)
  const day = calendarDay(year, last < Number(first) ? to : from, last)
  return day === null ? null : { day, year, months, aside: aside ?? null, hasProjections: star === '*', minutes: null }
}

/**
 * Meetings of the Federal Open Market Committee (federalreserve.gov, `fomccalendars.htm`), a panel a year in no order of years. Of a meeting
 * of two days the last one decides; a star says that projections are published. By the page's own words each meeting is tentative until
 * the previous meeting confirms it, and minutes of scheduled meetings follow after three weeks.
 */
export const fomcCalendar = feedOf(
  {
    id,
    upstream: 'frb',
    title: 'Meetings of the Federal Open Market Committee',
    match: (url) => url.href === fomcPage,
    plan: () => [fomcPage],
  },
  (body, { seenAt, reached, reject }) => {
    const meetings: Meeting[] = []
    let year: number | null = null
    let months = ''
    for (const { kind, text } of pagePiecesOf(pageTextOf(body, id), kindOf)) {
      if (kind === 'year') {
        const [, named] = /^(\d{4}) FOMC Meetings$/.exec(text) ?? []
        year = named === undefined ? null : Number(named)
      } else if (kind === 'month') months = text
      else if (kind === 'minutes') {
        const [, month = '', day, released] = /Released ([A-Z][a-z]+) (\d{1,2}), (\d{4})/.exec(text) ?? []
        const at = monthOf(month)
        if (at !== null && meetings.length > 0) meetings.at(-1)!.minutes = calendarDay(Number(released), at, Number(day))
      } else {
        const meeting = year === null ? null : meetingOf(year, months, text)
        if (meeting === null) reject(null, 'row', 'not days of a month', `${year} ${months} ${text}`)
        else meetings.push(meeting)
      }
    }
    if (meetings.length < 8) throw bodyError(id, 'PAGE_EMPTY', 'fewer than eight meetings')
    const next = meetings
      .sort((a, b) => a.day - b.day)
      .find((meeting) => isRegular(meeting) && !reached((meeting.day + 1) * dayMs))?.day
    return { rows: { scheduled_release: releasesOf(meetings, next ?? dayOf(seenAt)) } }
  },
)

const isRegular = ({ aside }: Meeting): boolean => aside === null

/** Statements and minutes of the meetings, which are in order; `next` is the day number of the next regular meeting, and later ones are tentative. */
function releasesOf(meetings: readonly Meeting[], next: number): ScheduledRelease[] {
  const nth = new Map<string, number>()
  return meetings.flatMap((meeting) => {
    const { day, year, months, aside } = meeting
    const month = `${year} ${months}`
    nth.set(month, (nth.get(month) ?? 0) + 1)
    const about = `${month}${nth.get(month) === 1 ? '' : `, ${nth.get(month)}`}`
    const isCancelled = aside !== null && /cancel/i.test(aside)
    const status = isCancelled ? 'cancelled' : day > next ? 'tentative' : 'confirmed'
    const name = aside !== null && /notation/i.test(aside) ? 'FOMC notation vote' : 'FOMC statement'
    const release = `${name}${meeting.hasProjections ? ' and projections' : ''}${aside !== null && /unscheduled/i.test(aside) ? ' (unscheduled)' : ''}`
    const meetingRow = releaseOn(day, name === 'FOMC statement' ? clock : null, {
      source: 'fomc',
      release,
      occurrence: `meeting ${about}`,
      about,
      status,
    })
    const minutesDay = meeting.minutes ?? (isRegular(meeting) ? day + fomcMinutesDelayDays : null)
    if (minutesDay === null || isCancelled) return [meetingRow]
    return [
      meetingRow,
      releaseOn(minutesDay, clock, { source: 'fomc', release: 'FOMC minutes', occurrence: `minutes ${about}`, about, status }),
    ]
  })
}
