import { saysBitcoinAlone } from './text.ts'
import { dayPattern, endOfMonth, readDay, readDays } from './written-day.ts'

const sent = new RegExp(`^[^\\d]{2,80}[\\s,(\u2010-\u2015-]+(${dayPattern})\\W`, 'u')
const wires =
  /\b(?:today|GLOBE ?NEWSWIRE|PR ?Newswire|BUSINESS ?WIRE|ACCESS ?(?:WIRE|Newswire)|Newsfile(?: Corp)?|Marketwired|Cision|CNW|EQS)\b/iu

/** Without a wire or `today`: a place and a day, then what the company does. */
const plainly = new RegExp(
  `^(?!(?:On|As|In|At|By|From|Since|During|Until|Effective|Prior|Before|After|Through|Between)\\b)(?:[A-Z][\\p{L}.’'-]*,? ){1,6}(?<day>${dayPattern})\\s?[:/\u2010-\u2015-].*\\b(?:announces?|announced|confirms?|reports?|publishes|releases)\\b`,
  'u',
)

/**
 * The day a press release was sent, where a sentence of it is its dateline: `NEW YORK - October 8, 2025 - DDC Enterprise Limited ... today
 * announced`, `TORONTO--(Newsfile Corp. - April 2, 2024) - ...`. Null for any other sentence.
 */
function datelineDay(text: string): string | null {
  const day = wires.test(text) ? sent.exec(text)?.[1] : plainly.exec(text)?.groups?.['day']
  return readDay(day ?? '')
}

const monthNamed = '(?<month>[A-Z][a-z]+\\.?,? \\d{4})(?!\\d)'
const operations =
  '\\b(?:[Pp]roduction|[Oo]perations?|[Oo]perational|[Mm]ining)\\b[^.;:]{0,60}\\b(?:[Uu]pdates?|[Rr]esults?|[Rr]eports?)\\b'
/** `operational results for April 2025`, `August 2025 Bitcoin Production and Operation Updates`. */
const monthly = [
  new RegExp(`${operations}[^.;:]{0,30}?\\b(?:for|of)(?: the month(?: of| ended)?)? ${monthNamed}`, 'u'),
  new RegExp(`\\b${monthNamed} (?:[Uu]naudited |[Mm]onthly |[Bb]itcoin ){0,2}${operations}`, 'u'),
]

/** The last day of the month whose operations a text says a release reports on: `operational results for April 2025`; null where none. */
function reportedMonthEnd(text: string): string | null {
  return monthly.map((words) => endOfMonth(words.exec(text)?.groups?.['month'] ?? '')).find((day) => day !== null) ?? null
}

const results = new RegExp(
  `\\b(?:results|information|highlights|updates?)\\b[^.;]{0,120}?\\b(?<period>(?:(?:first|second|third|fourth) )?(?:fiscal )?(?:quarter|year)\\b|(?:three|six|nine|twelve)[- ]months?\\b)(?<more>[^.;]{0,60}?)\\bended (?<day>${dayPattern})`,
  'iu',
)

/** A period whose results a release gives: `the second quarter` that ended `2023-06-30`. */
interface Period {
  readonly words: string
  readonly end: string
}

function reportedPeriod(text: string): Period | null {
  const { period = '', more = '', day = '' } = results.exec(text)?.groups ?? {}
  const end = readDay(day)
  return end === null ? null : { words: `${period}${more}`, end }
}

/** `As of September 30, 2025, the Company had:`, above a list. */
const overList = new RegExp(`\\b(?:as of|as at|at) ${dayPattern}[^.;]{0,80}:$`, 'iu')

/** A line that ends in a day, above what it dates: `Treasury snapshot at November 28, 2025`, `December 22, 2025`; not that of a signature. */
const dayLine = new RegExp(`^(?!\\W*Dated?\\b)(?:\\p{Lu}[^.;:]{2,60}[\\s,(])?(?<day>${dayPattern})[):]{0,2}$`, 'u')

/** The day such a line gives; null for any other text, and for a line of several days. */
export function dayOfLine(text: string): string | null {
  return readDays(text).length === 1 ? readDay(dayLine.exec(text)?.groups?.['day'] ?? '') : null
}

/**
 * Whether a sentence of a press release is kept for what it says of the others: the dateline, the month or the period it reports on, the words
 * above a list, a line that ends in a day, that digital assets are bitcoin alone.
 */
export function explainsRelease(text: string): boolean {
  const dates = datelineDay(text) ?? reportedMonthEnd(text) ?? reportedPeriod(text) ?? dayOfLine(text)
  return dates !== null || overList.test(text) || saysBitcoinAlone(text)
}

/** What dates a press release: the day it was sent, the end of the month and the period it reports on; each null where it gives none, or several. */
export interface ReleaseDates {
  readonly released: string | null
  readonly reported: string | null
  readonly period: Period | null
}

export function releaseDates(spans: readonly { readonly text: string; readonly heading: string }[]): ReleaseDates {
  const periods = spans.flatMap(({ text }) => reportedPeriod(text) ?? [])
  return {
    released: only(spans.flatMap(({ text }) => datelineDay(text) ?? [])),
    reported: only(spans.flatMap(({ text, heading }) => reportedMonthEnd(text) ?? reportedMonthEnd(heading) ?? [])),
    period:
      only(periods.map(({ end }) => end)) === null ? null : { ...periods[0]!, words: periods.map(({ words }) => words).join() },
  }
}

function only(days: readonly string[]): string | null {
  const [first, ...more] = new Set(days)
  return more.length === 0 ? (first ?? null) : null
}

const ordinals = ['first', 'second', 'third', 'fourth']

/**
 * The day of a time in words (`at year end`, `in Q2`), where it is the end of the period a release reports on; null where that is another.
 */
export function endOfPeriod(words: string, period: Period | null): string | null {
  if (period === null || /month/iu.test(words)) return null
  const year = /\b20\d\d\b/u.exec(words)?.[0]
  if (year !== undefined && !period.end.startsWith(year)) return null
  const number = /[1-4](?=Q)|(?<=Q)[1-4]/iu.exec(words)?.[0]
  const ordinal =
    number === undefined ? ordinals.find((each) => words.toLowerCase().includes(each)) : ordinals[Number(number) - 1]
  const needs = ordinal ?? (/year/iu.test(words) ? 'year|twelve|fourth' : 'quarter|three|year')
  return new RegExp(`\\b(?:${needs})`, 'iu').test(period.words) ? period.end : null
}

const withoutYear = /\b(?:as of|at|on) (?<month>[A-Z][a-z]+)\.? (?<date>\d{1,2})(?![\d,])/u

/** The last day before a release, or on its day, that words name without a year: `as of November 30`; null where they name none. */
export function nearestDay(words: string, released: string): string | null {
  const { month: named, date } = withoutYear.exec(words)?.groups ?? {}
  return lastBefore(released, (year) => readDay(`${named} ${date}, ${year}`))
}

const monthBehind = /^ (?:in|at (?:the )?end of|at) (?<month>[A-Z][a-z]{2,})\b(?: end\b)?(?!,? \d)/u

/** The same of the end of a month right behind a count: `362 BTC in April`. */
export function nearestMonthEnd(behind: string, released: string): string | null {
  const { month } = monthBehind.exec(behind)?.groups ?? {}
  return month === undefined ? null : lastBefore(released, (year) => endOfMonth(`${month} ${year}`))
}

function lastBefore(released: string, dayIn: (year: number) => string | null): string | null {
  const year = Number(released.slice(0, 4))
  return [year, year - 1].flatMap((each) => dayIn(each) ?? []).find((day) => day <= released) ?? null
}
