import { ParseError } from '../errors.ts'
import { readEdinetPackage } from '../filings/edinet-package.ts'
import { objectOf } from './body.ts'
import { edinetFiler, packagedDocument, refuseError, viewerAddress } from './edinet-address.ts'
import { defineFeed } from './feed.ts'

const id = 'edinet-documents'

/** Codes of document types, as a reader is told of them. */
const names = {
  '120': 'annual securities report',
  '130': 'amended annual securities report',
  '160': 'semi-annual report',
  '170': 'amended semi-annual report',
} as const

/**
 * Packages of documents as CSV (`type=5`): a ZIP archive of UTF-16LE files. Asked for because a list leads to them. An address names only
 * the document; whose it is are in its rows. Gives the annual or semi-annual report of a company of the roster, and nothing of any other.
 * Where something is wrong EDINET answers JSON with status 200: what came is identified by its bytes.
 */
export const edinetDocuments = defineFeed({
  id,
  upstream: 'edinet',
  title: 'EDINET reports',
  needs: 'EDINET_API_KEY',
  perPage: 10,
  match: (url) => packagedDocument(url.href) !== null,
  plan: () => [],
  parse: (body, recording) => {
    const accession = packagedDocument(recording.url)
    if (accession === null)
      throw new ParseError('NOT_A_PACKAGE', `${id}: the URL does not name a document; inspect the recording`, { feed: id })
    if (body[0] !== 0x50) {
      refuseError(objectOf(body, id), id)
      throw new ParseError('NOT_A_PACKAGE', `${id}: received JSON instead of an archive; inspect the recording`, { feed: id })
    }
    const report = readEdinetPackage(body)
    const filer = report && edinetFiler(report.filer)
    if (!report || !filer) return { rows: {}, rejected: [], next: [] }
    const { facts, texts } = report.tagged
    return {
      rows: {},
      reports: [
        {
          accession,
          company: filer.id,
          url: viewerAddress(accession),
          form: names[report.type],
          facts,
          texts,
          spans: [],
        },
      ],
      rejected: [],
      next: [],
    }
  },
})
