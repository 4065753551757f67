import { htmlOf } from './body.ts'
import { readDocumentSet } from './document.ts'
import { readEdinetCsv } from './edinet-csv.ts'
import type { Tagged } from './fact.ts'
import { decodedText } from './text.ts'
import { rejectedBodyError, unzip } from './zip.ts'

/** What a package says: the report of one filer. */
export interface EdinetReport {
  /** EDINET code of the filer: `E33864`. */
  readonly filer: string
  /** Code of the document type: 120 annual, 140 quarterly, 160 semi-annual report, and 130, 150, 170 what amends them. */
  readonly type: '120' | '130' | '140' | '150' | '160' | '170'
  /** Day it was submitted, by the name of its file. */
  readonly submitted: string
  readonly tagged: Tagged
}

/** Four times the largest package read (an insurance group's, 1 MB unpacked without its attachments) and more. */
const limits = { entries: 200, bytes: 64 * 1024 * 1024, ratio: 200 }
const refused = rejectedBodyError('package')
/**
 * `jpcrp030000-asr-001_E33864-000_2026-03-31_01_2026-06-30.csv`: an annual report; `ssr` and, of companies whose form had quarters, `q2r`
 * are semi-annual. Files of auditors (`jpaud-`) and of funds (`jpsps`) do not count.
 */
const ofReport =
  /^(?:XBRL_TO_CSV|XBRL\/PublicDoc)\/(?:\d{7}_(?:header|honbun)_)?jpcrp\d{6}-(asr|ssr|q[1-3]r)-\d{3}_(E\d{5})-\d{3}_\d{4}-\d{2}-\d{2}_\d{2}_(\d{4}-\d{2}-\d{2})(?:\.csv|_ixbrl\.htm)$/u
const types = { asr: ['120', '130'], ssr: ['160', '170'], q2r: ['160', '170'], q1r: ['140', '150'], q3r: ['140', '150'] } as const

/**
 * The bytes of a package -> the periodic report in it: of type 5 a CSV, of type 1 the inline documents, which are one set; null where it holds none,
 * such as the report of a fund. `ParseError` for what is no such package: no ZIP, neither folder, several reports, a CSV that is not UTF-16LE, or
 * a report that names another filer than its file name.
 */
export function readEdinetPackage(body: Uint8Array): EdinetReport | null {
  const files = unzip(body, limits, (name) => /^XBRL_TO_CSV\/.*\.csv$|^XBRL\/PublicDoc\/[^/]*\.htm$/u.test(name))
  if (files.size === 0)
    throw refused('NOT_A_CSV_PACKAGE', 'it has no folder XBRL_TO_CSV with a CSV, and no PublicDoc with a document')
  const reports = [...files].filter(([name]) => ofReport.test(name)).sort(([a], [b]) => (a < b ? -1 : 1))
  const [report] = reports
  if (report === undefined) return null
  const [name, bytes] = report
  const [, kind, filer = '', submitted = ''] = ofReport.exec(name) ?? []
  const isCsv = name.endsWith('.csv')
  const several = isCsv ? reports.length : new Set(reports.map(([each]) => ofReport.exec(each)?.slice(1).join())).size
  if (several > 1) throw refused('SEVERAL_REPORTS', `it holds ${several} reports`)
  const tagged = isCsv ? readEdinetCsv(textOf(bytes)) : documentsOf(reports.map(([, each]) => each))
  const coverValue = (element: string) => tagged.facts.find(({ concept }) => concept === `jpdei_cor:${element}DEI`)?.value ?? null
  if (coverValue('EDINETCode') !== filer) throw refused('OTHER_FILER', 'its rows name a different filer than its file name')
  const [original, amended] = types[kind as keyof typeof types]
  return { filer, type: coverValue('AmendmentFlag') === 'true' ? amended : original, submitted, tagged }
}

/** What the inline documents of a report say together. */
function documentsOf(bodies: readonly Uint8Array[]): Tagged {
  const none = () => false
  const documents = readDocumentSet(bodies.map(htmlOf), none, none)
  return {
    facts: documents.flatMap(({ facts }) => facts),
    texts: documents.flatMap(({ texts }) => texts),
    unread: documents.flatMap(({ unread }) => unread),
  }
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe)
    throw refused('NOT_UTF_16', 'its CSV does not begin with a UTF-16LE byte order mark')
  const text = decodedText(bytes, 'utf-16le')
  if (text === null) throw refused('NOT_UTF_16', 'its CSV is not UTF-16LE')
  return text
}
