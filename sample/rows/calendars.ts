import { dayMs, dayOf, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import { sampleEpoch } from '../world/random-walk.ts'
import { accountReleases, decisionDays, labourReleases, monthName } from '../world/releases.ts'
import type { Asked, SampleAnswer, SampleAnswers } from './publication.ts'

/** Days of a calendar before and after the day it is asked on. */
const pastDays = 400
const aheadDays = 200

const zone = 'America/New_York'
const at = (day: number, clock: string) => ({
  ...{ day: isoDay(day), clock, zone, due_at: isoTime(localToUtc(day, clock, zone)) },
})

function blsCalendar({ now }: Asked): SampleAnswer {
  const today = dayOf(now)
  const releases = labourReleases(Math.max(sampleEpoch, today - pastDays), today + aheadDays).map(({ name, day, clock }) => ({
    ...{ source: 'bls' as const, release: name, about: null, status: 'confirmed' as const, ...at(day, clock) },
    occurrence: `${name} ${isoDay(day).slice(0, 7)}`,
  }))
  return { rows: { scheduled_release: releases } }
}

/** National accounts and trade that lie ahead; a title ends with the period it is about. */
function beaSchedule({ now }: Asked): SampleAnswer {
  const today = dayOf(now)
  const releases = accountReleases(today, today + aheadDays).map(({ name, day, clock }) => {
    const [release = '', about = null] = name.split(', ')
    return { source: 'bea' as const, release, about, occurrence: name, status: 'confirmed' as const, ...at(day, clock) }
  })
  return { rows: { scheduled_release: releases } }
}

const minutesAfter = 21

/** Meetings of the Federal Open Market Committee, this year's and those of the years next to it: what comes after the next is tentative. */
function fomcCalendar({ now }: Asked): SampleAnswer {
  const year = new Date(now).getUTCFullYear()
  const meetings = decisionDays(Date.UTC(year - 1, 0, 1) / dayMs, Date.UTC(year + 1, 11, 31) / dayMs)
  const next = meetings.find((day) => day >= dayOf(now)) ?? dayOf(now)
  const nth = new Map<string, number>()
  const releases = meetings.flatMap((day) => {
    const first = monthName(day - 1)
    const months = first === monthName(day) ? first : `${first.slice(0, 3)}/${monthName(day).slice(0, 3)}`
    const month = `${isoDay(day).slice(0, 4)} ${months}`
    nth.set(month, (nth.get(month) ?? 0) + 1)
    const about = nth.get(month) === 1 ? month : `${month}, ${nth.get(month)}`
    const stated = { source: 'fomc' as const, about, status: day > next ? ('tentative' as const) : ('confirmed' as const) }
    const projections = Math.floor(day / 42) % 2 === 0 ? ' and projections' : ''
    return [
      { ...stated, release: `FOMC statement${projections}`, occurrence: `meeting ${about}`, ...at(day, '14:00') },
      { ...stated, release: 'FOMC minutes', occurrence: `minutes ${about}`, ...at(day + minutesAfter, '14:00') },
    ]
  })
  return { rows: { scheduled_release: releases } }
}

export const calendars: SampleAnswers = {
  'bls-calendar': blsCalendar,
  'bea-schedule': beaSchedule,
  'fomc-calendar': fomcCalendar,
}
