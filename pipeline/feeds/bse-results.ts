import { companyAloneSuffix } from '../../data/companies/markets.ts'
import { issuerId } from '../../data/companies.ts'
import type { FilingRow } from '../tables/filing.ts'
import { dayNumber, endOfMonth, isoDay, isoTime, monthOf } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { jsonFeed, jsonItemTexts } from './json-feed.ts'
import { calendarDay } from './scheduled-release.ts'

const address = 'https://api.bseindia.com/BseIndiaAPI/api/IntegratedFinance'
const codeIn = (url: URL): string => url.searchParams.get('scripcode') ?? ''

/**
 * Results that a company filed with the Bombay Stock Exchange, by its scrip code: when each was filed, and when it was filed again. A half-year
 * and a year may have the same file.
 */
export const bseResults = jsonFeed({
  id: 'bse-results',
  upstream: 'bse',
  title: 'Results of companies, BSE',
  match: (url) => `${url.origin}${url.pathname}` === address,
  rows: ({ Table: rows }, url) => (/^\d{6}$/.test(codeIn(url)) ? rows : null),
  absent: () => 'the answer has no list of results of a scrip code; inspect the recording',
  codes: { absent: 'LIST_MISSING' },
  read: (rows, { url, each }) => {
    const filings = each(rows, 'list-row', (row) => filingIn(row, codeIn(url)) ?? 'no file, period or time of filing')
    // of the rows of one file the first counts: that of the year
    const byForm = filings.toSorted((a, b) => Number(a.form.includes('quarterly')) - Number(b.form.includes('quarterly')))
    return { rows: { filing: byForm } }
  },
})

/** `Standalone-Mar-Yearly-2026` */
const named = /^(Standalone|Consolidated)-([A-Z][a-z]{2})-(Qtr|Hly|Yearly)-(\d{4})$/

function filingIn(row: unknown, code: string): FilingRow | null {
  const text = jsonItemTexts(row)
  const [, scope, month = '', kind, year] = named.exec(text('Quarter_Name')) ?? []
  const isRevised = text('status') === 'Revised'
  const moment = text(isRevised ? 'revised_date_time' : 'filing_date_time')
  const [, day = '', clock = ''] = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?$/.exec(moment) ?? []
  const path = text('XbrlFile')
  const first = calendarDay(Number(year), monthOf(month), 1)
  if (first === null || dayNumber(day) === null || !/^\/XBRLFILES\/[\w/.-]+$/.test(path)) return null
  const form = `${isRevised ? 'amended ' : ''}${kind === 'Yearly' ? 'annual' : 'quarterly'} results`
  return {
    ...{ accession: path.slice(path.lastIndexOf('/') + 1), company: issuerId('in', code), items: '' },
    form: scope === 'Standalone' ? form + companyAloneSuffix : form,
    ...{ filing_date: day, report_date: isoDay(endOfMonth(first)), url: `https://www.bseindia.com${path}` },
    accepted_at: isoTime(zonedToUtc(day, clock, 'Asia/Kolkata')),
  }
}
