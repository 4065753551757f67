import { dayNumber, monthNames, monthOf } from '../time/day.ts'

/** Order of the parts of a written date: `d` day, `m` month as a number, `n` month by its English name, `y` year. */
export type DateOrder = 'ndy' | 'dny' | 'mdy' | 'dmy' | 'ymd' | 'nd' | 'dn' | 'md' | 'dm' | 'ny' | 'yn'

/**
 * A date written in numbers or English words -> `2025-06-30`, without a year `--06-30`, without a day `2025-06`; null for anything else or
 * no day of the calendar. Names of months may be cut to three letters or more, years have four digits.
 */
export function readWrittenDay(text: string, order: DateOrder): string | null {
  const words = text.match(/\p{L}+|\d+/gu) ?? []
  if (words.length !== order.length) return null
  const part = (letter: string): string => words[order.indexOf(letter)] ?? ''
  const month = order.includes('n') ? twoDigits(String(monthOf(part('n')))) : twoDigits(part('m'))
  const day = order.includes('d') ? twoDigits(part('d')) : '01'
  // A date without a year may be a 29 February.
  const year = order.includes('y') ? part('y') : '2000'
  if (month === null || day === null || dayNumber(`${year}-${month}-${day}`) === null) return null
  if (!order.includes('y')) return `--${month}-${day}`
  return order.includes('d') ? `${year}-${month}-${day}` : `${year}-${month}`
}

function twoDigits(text: string): string | null {
  return /^\d{1,2}$/u.test(text) ? text.padStart(2, '0') : null
}

const names = monthNames.join('|')
const monthPattern = `(?:${names}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)`

const numeric =
  '(?:(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\\d|3[01])|(?:1[3-9]|2\\d|3[01])/(?:0?[1-9]|1[0-2]))/\\d{4}|\\d{4}-\\d{2}-\\d{2}'

/**
 * Source of a pattern for a day as filers write it: `November 16, 2025`, outside America `16 November 2025`; in numbers where only one can
 * be the month: `3/26/2025`, `2025-03-26`.
 */
export const dayPattern = `(?:${monthPattern}\\s\\d{1,2},\\s\\d{4}|\\d{1,2}\\s(?:${names}),?\\s\\d{4}|${numeric})`
const days = new RegExp(`\\b${dayPattern}(?!\\d)`, 'giu')

/** `November 16, 2025` -> `2025-11-16`; null for what is not a day of the calendar. */
export function readDay(text: string): string | null {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})\//u.exec(text) ?? []
  if (second !== undefined) {
    if (Number(first) <= 12 && Number(second) <= 12) return null
    return readWrittenDay(text, Number(first) > 12 ? 'dmy' : 'mdy')
  }
  if (/^\d{4}-/u.test(text)) return readWrittenDay(text, 'ymd')
  return readWrittenDay(text, 'ndy') ?? readWrittenDay(text, 'dny')
}

/** Every day a text names, in order, as ISO days; a name that is not a day of the calendar is left out. */
export function readDays(text: string): string[] {
  return [...text.matchAll(days)].map((match) => readDay(match[0])).filter((day) => day !== null)
}

const ofMonth = new RegExp(`\\b(?<month>${monthPattern}),? (?<year>\\d{4})(?!\\d)`, 'iu')

/** The last day of the one month a text names with its year, `October 2025` or `Oct 2025`; null where it names none, or a day of it. */
export function endOfMonth(text: string): string | null {
  const { month, year } = ofMonth.exec(text)?.groups ?? {}
  if (month === undefined || year === undefined || readDays(text).length > 0) return null
  return [31, 30, 29, 28].map((day) => readDay(`${month.replace('.', '')} ${day}, ${year}`)).find((day) => day !== null) ?? null
}

const oneOrTwo = new RegExp(
  `^(?:(?<day>${dayPattern})|(?<cut>${monthPattern}\\s\\d{1,2}))(?:,? and (?:(?<other>${dayPattern})|(?<year>\\d{4})(?!\\d)))?`,
  'iu',
)

/**
 * The days a text begins with, in its order, and where they end: `December 31, 2025 and September 30, 2025`, `September 30, 2025 and 2024`,
 * `June 30 and March 31, 2025`. `days` is empty where one of them is not a day of the calendar; null where the text begins with none.
 */
export function leadingDays(text: string): { readonly days: readonly string[]; readonly length: number } | null {
  const match = oneOrTwo.exec(text)
  const { day, cut, other, year } = match?.groups ?? {}
  if (match === null || (day === undefined && other === undefined)) return null
  const second = other ?? (year === undefined ? undefined : (day ?? '').replace(/\d{4}$/u, year))
  const first = day ?? `${cut}, ${/\d{4}$/u.exec(other ?? '')?.[0]}`
  const read = [first, ...(second === undefined ? [] : [second])].map(readDay)
  return { days: read.includes(null) ? [] : read.filter((each) => each !== null), length: match[0].length }
}
