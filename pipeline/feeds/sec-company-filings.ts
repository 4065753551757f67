import { hasDoubtOrWeaknessWords } from '../../data/companies/situation-wordings.ts'
import { htmlOf } from '../filings/body.ts'
import { type FiledDocument, readDocumentSet, readFiledDocument } from '../filings/document.ts'
import type { DocumentSet, FiledText } from '../filings/document-set.ts'
import type { Span } from '../filings/span.ts'
import { type SubmissionHeader, submissionHeader, submittedDocuments } from '../filings/submission.ts'
import type { FeedRequest } from '../http/request.ts'
import { bodyError } from './body.ts'
import {
  archivedFiling,
  documentAddress,
  requireOk,
  rosterFilerOf,
  sec,
  secIssuerId,
  submissionAddress,
  submissionUrl,
} from './sec-address.ts'
import { currentReportForms, foreignCurrentReportForms, statementReportForms } from './sec-forms.ts'
import { feedOf } from './sightings.ts'

const id = 'sec-company-filings'
/** What a live request takes at most; a results release with its slides as pictures has some 20 MB. */
const largest = 64 * 1024 * 1024
const decoder = new TextDecoder('utf-8')
/** Of a current report everything is read; of a report what is tagged, and sentences on doubt and weakness. */
const everything = () => true
/** A reader keeps sentences that explain others only where there are others: the cover of a report has some. */
const reportText = (text: string) =>
  hasDoubtOrWeaknessWords(text) || /^(?:form 10-|for the (?:fiscal|quarterly|transition))/iu.test(text)
const passagesOf = ({ spans }: FiledDocument) =>
  spans.filter(({ kind, text }) => kind === 'sentence' && hasDoubtOrWeaknessWords(text))

/**
 * Filings of listed companies (EDGAR Archives): a primary document, or the complete submission with its exhibits, whose inline XBRL is one set.
 * Annual and quarterly reports give what is tagged, 8-K and 6-K their text and that of their exhibits 99. Companies of the roster have other
 * feeds, which read the same documents for their bitcoins too.
 */
export const secCompanyFilings = feedOf(
  {
    id,
    ...sec,
    title: 'SEC filings of listed companies',
    match: (url) => {
      const address = documentAddress(url) ?? submissionAddress(url) ?? folderAddress(url)
      return address !== null && rosterFilerOf(address.cik) === undefined
    },
    plan: ({ companies: { documents = [] } }) => documentRequests(documents),
  },
  (body, { url, recording }) => {
    requireOk(recording, id, 'filing')
    const documents = submissionAddress(url) === null ? [documentSet(body, url)] : submissionSet(body, url)
    return { documents: documents.flatMap((set) => set ?? []) }
  },
)

/** Requests of complete submissions. */
export const documentRequests = (filings: readonly { readonly cik: string; readonly accession: string }[]): FeedRequest[] =>
  filings.map(({ cik, accession }) => ({ feed: id, upstream: 'sec', url: submissionUrl(cik, accession) }))

const folder = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/$/

/** The folder of a filing stands for its primary document, where that is recorded without its name. */
const folderAddress = (url: URL) => archivedFiling(url, folder)

const isCurrent = (form: string) => currentReportForms.includes(form) || foreignCurrentReportForms.includes(form)

