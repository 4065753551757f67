import { dayPattern, endOfMonth, readDay } from './written-day.ts'

const sent = new RegExp(`^[^\\d]{2,80}[\\s,(\u2010-\u2015-]+(${dayPattern})\\W`, 'u')
const wires =
  /\b(?:today|GLOBE ?NEWSWIRE|PR ?Newswire|BUSINESS ?WIRE|ACCESS ?(?:WIRE|Newswire)|Newsfile(?: Corp)?|Marketwired|Cision|CNW|EQS)\b/iu

/**
 * The day a press release was sent, where a sentence of it is its dateline: `NEW YORK - October 8, 2025 - DDC Enterprise Limited ... today
 * announced`, `TORONTO--(Newsfile Corp. - April 2, 2024) - ...`. Null for any other sentence.
 */
export function datelineDay(text: string): string | null {
  return wires.test(text) ? readDay(sent.exec(text)?.[1] ?? '') : null
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
