import { issuerId } from '../../data/companies.ts'
import { type IssuerRow, unstated } from '../tables/company.ts'
import type { FilingRow } from '../tables/filing.ts'
import { isoDay, isoTime, monthOf } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { bodyArray, bodyError, bodyObject } from './body.ts'
import { jsonItemTexts } from './json-feed.ts'
import { industryOf, isIndianIsin, readResults, resultsFile } from './nse-instance.ts'
import { calendarDay } from './scheduled-release.ts'
import { feedOf } from './sightings.ts'

const id = 'nse-results'
const upstream = 'nse'
const zone = 'Asia/Kolkata'
/** Lists of results to the end of 2024, and of integrated filings since. */
const lists = { results: '/api/corporates-financial-results', integrated: '/api/integrated-filing-results' } as const
/** The filings it published last. */
const newest = `https://www.nseindia.com${lists.integrated}?index=equities&type=Integrated%20Filing-%20Financials&page=1&size=100`
const isListed = ({ host, pathname }: URL) =>
  host === 'www.nseindia.com' && Object.values(lists).some((path) => path === pathname)

/**
 * Results that companies listed in India file with the National Stock Exchange: lists of them, which say to the second when the exchange published
 * each, and their XBRL instances (nsearchives.nseindia.com). Consolidated and standalone results are separate filings. The exchange lets nobody
 * pass on what it publishes without a licence: it is asked only where the operator declares one.
 */
export const nseResults = feedOf(
  {
    id,
    upstream,
    title: 'Results of companies, NSE',
    match: (url) => isListed(url) || resultsFile(url) !== null,
    plan: ({ licences }) => (licences?.has(upstream) ? [newest] : []),
  },
  (body, sightings) => {
    const { url } = sightings
    const file = resultsFile(url)
    if (file !== null) return readResults(body, { file, url: url.href }, id, sightings)
    const rows = url.pathname === lists.integrated ? bodyObject(body, id)['data'] : bodyArray(body, id)
    if (!Array.isArray(rows)) throw bodyError(id, 'LIST_MISSING', 'the answer has no list of results; inspect the recording')
    const listed = sightings.each(rows, 'list-row', listedIn)
    return {
      rows: { filing: listed.map(({ filing }) => filing), issuer: listed.flatMap(({ issuer }) => issuer ?? []) },
      next: listed.map(({ next }) => next),
    }
  },
)

/** A row of a list, or why it cannot be read. */
function listedIn(row: unknown): { filing: FilingRow; issuer: IssuerRow | null; next: string } | string {
  const text = (...names: readonly string[]) => names.map(jsonItemTexts(row)).find((value) => value !== '' && value !== '-') ?? ''
  const address = text('xbrl')
  const url = URL.canParse(address) ? new URL(address) : null
  const file = url && resultsFile(url)
  if (url === null || file === null) return 'no XBRL file of results'
  const [symbol, isin] = [text('symbol'), text('isin')]
  const number = isIndianIsin(isin) ? isin : symbol
  const published = momentOf(
    text('exchdisstime', 'broadCastDate', 'creation_Date', 'broadcast_Date', 'revised_Date', 'filingDate'),
  )
  const end = dayOf(text('toDate', 'qe_Date'))
  if (!/^[A-Z0-9&-]{1,20}$/.test(number) || published === null || end === null) return 'no company, period or time of publication'
  const company = issuerId('in', number)
  const yearEnd = dayOf(text('financialYear').split(/ to /i)[1] ?? '')
  const name = text('companyName', 'cmName', 'smName')
  const about = { company, told_by: 'list', name, country: 'India', fiscal_year_end: yearEnd?.slice(5) ?? null } as const
  return {
    filing: {
      ...{ accession: file, company, form: 'results', filing_date: published.day, report_date: end, items: '', url: url.href },
      accepted_at: isoTime(zonedToUtc(published.day, published.clock, zone)),
    },
    issuer: name === '' ? null : { ...unstated, ...about, ...industryOf(file) },
    next: url.href,
  }
}

/** `31-Dec-2024` -> `2024-12-31`; null for any other text. */
function dayOf(text: string): string | null {
  const [, day, month = '', year] = /^(\d{2})-([a-z]{3})-(\d{4})$/i.exec(text.trim()) ?? []
  const name = month.charAt(0).toUpperCase() + month.slice(1).toLowerCase()
  const number = calendarDay(Number(year), monthOf(name), Number(day))
  return number === null ? null : isoDay(number)
}

/** `16-Jan-2025 19:42:44`, on the clock of India. */
function momentOf(text: string): { readonly day: string; readonly clock: string } | null {
  const [date = '', clock = ''] = text.split(/\s+/)
  const day = dayOf(date)
  return day !== null && /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(clock) ? { day, clock } : null
}
