import { ParseError } from '../../errors.ts'
import { dayNumber, dayOf, isoDay, isoTime, weekdays } from '../../time/day.ts'
import { zonedToUtc } from '../../time/zone.ts'
import type { FilingRow } from '../../warehouse/tables/filing.ts'
import type { FeedRequest } from '../http/request.ts'
import { objectOf } from './body.ts'
import { edinetFiler, listAddress, listedDay, packageAddress, refuseError, viewerAddress } from './edinet-address.ts'
import { edinetNews } from './edinet-news.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'edinet-list'
/** Days whose lists are read again: what was withdrawn or corrected since rewrites the rows of the day it was submitted. */
const trailingDays = 10
/** From an annual report to the next semi-annual one and back is 229 days at most: as far as the newest report of a company can lie. */
const firstRunDays = 240
/** Annual and semi-annual reports, and what amends them. */
const reports = ['120', '130', '160', '170']
const clock = /^(\d{4}-\d{2}-\d{2}) ((?:[01]\d|2[0-3]):[0-5]\d)$/u
/** `withdrawalStatus` of a document that was withdrawn; its other values are null. */
const withdrawn = '2'
/** `disclosureStatus` of a document that may be seen, or may again. */
const disclosed = ['0', '3']

/**
 * What was submitted to EDINET, one day of Tokyo a list: asked for weekdays, as nothing is submitted at weekends. Gives the documents of
 * companies of the roster and the news of all filers, and leads to the packages of their annual and semi-annual reports. A row of a withdrawn document has nothing but
 * its id. The oldest of the lists that are read every time leads to those before it, as far as the newest report of a company can lie;
 * what is loaded already is the caller's to leave out.
 */
export const edinetList = defineFeed({
  id,
  upstream: 'edinet',
  title: 'EDINET documents by day',
  needs: 'EDINET_API_KEY',
  perPage: 10,
  match: (url) => listedDay(url.href) !== null,
  plan: (state) => weekdays(tokyoDay(state.now) - trailingDays + 1, tokyoDay(state.now)).map(request),
  parse: (body, recording) => {
    const listed = dayNumber(listedDay(recording.url) ?? '')
    if (listed === null)
      throw new ParseError('NOT_A_LIST', `${id}: the URL does not name a day; inspect the recording`, { feed: id })
    const rows = rowsOf(objectOf(body, id))
    const read = rows.map(readRow)
    const oldest = weekdays(tokyoDay(Date.parse(recording.at)) - trailingDays + 1, listed)[0] === listed
    const earlier = oldest ? weekdays(listed - firstRunDays, listed - 1).toReversed() : []
    return {
      rows: {
        filing: read.flatMap(({ filing }) => filing ?? []),
        withdrawal: read.flatMap((row) => row.withdrawal ?? []),
        ...edinetNews(rows, recording.at),
      },
      rejected: read.flatMap(({ rejected }) => rejected ?? []),
      next: [...read.flatMap(({ next }) => next ?? []), ...earlier.map(request)],
    }
  },
})

function request(day: number): FeedRequest {
  return { feed: id, upstream: 'edinet', url: listAddress(isoDay(day)) }
}

/** The day it is in Tokyo. */
function tokyoDay(now: number): number {
  return dayOf(now + 9 * 3_600_000)
}

function rowsOf(page: Record<string, unknown>): unknown[] {
  refuseError(page, id)
  const { metadata, results } = page as { metadata?: { resultset?: { count?: unknown } }; results?: unknown }
  const count = metadata?.resultset?.count
  if (!Array.isArray(results))
    throw new ParseError('LIST_MISSING', `${id}: the response has no list "results"; inspect the recording`)
  if (count !== results.length)
    throw new ParseError(
      'LIST_CUT',
      `${id}: the list has ${results.length} of ${String(count).slice(0, 20)} rows; fetch it again`,
    )
  return results
}

interface ReadRow {
  readonly filing?: FilingRow
  readonly withdrawal?: { readonly accession: string }
  readonly next?: FeedRequest
  readonly rejected?: Rejected
}

function readRow(row: unknown): ReadRow {
  const cells = typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {}
  const text = (name: string): string => (typeof cells[name] === 'string' ? cells[name] : '')
  const accession = text('docID')
  if (!/^S[0-9A-Z]{7}$/u.test(accession)) return refused(row, 'its document id is invalid')
  if (text('withdrawalStatus') === withdrawn) return { withdrawal: { accession } }
  const filer = edinetFiler(text('edinetCode'))
  if (filer === undefined || !disclosed.includes(text('disclosureStatus'))) return {}
  const [, filingDate = '', time = ''] = clock.exec(text('submitDateTime')) ?? []
  if (dayNumber(filingDate) === null) return refused(row, 'its submission time is invalid')
  const form = text('docTypeCode')
  if (!/^\d{3}$/u.test(form)) return refused(row, 'its document type is invalid')
  const end = text('periodEnd')
  if (end !== '' && dayNumber(end) === null) return refused(row, 'the end of its period is not a date')
  const filing = {
    company: filer.id,
    accession,
    form,
    filing_date: filingDate,
    // of a half-year report the list names the end of the whole year, which is still to come
    report_date: end === '' || end > filingDate ? null : end,
    accepted_at: isoTime(zonedToUtc(filingDate, time, 'Asia/Tokyo')),
    items: '',
    url: viewerAddress(accession),
  }
  if (!reports.includes(form) || text('csvFlag') !== '1') return { filing }
  return { filing, next: { feed: 'edinet-documents', upstream: 'edinet', url: packageAddress(accession) } }
}

function refused(row: unknown, reason: string): ReadRow {
  return { rejected: rejection(null, 'list-row', reason, JSON.stringify(row)) }
}
