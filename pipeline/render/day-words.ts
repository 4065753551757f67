import type { Span } from '../documents/blocks.ts'
import { isoDay, monthNames } from '../time/day.ts'
import { dayInWords, monthInWords, yearSuffix } from '../values/amounts.ts'

/** `27 Jul`, for tables. */
export function shortDay(day: string, beside: string | null = null): string {
  return `${Number(day.slice(8, 10))} ${shortMonth(day, beside)}`
}

/** A day of a text: a number is that of a day. */
export function daySpanText({ day, short, year }: Extract<Span, { day: unknown }>, beside: string): string {
  return (short ? shortDay : dayInWords)(typeof day === 'number' ? isoDay(day) : day, year ? null : beside)
}

/** A day on an axis: the year on its first day, the month on the first of one, else `27 Jul`. */
export function tickDay(day: string): string {
  if (day.endsWith('-01-01')) return day.slice(0, 4)
  return day.endsWith('-01') ? shortDay(day, day).slice(2) : shortDay(day, day)
}

/** `17 July` of the year of `beside`, else the month: `October 2023`. */
export function sinceInWords(day: string, beside: string): string {
  return day.slice(0, 4) === beside.slice(0, 4) ? dayInWords(day, beside) : monthInWords(day)
}

/** What a value is about, for tables: `27 Jul`, or `Jun` where a value stands for its month or quarter. */
export function shortPeriod(day: string, cadence: string, beside: string | null = null): string {
  if (cadence !== 'monthly' && cadence !== 'quarterly') return shortDay(day, beside)
  return shortMonth(day, beside)
}

const shortMonth = (day: string, beside: string | null): string =>
  `${monthNames[Number(day.slice(5, 7)) - 1]!.slice(0, 3)}${yearSuffix(day, beside)}`

/** `30 July 20:30Z`, from a time in RFC 3339 UTC. */
export function timeInWords(time: string, beside: string | null = null): string {
  return `${dayInWords(time.slice(0, 10), beside)} ${time.slice(11, 16)}Z`
}
