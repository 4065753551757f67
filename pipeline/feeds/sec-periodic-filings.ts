import { filingFormOf } from '../../data/companies/filing-forms.ts'
import type { PeriodicFilingRow } from '../tables/company.ts'
import type { FilingRow } from '../tables/filing.ts'
import { filingIndexUrl, secIssuerId } from './sec-address.ts'
import type { NamedFiling } from './sec-news.ts'

/**
 * Those of the filings of a day's index that are periodic reports or signs of situations, a row for each company. Amendments of what a company
 * may file on another are left to the index of its filer.
 */
export function namedPeriodicFilings(filings: readonly NamedFiling[]): PeriodicFilingRow[] {
  return filings.flatMap(({ accession, form, day, companies }) => {
    const row = filingFormOf(form)
    if (row === undefined || (row.onOthers && form.endsWith('/A'))) return []
    const about = row.onOthers ? null : true
    return companies.map(({ cik }) => ({
      ...{ filing: accession, company: secIssuerId(cik), form, filed: day, period: null, document_url: null, about },
      index_url: filingIndexUrl(cik, accession),
    }))
  })
}

/** Those of the filings of a filer's index; `onOthers` are filed on another company. */
export function periodicFilingsOf(
  filings: readonly FilingRow[],
  cik: string,
  onOthers: ReadonlySet<string>,
): PeriodicFilingRow[] {
  return filings.flatMap(({ accession, company, form, filing_date: filed, report_date: period, url }) => {
    const row = filingFormOf(form)
    if (row === undefined) return []
    const about = !(row.onOthers && onOthers.has(accession))
    const address = { document_url: url, index_url: filingIndexUrl(cik, accession) }
    return { filing: accession, company, form, filed, period, about, ...address }
  })
}
