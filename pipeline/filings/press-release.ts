import { dayPattern, endOfMonth, readDay } from './written-day.ts'

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
export function datelineDay(text: string): string | null {
  const day = wires.test(text) ? sent.exec(text)?.[1] : plainly.exec(text)?.groups?.['day']
  return readDay(day ?? '')
}

const monthly =
  /\b(?:production|operations?|operational|mining)\b[^.;:]{0,60}\b(?:updates?|results?|reports?)\b[^.;:]{0,30}?\b(?:for|of)(?: the month(?: of| ended)?)? (?<month>[A-Z][a-z]+\.?,? \d{4})(?!\d)/u

/** The last day of the month whose operations a text says a release reports on: `operational results for April 2025`; null where none. */
export function reportedMonthEnd(text: string): string | null {
  return endOfMonth(monthly.exec(text)?.groups?.['month'] ?? '')
}

/** Whether a text dates what a press release says: its dateline, or the month it reports on. */
export function datesRelease(text: string): boolean {
  return datelineDay(text) !== null || reportedMonthEnd(text) !== null
}
