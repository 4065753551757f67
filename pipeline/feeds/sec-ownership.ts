import { holderForms, insiderForms, ownershipDays } from '../../data/ownership-codes.ts'
import { isHolderReport, readHolderReport } from '../filings/holder-report.ts'
import { isInsiderReport, readInsiderReport } from '../filings/insider-report.ts'
import { readStrictXml } from '../filings/strict-xml.ts'
import type { FeedRequest } from '../http/request.ts'
import { holderLine, insiderLine, largestHolder } from '../news/ownership-line.ts'
import type { FilingRow } from '../tables/filing.ts'
import type { OwnershipFilingRow, OwnershipLineRow, OwnershipReportRow } from '../tables/ownership.ts'
import { dayNumber, dayOf } from '../time/day.ts'
import { bodyError, bodyText } from './body.ts'
import { archivedFiling, filingFolder, requireOk, sec, secIssuerId } from './sec-address.ts'
import { feedOf } from './sightings.ts'

const id = 'sec-ownership'
const forms = [...insiderForms, ...holderForms]
/** The document itself, and not the page that a stylesheet makes of it. XBRL instances are in such folders too. */
const path =
  /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/(?!R\d+\.xml$)(?![\w.-]*_(?:htm|cal|def|lab|pre|ref)\.xml$)[\w.-]+\.xml$/u

const addressIn = (url: URL) => archivedFiling(url, path)

/**
 * Reports of insiders and of holders of over 5% (EDGAR Archives), as structured data: forms 3, 4 and 5, and Schedules 13D and 13G since December
 * 2024. Asked for where the index of a company's filings names them, of the last 90 days. Whom a form is about only the form says: a company
 * also lists those that it files on others.
 */
export const secOwnership = feedOf(
  {
    id,
    ...sec,
    title: 'SEC reports of insiders and large holders',
    perPage: 10,
    match: (url) => addressIn(url) !== null,
    plan: ({ companies: { ownership = [] } }) => ownershipRequests(ownership),
  },
  (body, { url, recording }) => {
    requireOk(recording, id, 'report')
    const root = readStrictXml(bodyText(body, id))
    const { cik, accession } = addressIn(url)!
    const about = isInsiderReport(root) ? insiderRows(root) : isHolderReport(root) ? holderRows(root) : null
    if (about === null)
      throw bodyError(id, 'NOT_AN_OWNERSHIP_REPORT', 'the document is not a form 3, 4, 5, 13D or 13G; inspect the recording', {
        accession,
      })
    const { report, lines } = about
    const filing = { filing: accession, form: report.form, company: report.company }
    const row = { ...report, filing: accession, role: 'issuer' as const, url: url.href, place: 'document' }
    const lister = secIssuerId(cik)
    return {
      rows: {
        ownership_report: [row, ...(lister === report.company ? [] : [{ ...row, company: lister, role: 'filer' as const }])],
        ownership_line: lines.map((line, at) => ({ ...line, ...filing, place: `line ${at + 1}` })),
      },
    }
  },
)

/** Requests of documents by their addresses. */
export const ownershipRequests = (urls: readonly string[]): FeedRequest[] =>
  urls.map((url) => ({ feed: id, upstream: 'sec', url }))

type Root = ReturnType<typeof readStrictXml>
type Report = Omit<OwnershipReportRow, 'filing' | 'role' | 'url' | 'place'>
type Line = Omit<OwnershipLineRow, 'filing' | 'form' | 'company' | 'place'>

function insiderRows(root: Root): { readonly report: Report; readonly lines: readonly Line[] } {
  const report = readInsiderReport(root)
  const { form, issuer, period, original, owners, plan, lines } = report
  const none = { holders: [], security: null, purpose: null }
  return {
    report: { form, company: secIssuerId(issuer), period, original, owners, plan, ...none, title: insiderLine(report) },
    lines,
  }
}

function holderRows(root: Root): { readonly report: Report; readonly lines: readonly Line[] } {
  const report = readHolderReport(root)
  const { form, issuer, event: period, security, holders, purpose } = report
  const first = largestHolder(holders)
  const ordered = [first, ...holders.filter((each) => each !== first)]
  const none = { original: null, owners: [], plan: null }
  return {
    report: {
      form,
      company: secIssuerId(issuer),
      period,
      ...none,
      holders: ordered,
      security,
      purpose,
      title: holderLine(report),
    },
    lines: [],
  }
}

/** Those of a filer's filings that are read, of the last days before its index was recorded (RFC 3339). */
export function ownershipFilingsOf(filings: readonly FilingRow[], cik: string, at: string): OwnershipFilingRow[] {
  const since = dayOf(Date.parse(at)) - ownershipDays
  return filings.flatMap(({ accession: filing, company, form, filing_date: filed, url }) => {
    if (!forms.includes(form) || dayNumber(filed)! <= since || !url.endsWith('.xml')) return []
    // the list names the page that a stylesheet makes of the document
    return { filing, company, form, filed, url: `${filingFolder(cik, filing)}/${url.slice(url.lastIndexOf('/') + 1)}` }
  })
}
