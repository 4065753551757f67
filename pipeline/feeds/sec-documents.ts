import { htmlOf } from '../filings/body.ts'
import { readFiledDocument } from '../filings/document.ts'
import { explainsRelease } from '../filings/press-release.ts'
import { namesBitcoin, namesUnsoldCapacity, saysBitcoinAlone } from '../filings/text.ts'
import { bodyError } from './body.ts'
import { documentAddress, requireOk, rosterFilerOf, sec, secIssuerId } from './sec-address.ts'
import { documentSet } from './sec-company-filings.ts'
import {
  amendedReportForms,
  currentReportForms,
  exhibitReportForms,
  foreignAnnualReportForms,
  periodicReportForms,
} from './sec-forms.ts'
import { feedOf } from './sightings.ts'

const id = 'sec-documents'
const forms = [...currentReportForms, ...periodicReportForms, ...amendedReportForms, ...foreignAnnualReportForms].filter(
  (form) => !exhibitReportForms.includes(form),
)
const isCurrent = (form: string | null): boolean => form !== null && currentReportForms.includes(form)
/** Passages kept: those on bitcoin, and of a current report those on what may still be sold under its share programs. */
const concerns = (text: string, form: string | null): boolean =>
  namesBitcoin(text) || (isCurrent(form) && namesUnsoldCapacity(text))
/** Sentences kept for what they say of these; only a current report is a press release. */
const explains = (text: string, form: string | null): boolean =>
  isCurrent(form) ? explainsRelease(text) : saysBitcoinAlone(text)

/**
 * Primary documents of filings (EDGAR Archives), as filed: HTML, most of it inline XBRL. Asked for because a filer's index of filings
 * leads to them. Current reports (8-K and 8-K/A, by their own cover) give their passages on bitcoin and on share programs, periodic ones
 * (10-Q, 10-K, 20-F) their tags too; an amendment that states no balance sheet again does not count. Any other form gives nothing and is read no
 * further than its cover, a 40-F too, whose report is in its exhibits. Each that is read is given whole to the readers of company documents.
 * A document whose cover names no form is refused.
 */
export const secDocuments = feedOf(
  {
    id,
    ...sec,
    title: 'SEC filed documents',
    perPage: 10,
    match: (url) => rosterFilerOf(documentAddress(url)?.cik ?? '') !== undefined,
  },
  (body, { url, recording }) => {
    const address = documentAddress(url)
    if (address === null)
      throw bodyError(id, 'NOT_A_FILED_DOCUMENT', 'the URL does not name a filed document; inspect the recording')
    requireOk(recording, id, 'document')
    const { cik, accession } = address
    const { form, spans: passages, facts, texts } = readFiledDocument(htmlOf(body), forms, concerns, explains)
    if (form === null)
      throw bodyError(id, 'COVER_WITHOUT_FORM', `the cover of ${accession} names no form; inspect the recording`, { accession })
    if (!forms.includes(form)) return {}
    const document = { company: secIssuerId(cik), accession, url: recording.url }
    const spans = passages.map((span) => ({ ...document, ...span }))
    if (isCurrent(form)) {
      const set = documentSet(body, url)
      return { rows: { span: spans }, documents: set === null ? [] : [set] }
    }
    if (amendedReportForms.includes(form) && !facts.some(({ concept }) => concept === 'us-gaap:Assets')) return {}
    const set = { ...document, form, items: [], facts, notes: texts, texts: [] }
    return { reports: [{ ...document, form, facts, texts, spans }], documents: [set] }
  },
)
