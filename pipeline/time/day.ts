/** Days as numbers: whole days since 1970-01-01 UTC, so that calendar distance is subtraction. */
export const dayMs = 86_400_000

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** `2026-07-22` -> 20656; null for anything that is not a real day of the years 1000 to 9998. */
export function dayNumber(text: string): number | null {
  const match = pattern.exec(text)
  if (!match) return null
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  if (year < 1000 || year > 9998 || month < 1 || month > 12 || day < 1) return null
  const ms = Date.UTC(year, month - 1, day)
  const back = new Date(ms)
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? ms / dayMs : null
}

/** Days as written before: documents write the same few thousand again and again. */
const written = new Map<number, string>()

/** 20656 -> `2026-07-22`. */
export function isoDay(day: number): string {
  const before = written.get(day)
  if (before !== undefined) return before
  const text = new Date(day * dayMs).toISOString().slice(0, 10)
  written.set(day, text)
  return text
}

/** The UTC day a moment (milliseconds) falls in. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** The last second of a UTC day, in milliseconds: what a source that gives only the day is taken to mean. */
export function endOfDay(day: number): number {
  return day * dayMs + dayMs - 1_000
}

/** The last millisecond of a UTC day: `asOf(day)` sees what was known by then. */
export function asOfMoment(day: number): number {
  return day * dayMs + dayMs - 1
}

export const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** 1 to 12 of a month's name, or of its first letters from three on, in any case; null for another word. */
export function monthOf(name: string): number | null {
  const at = name.length < 3 ? -1 : monthNames.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()))
  return at < 0 ? null : at + 1
}

/** 1 Monday to 7 Sunday. */
export function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** The days from one to another, both included. */
export const daysBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** The days from one to another, both included, without Saturdays and Sundays; none where the first is the later one. */
export function weekdays(from: number, to: number): number[] {
  return daysBetween(from, to).filter((day) => weekday(day) <= 5)
}

/** The last day of the month a day lies in, or of the month so many months before that. */
export function endOfMonth(day: number, monthsBefore = 0): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1 - monthsBefore, 0) / dayMs
}

/** The day so many days before `2026-07-23`, or before the day of a time as documents print it. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
}

/** Milliseconds -> `2026-07-23T20:30:00Z`: whole seconds, as every document prints a time. */
export function isoTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
