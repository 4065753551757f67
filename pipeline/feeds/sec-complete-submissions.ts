import { readDocumentSet, readFiledDocument } from '../filings/document.ts'
import { explainsRelease } from '../filings/press-release.ts'
import { type SubmissionHeader, type SubmittedDocument, submittedDocuments } from '../filings/submission.ts'
import { namesBitcoin, saysBitcoinAlone } from '../filings/text.ts'
import type { FilingRow } from '../tables/filing.ts'
import { dayNumber } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { bodyError } from './body.ts'
import type { ReportDocument } from './feed.ts'
import { filingFolder, requireOk, rosterFilerOf, sec, secIssuerId, submissionAddress } from './sec-address.ts'
import { readSubmission, submissionSet } from './sec-company-filings.ts'
import { currentReportForms, exhibitReportForms, foreignCurrentReportForms } from './sec-forms.ts'
import { feedOf } from './sightings.ts'

const id = 'sec-complete-submissions'
/** Characters of one document that is read: the same bound as that of a primary document. */
const longest = 16 * 1024 * 1024

/**
 * Complete submissions (EDGAR Archives): one text with every document of a filing. Asked for where a total may be in an exhibit: of a
 * 6-K, of an 8-K that has exhibits, and of a 40-F. Read are the HTML documents of type EX-99, and of a 6-K and a 40-F the document itself.
 * Passages on bitcoin of a current report carry the address of that document, and the type of an exhibit before their place. A 6-K names its
 * filing with the true time of acceptance. A 40-F gives one report. What is read is given whole to the readers of company documents. Any
 * other form gives nothing.
 */
export const secCompleteSubmissions = feedOf(
  {
    id,
    ...sec,
    title: 'SEC complete submissions',
    match: (url) => rosterFilerOf(submissionAddress(url)?.cik ?? '') !== undefined,
  },
  (body, { url, recording }) => {
    const address = submissionAddress(url)
    if (address === null)
      throw bodyError(id, 'NOT_A_SUBMISSION_ADDRESS', 'the URL does not name a submission; inspect the recording')
    requireOk(recording, id, 'submission')
    const { text, header } = readSubmission(body, url, id)
    const { accession } = header
    if (!/<\/SEC-DOCUMENT>\s*$/u.test(text.slice(-1_000)))
      throw bodyError(id, 'SUBMISSION_CUT_SHORT', 'the submission ends before its closing tag; fetch it again', { accession })
    const foreign = foreignCurrentReportForms.includes(header.form)
    const annual = exhibitReportForms.includes(header.form)
    if (!foreign && !annual && !currentReportForms.includes(header.form)) return {}
    const documents = submittedDocuments(text)
    const company = secIssuerId(address.cik)
    const folder = filingFolder(address.cik, accession)
    const read = documents.filter(
      (document) => isHtml(document) && (/^EX-99/u.test(document.type) || ((foreign || annual) && document.type === header.form)),
    )
    const within = ({ type, filename }: SubmittedDocument, place: string) => {
      if (type === header.form) return place
      return read.filter((other) => other.type === type).length > 1 ? `${type} (${filename}), ${place}` : `${type}, ${place}`
    }
    if (annual) {
      const addressed = read.map((document) => ({ ...document, url: `${folder}/${document.filename}` }))
      const report = reportOf(addressed, { company, accession, form: header.form }, within)
      if (report === null) return {}
      const { spans: _, texts: notes, ...filed } = report
      return { reports: [report], documents: [{ ...filed, items: [], notes, texts: [] }] }
    }
    return {
      rows: {
        filing: foreign ? [filingOf(header, company, `${folder}/${documents[0]?.filename}`)] : [],
        span: read.flatMap((document) =>
          readFiledDocument(document.text, null, namesBitcoin, explainsRelease).spans.map((span) => ({
            ...{ company, accession, url: `${folder}/${document.filename}` },
            ...span,
            place: within(document, span.place),
          })),
        ),
      },
      documents: submissionSet(body, url).flatMap((set) => set ?? []),
    }
  },
)

/**
 * The documents of an annual report in exhibits -> the report: tags and notes of the one that tags most numbers, which is the statements,
 * with what the cover tags; passages of all of them. Null where nothing of it can be read.
 */
function reportOf(
  documents: readonly (SubmittedDocument & { readonly url: string })[],
  filing: Pick<ReportDocument, 'company' | 'accession' | 'form'>,
  within: (document: SubmittedDocument, place: string) => string,
): ReportDocument | null {
  const set = readDocumentSet(
    documents.map(({ text }) => text),
    namesBitcoin,
    saysBitcoinAlone,
  )
  const tagged = set.map(({ facts }) => facts.filter(({ number }) => number !== null).length)
  const at = tagged.indexOf(Math.max(...tagged))
  const statements = set[at]
  if (statements === undefined) return null
  const cover = set.flatMap(({ facts }, index) => (index === at ? [] : facts.filter(({ concept }) => concept.startsWith('dei:'))))
  return {
    ...filing,
    url: documents[at]!.url,
    facts: [...cover, ...statements.facts],
    texts: statements.texts,
    spans: set.flatMap(({ spans }, index) => {
      const document = documents[index]!
      const { company, accession } = filing
      return spans.map((span) => ({ company, accession, url: document.url, ...span, place: within(document, span.place) }))
    }),
  }
}

function isHtml({ filename, text }: SubmittedDocument): boolean {
  const html = /<html[\s>]|<!doctype html/iu.test(text.slice(0, 4_096))
  return /^[\w.-]+\.html?$/u.test(filename) && html && text.length <= longest
}

function filingOf(
  { accession, form, filingDate, reportDate, accepted }: SubmissionHeader,
  company: string,
  url: string,
): FilingRow {
  for (const day of [filingDate, accepted.day, reportDate ?? filingDate])
    if (dayNumber(day) === null)
      throw bodyError(id, 'SUBMISSION_DAY', `"${day}" is not a date; inspect the recording`, { accession })
  const acceptedAt = new Date(zonedToUtc(accepted.day, accepted.time, 'America/New_York')).toISOString()
  return { company, accession, form, filing_date: filingDate, report_date: reportDate, accepted_at: acceptedAt, items: '', url }
}
