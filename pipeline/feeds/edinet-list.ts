import type { FeedRequest } from '../http/request.ts'
import type { FilingRow } from '../tables/filing.ts'
import { dayNumber, isoDay, isoTime } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { earlierWeekdays, trailingWeekdays } from './day-lists.ts'
import { dayOfListAddress, edinetFiler, listAddress, packageAddress, refuseEdinetError, viewerAddress } from './edinet-address.ts'
import { edinetNews } from './edinet-news.ts'
import { itemOf, jsonFeed } from './json-feed.ts'

const id = 'edinet-list'
/**
 * What was withdrawn or corrected since rewrites the rows of the day it was submitted. From an annual report to the next semi-annual one and
 * back is 229 days at most: as far as the newest report of a company can lie.
 */
const back = { trailing: 10, first: 240 }
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
 * its id. The oldest of the lists that are read every time leads to those before it.
 */
export const edinetList = jsonFeed({
  id,
  upstream: 'edinet',
  title: 'EDINET documents by day',
  needs: 'EDINET_API_KEY',
  perPage: 10,
  match: (url) => dayOfListAddress(url.href) !== null,
  plan: ({ now }) => trailingWeekdays(now, back).map(addressOf),
  rows: (answer) => {
    refuseEdinetError(answer, id)
    return answer['results']
  },
  absent: () => 'the response has no list "results"; inspect the recording',
  cut: ({ metadata }, { length }) => {
    const { count } = itemOf(itemOf(metadata)['resultset'])
    return count === length ? null : `the list has ${length} of ${String(count).slice(0, 20)} rows; fetch it again`
  },
  codes: { absent: 'LIST_MISSING', cut: 'LIST_CUT' },
  read: (rows, sightings) => {
    const { url, recording, each } = sightings
    const listed = dayNumber(dayOfListAddress(url.href) ?? '')!
    const read = each(rows, 'list-row', readRow)
    const earlier = earlierWeekdays(sightings, listed, back)
    return {
      rows: {
        filing: read.flatMap(({ filing }) => filing ?? []),
        withdrawal: read.flatMap(({ withdrawal }) => withdrawal ?? []),
        ...edinetNews(rows, recording.at),
      },
      next: [...read.flatMap(({ next }) => next ?? []), ...earlier.map(addressOf)],
    }
  },
})

const addressOf = (day: number): string => listAddress(isoDay(day))

interface ReadRow {
  readonly filing?: FilingRow
  readonly withdrawal?: { readonly accession: string }
  readonly next?: FeedRequest
}

/** A row, or what is wrong with it. */
function readRow(row: unknown): ReadRow | string {
  const cells = itemOf(row)
  const text = (name: string): string => (typeof cells[name] === 'string' ? cells[name] : '')
  const accession = text('docID')
  if (!/^S[0-9A-Z]{7}$/u.test(accession)) return 'its document id is invalid'
  if (text('withdrawalStatus') === withdrawn) return { withdrawal: { accession } }
  const filer = edinetFiler(text('edinetCode'))
  if (filer === undefined || !disclosed.includes(text('disclosureStatus'))) return {}
  const [, filingDate = '', time = ''] = clock.exec(text('submitDateTime')) ?? []
  if (dayNumber(filingDate) === null) return 'its submission time is invalid'
  const form = text('docTypeCode')
  if (!/^\d{3}$/u.test(form)) return 'its document type is invalid'
  const end = text('periodEnd')
  if (end !== '' && dayNumber(end) === null) return 'the end of its period is not a date'
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
