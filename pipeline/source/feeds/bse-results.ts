import { ofCompanyAlone } from '../../../data/companies/markets.ts'
import { issuerId } from '../../../data/companies.ts'
import { dayNumber, endOfMonth, isoDay, isoTime } from '../../time/day.ts'
import { zonedToUtc } from '../../time/zone.ts'
import type { FilingRow } from '../../warehouse/tables/filing.ts'
import { bodyError, objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'bse-results'
const address = 'https://api.bseindia.com/BseIndiaAPI/api/IntegratedFinance'
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Results that a company filed with the Bombay Stock Exchange, by its scrip code: when each was filed, and when it was filed again. A half-year
 * and a year may have the same file.
 */
export const bseResults = defineFeed({
  id,
  upstream: 'bse',
  title: 'Results of companies, BSE',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [],
  parse: (body, { url }) => {
    const code = new URL(url).searchParams.get('scripcode') ?? ''
    const { Table: rows } = objectOf(body, id)
    if (!Array.isArray(rows) || !/^\d{6}$/.test(code))
      throw bodyError(id, 'LIST_MISSING', 'the answer has no list of results of a scrip code; inspect the recording')
    const rejected: Rejected[] = []
    const filings = rows.flatMap((row): FilingRow[] => {
      const filing = filingIn(row, code)
      if (filing !== null) return [filing]
      rejected.push(rejection(null, 'list-row', 'no file, period or time of filing', JSON.stringify(row)))
      return []
    })
    // of the rows of one file the first counts: that of the year
    const byForm = filings.toSorted((a, b) => Number(a.form.includes('quarterly')) - Number(b.form.includes('quarterly')))
    return { rows: { filing: byForm }, rejected, next: [] }
  },
})

/** `Standalone-Mar-Yearly-2026` */
const named = /^(Standalone|Consolidated)-([A-Z][a-z]{2})-(Qtr|Hly|Yearly)-(\d{4})$/

function filingIn(row: unknown, code: string): FilingRow | null {
  const cells = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>
  const text = (name: string) => (typeof cells[name] === 'string' ? cells[name].trim() : '')
  const [, scope, month = '', kind, year] = named.exec(text('Quarter_Name')) ?? []
  const isRevised = text('status') === 'Revised'
  const moment = text(isRevised ? 'revised_date_time' : 'filing_date_time')
  const [, day = '', clock = ''] = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?$/.exec(moment) ?? []
  const path = text('XbrlFile')
  const first = dayNumber(`${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-01`)
  if (first === null || dayNumber(day) === null || !/^\/XBRLFILES\/[\w/.-]+$/.test(path)) return null
  const form = `${isRevised ? 'amended ' : ''}${kind === 'Yearly' ? 'annual' : 'quarterly'} results`
  return {
    ...{ accession: path.slice(path.lastIndexOf('/') + 1), company: issuerId('in', code), items: '' },
    form: scope === 'Standalone' ? form + ofCompanyAlone : form,
    ...{ filing_date: day, report_date: isoDay(endOfMonth(first)), url: `https://www.bseindia.com${path}` },
    accepted_at: isoTime(zonedToUtc(day, clock, 'Asia/Kolkata')),
  }
}
