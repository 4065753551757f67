import { readEdinetPackage } from '../filings/edinet-package.ts'
import { bodyError, bodyObject } from './body.ts'
import { edinetFiler, packagedDocument, refuseEdinetError, viewerAddress } from './edinet-address.ts'
import { edinetStatements } from './edinet-statements.ts'
import { rejection } from './feed.ts'
import { feedOf } from './sightings.ts'

const id = 'edinet-documents'

/** Codes of document types, as readers see them. */
const names = {
  '120': 'annual securities report',
  '130': 'amended annual securities report',
  '140': 'quarterly report',
  '150': 'amended quarterly report',
  '160': 'semi-annual report',
  '170': 'amended semi-annual report',
} as const

/** Quarterly reports, which ended in 2024, and what amends them. */
const quarterly = ['140', '150']

/**
 * Packages of documents as CSV (`type=5`): a ZIP archive of UTF-16LE files. Asked for because a list leads to them; packages of inline XBRL
 * (`type=1`) are read too. An address names only the document; whose it is are in its rows. Gives statements and segments of every listed company, and
 * the whole annual or semi-annual report of a company of the roster. Where something is wrong EDINET answers JSON with status 200: what came
 * is identified by its bytes.
 */
export const edinetDocuments = feedOf(
  {
    id,
    upstream: 'edinet',
    title: 'EDINET reports',
    needs: 'EDINET_API_KEY',
    perPage: 10,
    match: (url) => packagedDocument(url.href) !== null,
  },
  (body, { recording }) => {
    const document = packagedDocument(recording.url)
    if (document === null) throw bodyError(id, 'NOT_A_PACKAGE', 'the URL does not name a document; inspect the recording')
    if (body[0] !== 0x50) {
      refuseEdinetError(bodyObject(body, id), id)
      throw bodyError(id, 'NOT_A_PACKAGE', 'received JSON instead of an archive; inspect the recording')
    }
    const accession = document.id
    const report = readEdinetPackage(body)
    if (report === null) {
      const why = 'it holds no annual, semi-annual or quarterly report of a company'
      return { rejected: [rejection(null, 'no-report', why, accession)] }
    }
    const form = names[report.type]
    const { rejected, divided, ...rows } = edinetStatements(report, { filing: accession, form, at: recording.at })
    const url = viewerAddress(accession)
    const documents =
      divided === null || divided.facts.length === 0 ? [] : [{ ...divided, accession, form, url, items: [], texts: [] }]
    const filer = document.isCsv && !quarterly.includes(report.type) ? edinetFiler(report.filer) : undefined
    if (filer === undefined) return { rows, documents, rejected }
    const { facts, texts } = report.tagged
    const reports = [{ accession, company: filer.id, url, form, facts, texts, spans: [] }]
    return { rows, documents, reports, rejected }
  },
)