/** A document by itself: a report or a current report by its cover, an exhibit by the tags of the submission around it. */
export function documentSet(body: Uint8Array, url: URL): DocumentSet | null {
  const { cik, accession } = (documentAddress(url) ?? folderAddress(url))!
  const filing = { company: secIssuerId(cik), accession, url: url.href }
  const start = decoder.decode(body.subarray(0, 4_096))
  const wrapped = start.includes('<DOCUMENT>') ? submittedDocuments(decoder.decode(body))[0]! : null
  const html = wrapped === null ? htmlOf(body) : wrapped.text
  if (wrapped !== null && /^EX-99/u.test(wrapped.type)) {
    const { spans, facts } = readFiledDocument(html, null, everything, everything)
    return { ...filing, form: '8-K', items: [], facts, texts: [{ url: url.href, type: wrapped.type, spans }] }
  }
  const { form } = readFiledDocument(html, [], () => false)
  if (form === null)
    throw bodyError(id, 'COVER_WITHOUT_FORM', `the cover of ${accession} names no form; inspect the recording`, { accession })
  if (isCurrent(form)) {
    const { spans, facts } = readFiledDocument(html, null, everything, everything)
    return { ...filing, form, items: itemsIn(spans), facts, texts: [{ url: url.href, type: form, spans }] }
  }
  if (!statementReportForms.includes(form)) return null
  const report = readFiledDocument(html, null, reportText, hasDoubtOrWeaknessWords)
  const texts = [{ url: url.href, type: form, spans: passagesOf(report) }]
  return { ...filing, form, items: [], facts: report.facts, notes: report.texts, texts }
}

/** A complete submission with its header; one that is too large, or of another filing, is refused. */
export function readSubmission(body: Uint8Array, url: URL, feed: string): { text: string; header: SubmissionHeader } {
  const { cik, accession } = submissionAddress(url)!
  const bytes = body.byteLength
  if (bytes > largest)
    throw bodyError(feed, 'SUBMISSION_TOO_LARGE', `the submission is over ${largest} bytes; inspect the recording`, { bytes })
  const text = decoder.decode(body)
  const header = submissionHeader(text)
  if (header.accession !== accession || !header.ciks.includes(cik))
    throw bodyError(feed, 'OTHER_SUBMISSION', `the submission is not ${accession}; inspect the recording`, { accession })
  return { text, header }
}

/** A complete submission: the documents of one filing. */
export function submissionSet(body: Uint8Array, url: URL): (DocumentSet | null)[] {
  const { cik, accession } = submissionAddress(url)!
  const { text, header } = readSubmission(body, url, id)
  const { form } = header
  if (!isCurrent(form) && !statementReportForms.includes(form)) return []
  const all = submittedDocuments(text)
  const isRead = ({ type, text: html }: (typeof all)[number]) =>
    (type === form || /^EX-(?:99|13)/u.test(type)) && !/^\s*(?:%PDF|begin \d{3} )/u.test(html)
  const some = all.filter(isRead)
  const read: FiledDocument[] = readDocumentSet(
    some.map((each) => each.text),
    isCurrent(form) ? everything : reportText,
    isCurrent(form) ? everything : hasDoubtOrWeaknessWords,
  )
  const base = url.href.replace(/\/?[^/]*\.txt$/u, '')
  const addressOf = (filename: string) => `${base}/${accession.replaceAll('-', '')}/${filename}`.replace(/(\/\d{18})\1\//u, '$1/')
  const texts = read.map(
    (document, at): FiledText => ({
      url: addressOf(some[at]!.filename),
      type: some[at]!.type,
      spans: isCurrent(form) ? document.spans : passagesOf(document),
    }),
  )
  const set: DocumentSet = {
    ...{ company: secIssuerId(cik), accession, form, texts },
    items: isCurrent(form) ? texts.flatMap(({ type, spans }) => (type === form ? itemsIn(spans) : [])) : [],
    url: addressOf(some[0]?.filename ?? ''),
    facts: read.flatMap(({ facts }) => facts),
    ...(isCurrent(form) ? {} : { notes: read.flatMap(({ texts: notes }) => notes) }),
  }
  return [set]
}

/** Items of a current report, by the headings of its text; in a document of plain text a heading is written in capitals within a sentence. */
function itemsIn(spans: readonly Span[]): string[] {
  const named = spans.flatMap(({ text, heading, section }) =>
    [text, heading, section].flatMap((each) => [
      ...(/^\s*item\s+(\d\.\d\d)/iu.exec(each)?.slice(1, 2) ?? []),
      ...[...each.matchAll(/\sITEM\s+(\d\.\d\d)\b/gu)].map(([, item = '']) => item),
    ]),
  )
  return [...new Set(named)]
}
