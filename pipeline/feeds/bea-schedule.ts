import { endOfDay, isoTime, monthOf } from '../time/day.ts'
import { bodyError, pageTextOf } from './body.ts'
import { pagePiecesOf } from './page-text.ts'
import { calendarDay, clockOf, newYork, releaseOn, type ScheduledRelease } from './scheduled-release.ts'
import { emptyBodyError, feedOf } from './sightings.ts'

const id = 'bea-schedule'

const kindOf = (name: string, classes: readonly string[], elementId: string) => {
  if (name === 'th' && elementId.startsWith('view-field-scheduled-release-date')) return 'year'
  if (classes.includes('release-date')) return 'day'
  if (name === 'small') return 'small'
  if (classes.includes('release-title')) return 'title'
  return name === 'tr' ? 'row' : null
}

/** `GDP (Advance Estimate), 3rd Quarter 2026` -> the release, and the period it is about; with it what else is released, `; State PCE, 2025`. */
function nameOf(title: string): { release: string; about: string | null } {
  const [, release, about] = /^(.+?), ((?:(?:1st|2nd|3rd|4th) Quarter |[A-Z][a-z]+ )?\d{4}(?:; .+)?)$/.exec(title) ?? []
  return release === undefined ? { release: title, about: null } : { release, about: about! }
}

/**
 * Release schedule of the Bureau of Economic Analysis (bea.gov/news/schedule): a table whose heading alone names the year, a row a release with
 * its local time. A release whose day is not set says `To Be Announced`. What is past leaves the table.
 */
export const beaSchedule = feedOf(
  { id, upstream: 'bea', title: 'Release schedule of the Bureau of Economic Analysis', url: 'https://www.bea.gov/news/schedule' },
  (body, { reject }) => {
    const releases: ScheduledRelease[] = []
    let year: number | null = null
    let last = 0
    let row: { readonly day?: string; readonly small?: string; readonly title?: string } = {}
    for (const { kind, text } of pagePiecesOf(pageTextOf(body, id), kindOf)) {
      if (kind === 'year') {
        const [, named] = /^Year (\d{4})$/.exec(text) ?? []
        if (named === undefined) throw bodyError(id, 'HEADER', 'the heading of the table is not a year')
        year = Number(named)
        last = 0
      } else if (kind !== 'row') row = { ...row, [kind]: text }
      else {
        const { day: date = '', small = '', title = '' } = row
        row = {}
        if (title === '') continue
        if (year === null) throw bodyError(id, 'HEADER', 'no year stands over the releases')
        const { release, about } = nameOf(title)
        const named = { source: 'bea', release, about, occurrence: title } as const
        const [, month = '', dayOfMonth = ''] = /^([A-Z][a-z]+) (\d{1,2})$/.exec(date) ?? []
        const day = calendarDay(year, monthOf(month), Number(dayOfMonth))
        if (date === '' && /^To Be Announced/.test(small)) {
          const end = calendarDay(year, 12, 31)!
          const open = { day: null, clock: null, zone: newYork, due_at: isoTime(endOfDay(end)) }
          releases.push({ ...named, ...open, status: 'to be announced' })
        } else if (day === null || clockOf(small) === null)
          reject(null, 'row', 'no day of the month and time', `${date} ${small} ${title}`)
        else if (day < last)
          // the heading names one year: a month that comes again is of another, and which is not said
          reject(null, 'order', 'the days of the table do not follow one another', `${date} ${title}`)
        else {
          last = day
          releases.push(releaseOn(day, clockOf(small), { ...named, status: 'confirmed' }))
        }
      }
    }
    if (releases.length === 0) throw emptyBodyError(id, 'no release')
    return { rows: { scheduled_release: releases } }
  },
)
