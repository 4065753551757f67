import { isoDay } from '../../time/day.ts'
import type { Span } from '../blocks.ts'

const monthNames = 'January February March April May June July August September October November December'.split(' ')

function parts(day: string): { year: string; month: string; date: number } {
  return { year: day.slice(0, 4), month: monthNames[Number(day.slice(5, 7)) - 1]!, date: Number(day.slice(8, 10)) }
}

/** The year, unless it is that of the day `beside`. */
function yearOf(year: string, beside: string | null): string {
  return beside?.startsWith(year) ? '' : ` ${year}`
}

/** `17 July 2026`; without the year where it is that of the day `beside`. Days are YYYY-MM-DD. */
export function dayInWords(day: string, beside: string | null = null): string {
  const { year, month, date } = parts(day)
  return `${date} ${month}${yearOf(year, beside)}`
}

/** `27 Jul`, for tables. */
export function shortDay(day: string, beside: string | null = null): string {
  const { year, month, date } = parts(day)
  return `${date} ${month.slice(0, 3)}${yearOf(year, beside)}`
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

/** `October 2023` */
function monthInWords(day: string, beside: string | null = null): string {
  const { year, month } = parts(day)
  return `${month}${yearOf(year, beside)}`
}

/** `17 July` of the year of `beside`, else the month: `October 2023`. */
export function sinceInWords(day: string, beside: string): string {
  return day.slice(0, 4) === beside.slice(0, 4) ? dayInWords(day, beside) : monthInWords(day)
}

/** What a value is about, for tables: `27 Jul`, or `Jun` where a value stands for its month or quarter. */
export function shortPeriod(day: string, cadence: string, beside: string | null = null): string {
  if (cadence !== 'monthly' && cadence !== 'quarterly') return shortDay(day, beside)
  const { year, month } = parts(day)
  return `${month.slice(0, 3)}${yearOf(year, beside)}`
}

/** `30 July 20:30Z`, from a time in RFC 3339 UTC. */
export function timeInWords(time: string, beside: string | null = null): string {
  return `${dayInWords(time.slice(0, 10), beside)} ${time.slice(11, 16)}Z`
}
