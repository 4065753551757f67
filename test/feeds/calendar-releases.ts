import { readingAt } from './reading.ts'

export const bls = 'https://www.bls.gov/schedule/news_release/bls.ics'
export const bea = 'https://www.bea.gov/news/schedule'
export const fomc = 'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm'

export const { parse: read, refusal } = readingAt('2026-08-20T12:00:00Z')
/** The releases of a calendar. */
export const releases = (url: string, body: string, at?: string) => read(url, body, at).rows.scheduled_release ?? []
