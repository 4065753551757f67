import { type SampleJapaneseReporter, sampleJapaneseReporters } from '../../../data/sample-edinet.ts'
import { dayMs, dayNumber, isoDay, weekday } from '../../calendar/day.ts'

/** A document the invented company submits. Days are day numbers. */
export interface SampleDocument {
  readonly reporter: SampleJapaneseReporter
  readonly id: string
  /** Annual report, semi-annual report, extraordinary report. */
  readonly type: '120' | '160' | '180'
  readonly submitted: number
  /** Time in Tokyo. */
  readonly clock: string
  /** First and last day of the period reported; null for an extraordinary report. */
  readonly period: { readonly from: number; readonly to: number } | null
}

/** Days after which reports are due: three months of the year's end, 45 days of the half-year's. */
const dueDays = { annual: 88, semiAnnual: 44 }

const endOf = (year: number, months: number): number => Date.UTC(year, months, 0) / dayMs

/** The last weekday up to a day. */
function weekdayUpTo(day: number): number {
  return day - Math.max(0, weekday(day) - 5)
}

/** What is submitted on a day: a report that is due, and on Mondays an extraordinary one. */
export function submittedOn(day: number): SampleDocument[] {
  return sampleJapaneseReporters.flatMap((reporter) => {
    const reports = reportsUpTo(reporter, day).filter(({ submitted }) => submitted === day)
    const id = `S8${isoDay(day).slice(2).replaceAll('-', '')}`
    const monday: SampleDocument = { reporter, id, type: '180', submitted: day, clock: '15:30', period: null }
    return weekday(day) === 1 && day > dayNumber(reporter.firstYearEnd)! ? [...reports, monday] : reports
  })
}

/** The report with this id that was submitted by a day; undefined where there is none. */
export function reportOf(id: string, day: number): SampleDocument | undefined {
  return sampleJapaneseReporters.flatMap((reporter) => reportsUpTo(reporter, day)).find((document) => document.id === id)
}

function reportsUpTo(reporter: SampleJapaneseReporter, day: number): SampleDocument[] {
  const first = Number(reporter.firstYearEnd.slice(0, 4))
  const last = Number(isoDay(day).slice(0, 4))
  const ends = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => [
    { to: endOf(first + at, 12), from: endOf(first + at, 0) + 1, type: '120' as const },
    { to: endOf(first + at + 1, 6), from: endOf(first + at + 1, 0) + 1, type: '160' as const },
  ]).flat()
  return ends
    .map(({ from, to, type }): SampleDocument => {
      const submitted = weekdayUpTo(to + (type === '120' ? dueDays.annual : dueDays.semiAnnual))
      const id = `S9${isoDay(to).slice(2).replaceAll('-', '')}`
      return { reporter, id, type, submitted, clock: type === '120' ? '10:07' : '15:02', period: { from, to } }
    })
    .filter(({ submitted }) => submitted <= day)
}
