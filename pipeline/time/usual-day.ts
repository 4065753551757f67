import type { UsualDay } from '../../data/usual-days.ts'
import { dayMs, weekday } from './day.ts'
import { businessDayUpTo } from './holiday.ts'

/** First and last day (day numbers) of the span a release is due in; the same day where its rule names one. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

const dayIn = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / dayMs

/** Monday to Friday of the week, Sunday to Saturday, that a day lies in. */
function weekOf(day: number): DaySpan {
  const monday = day - (weekday(day) % 7) + 1
  return { from: monday, to: monday + 4 }
}

function thirdFriday(year: number, month: number): number {
  const reference = dayIn(year, month - 1, 12)
  const saturday = reference + 6 - (weekday(reference) % 7)
  const friday = saturday + 20
  return businessDayUpTo(month === 1 && friday <= dayIn(year, 1, 3) ? friday + 7 : friday, 'us-federal')
}

function endOfMonth(year: number, month: number): number {
  const last = businessDayUpTo(dayIn(year, month + 1, 0), 'us-federal')
  return weekday(last) === 1 ? businessDayUpTo(last - 1, 'us-federal') : last
}

function lastThursday(year: number, month: number): number {
  const last = month === 12 ? dayIn(year, 12, 24) : dayIn(year, month + 1, 0)
  return last - ((weekday(last) - 4 + 7) % 7)
}

const spans: Readonly<Record<UsualDay['kind'], (year: number, month: number) => DaySpan>> = {
  'third-friday': (year, month) => dayAlone(thirdFriday(year, month)),
  'end-of-month': (year, month) => dayAlone(endOfMonth(year, month)),
  'week-of-12th': (year, month) => weekOf(dayIn(year, month, 12)),
  'week-of-jobs': (year, month) => weekOf(thirdFriday(year, month)),
  'week-of-last-thursday': (year, month) => weekOf(lastThursday(year, month)),
}

const dayAlone = (day: number): DaySpan => ({ from: day, to: day })

/**
 * The spans in which a release is usually due that overlap the days `from` to `to` (day numbers), ascending. A span may begin in the
 * previous month: the week of the jobs report of January 2027 could begin in December.
 */
export function usualSpans({ kind, months }: Pick<UsualDay, 'kind' | 'months'>, from: number, to: number): DaySpan[] {
  const [first, last] = [from, to].map((day) => {
    const date = new Date(day * dayMs)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  }) as [number, number]
  // one month more, for a week that begins before its month
  return Array.from({ length: last - first + 2 }, (_, n) => [Math.floor((first + n) / 12), ((first + n) % 12) + 1] as const)
    .filter(([, month]) => months?.includes(month) ?? true)
    .map(([year, month]) => spans[kind](year, month))
    .filter((span) => span.to >= from && span.from <= to)
}
