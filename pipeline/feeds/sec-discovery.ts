import type { FollowUpRequest } from './feed.ts'
import { rosterFilerOf } from './sec-address.ts'
import {
  amendedReportForms,
  currentReportForms,
  foreignAnnualReportForms,
  foreignCurrentReportForms,
  periodicReportForms,
} from './sec-forms.ts'

const read = new Set([
  ...currentReportForms,
  ...foreignCurrentReportForms,
  ...periodicReportForms,
  ...amendedReportForms,
  ...foreignAnnualReportForms,
])

/**
 * A filing that a list of all filings names -> the index of its filer, which says more and leads on to the document; nothing for a filer
 * that is not followed or a form that is not read.
 */
export function filerIndexRequests({ cik, form, accession }: Record<'cik' | 'form' | 'accession', string>): FollowUpRequest[] {
  const filer = rosterFilerOf(cik)
  if (!filer || !read.has(form)) return []
  const url = `https://data.sec.gov/submissions/CIK${filer.code}.json`
  return [{ feed: 'sec-submissions', upstream: 'sec', url, tells: accession }]
}
