import { dayMs, endOfMonth, weekday } from '../../pipeline/time/day.ts'
import { businessDayFrom } from '../../pipeline/time/holiday.ts'
import { meetingDays } from './economy.ts'
import { sampleEpoch } from './random-walk.ts'

/** One release of an agency of the invented calendars: day number, local time of New York. */
export interface Release {
  readonly name: string
  readonly day: number
  readonly clock: string
}

const months = 'January February March April May June July August September October November December'.split(' ')
/** `July 2026` of the month `back` months before that of a day. */
function monthBefore(day: number, back: number): string {
  const date = new Date(day * dayMs)
  const at = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1))
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}
export const monthName = (day: number): string => months[new Date(day * dayMs).getUTCMonth()]!

/** First days of the months from that of one day to that of another. */
function monthsBetween(from: number, to: number): number[] {
  const firsts: number[] = []
  for (let first = endOfMonth(from - 31) + 1; first <= to; first = endOfMonth(first) + 1) firsts.push(first)
  return firsts
}

const isQuarter = (first: number) => new Date(first * dayMs).getUTCMonth() % 3 === 0
const on = (first: number, date: number) => businessDayFrom(first + date - 1, 'us-federal')
const firstFriday = (first: number) => businessDayFrom(first + ((5 - weekday(first) + 7) % 7), 'us-federal')

/** Releases from one day to another (day numbers, both included), by those of each month, whose first day is given. */
const releasesIn = (from: number, to: number, ofMonth: (first: number) => readonly Release[]): Release[] =>
  monthsBetween(from, to)
    .flatMap(ofMonth)
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => a.day - b.day || (a.name < b.name ? -1 : 1))

/** Statistics of jobs and prices. */
export const labourReleases = (from: number, to: number): Release[] =>
  releasesIn(from, to, (first) => [
    { name: 'Employment Situation', day: firstFriday(first), clock: '08:30' },
    { name: 'Job Openings and Labor Turnover Survey', day: on(first, 4), clock: '10:00' },
    { name: 'Consumer Price Index', day: on(first, 12), clock: '08:30' },
    { name: 'Producer Price Index', day: on(first, 14), clock: '08:30' },
    { name: 'U.S. Import and Export Price Indexes', day: on(first, 16), clock: '08:30' },
    ...(isQuarter(first) ? [{ name: 'Employment Cost Index', day: on(first, 30), clock: '08:30' }] : []),
  ])

/** National accounts and trade; their titles end with the period they are about. */
export const accountReleases = (from: number, to: number): Release[] =>
  releasesIn(from, to, (first) => {
    const date = new Date(first * dayMs)
    const quarter = new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3 - 1, 1))
    const about = `${['1st', '2nd', '3rd', '4th'][Math.floor(quarter.getUTCMonth() / 3)]} Quarter ${quarter.getUTCFullYear()}`
    const estimate = ['GDP (Advance Estimate)', 'GDP (Second Estimate) and Corporate Profits', 'GDP (Third Estimate)'][
      date.getUTCMonth() % 3
    ]!
    return [
      { name: `U.S. International Trade in Goods and Services, ${monthBefore(first, 2)}`, day: on(first, 5), clock: '08:30' },
      { name: `${estimate}, ${about}`, day: on(first, 27), clock: '08:30' },
      { name: `Personal Income and Outlays, ${monthBefore(first, 1)}`, day: on(first, 28), clock: '08:30' },
    ]
  })

/** Days on which the invented committee decides. */
export const decisionDays = (from: number, to: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((to - sampleEpoch) / meetingDays) + 1) },
    (_, n) => sampleEpoch + n * meetingDays,
  ).filter((day) => day >= from && day <= to)
