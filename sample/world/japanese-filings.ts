import { dayMs, dayNumber, isoDay, weekday } from '../../pipeline/time/day.ts'
import { japaneseIssuer } from './issuers.ts'

/** A document the invented company submits in Japan. Days are day numbers. */
export interface JapaneseFiling {
  readonly id: string
  /** Annual report, semi-annual report, extraordinary report. */
  readonly type: '120' | '160' | '180'
  readonly submitted: number
  /** Time in Tokyo. */
  readonly clock: string
  /** First and last day of the period reported; null for an extraordinary report. */
  readonly period: { readonly from: number; readonly to: number } | null
}

const endOf = (year: number, months: number): number => Date.UTC(year, months, 0) / dayMs
const idOf = (series: string, day: number): string => `${series}${isoDay(day).slice(2).replaceAll('-', '')}`

/** On the last weekday up to three months after the year's end, or 45 days after the half-year's. */
function report(year: number, annual: boolean): JapaneseFiling {
  const [from, to] = annual ? [endOf(year, 0) + 1, endOf(year, 12)] : [endOf(year + 1, 0) + 1, endOf(year + 1, 6)]
  const due = to + (annual ? 88 : 44)
  const [type, clock] = annual ? (['120', '10:07'] as const) : (['160', '15:02'] as const)
  return { id: idOf('S9', to), type, clock, submitted: due - Math.max(0, weekday(due) - 5), period: { from, to } }
}

function reportsUpTo(day: number): JapaneseFiling[] {
  const first = Number(japaneseIssuer.firstYearEnd.slice(0, 4))
  const years = Array.from({ length: Math.max(0, Number(isoDay(day).slice(0, 4)) - first + 1) }, (_, at) => first + at)
  return years.flatMap((year) => [report(year, true), report(year, false)]).filter(({ submitted }) => submitted <= day)
}

/** What is submitted on a day: a report that is due, and on Mondays an extraordinary one. */
export function submittedOn(day: number): JapaneseFiling[] {
  const reports = reportsUpTo(day).filter(({ submitted }) => submitted === day)
  if (weekday(day) !== 1 || day <= dayNumber(japaneseIssuer.firstYearEnd)!) return reports
  return [...reports, { id: idOf('S8', day), type: '180', submitted: day, clock: '15:30', period: null }]
}

/** The report with this id that was submitted by a day; undefined where there is none. */
export const reportOf = (id: string, day: number): JapaneseFiling | undefined =>
  reportsUpTo(day).find((filing) => filing.id === id)
