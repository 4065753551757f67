import type { PeriodicFilingRow } from '../tables/company.ts'
import type { FilingRow } from '../tables/filing.ts'
import { filingIndexUrl, issuerOf } from './sec-address.ts'
import { statementReports } from './sec-forms.ts'
import type { NamedFiling } from './sec-news.ts'

/** Those of the filings of a day's index that are periodic reports, a row for each company. */
export function namedPeriodicFilings(filings: readonly NamedFiling[]): PeriodicFilingRow[] {
  return filings.flatMap(({ accession, form, day, companies }) =>
    statementReports.includes(form)
      ? companies.map(({ cik }) => ({
          ...{ filing: accession, company: issuerOf(cik), form, filed: day, period: null, document_url: null },
          index_url: filingIndexUrl(cik, accession),
        }))
      : [],
  )
}

/** Those of the filings of a filer's index that are periodic reports. */
export function periodicFilingsOf(filings: readonly FilingRow[], cik: string): PeriodicFilingRow[] {
  return filings.flatMap(({ accession, company, form, filing_date: filed, report_date: period, url }) =>
    statementReports.includes(form)
      ? { filing: accession, company, form, filed, period, document_url: url, index_url: filingIndexUrl(cik, accession) }
      : [],
  )
}
