import { withoutMarks } from '../filings/text.ts'
import { readWrittenDay } from '../filings/written-day.ts'

/** Source of a pattern for a day as filers write it: `November 16, 2025`. */
export const dayPattern =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.)\\s\\d{1,2},\\s\\d{4}'
/** Source of a pattern for a number with or without thousands separators. */
export const numberPattern = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'

/** Source of a pattern for the unit of a count; `BTC-equivalent` is none. */
export const coinsPattern = '(?:bitcoins?|BTC)\\b(?![-\u2010-\u2015])'

const days = new RegExp(`\\b${dayPattern}(?!\\d)`, 'giu')
const grouped = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/u
const none = /^(?:[-\u2010-\u2015\u2212]+|nil|none)$/iu

/** `November 16, 2025` -> `2025-11-16`; null for what is no day of the calendar. */
export function readDay(text: string): string | null {
  return readWrittenDay(text, 'ndy')
}

/** Every day a text names, in order, as ISO days; a name that is no day of the calendar is left out. */
export function readDays(text: string): string[] {
  return [...text.matchAll(days)].map((match) => readDay(match[0])).filter((day) => day !== null)
}

/** A count as a cell shows it. `clean` is false where the digits are not written as one number (`64,9870`, `7 1`): never to be served. */
export interface Count {
  readonly coins: string
  readonly clean: boolean
}

/** A cell's text -> its count; a dash is zero; null where it holds no digit or is an amount of money or a percentage. */
export function readCount(text: string): Count | null {
  const bare = withoutMarks(text)
  if (none.test(bare)) return { coins: '0', clean: true }
  if (/[$€£¥%]/u.test(bare)) return null
  if (grouped.test(bare)) return { coins: decimal(bare), clean: true }
  const digits = bare.replace(/\D/gu, '').slice(0, 12)
  return digits === '' ? null : { coins: decimal(digits), clean: false }
}

/** Digits with separators -> decimal text: `0,649,870` -> `649870`. */
export function decimal(text: string): string {
  return text.replaceAll(',', '').replace(/^0+(?=\d)/u, '')
}
