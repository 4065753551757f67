import { ParseError } from '../errors.ts'
import { readEdinetCsv } from './edinet-csv.ts'
import type { Tagged } from './fact.ts'
import { unzip } from './zip.ts'

/** What a package of type 5 says: the report of one filer. */
interface EdinetReport {
  /** EDINET code of the filer: `E33864`. */
  readonly filer: string
  /** Code of the document type: 120 annual, 160 semi-annual report, 130 and 170 what amends them. */
  readonly type: '120' | '130' | '160' | '170'
  readonly tagged: Tagged
}

/** Four times the largest package read (an insurance group's, 1 MB unpacked without its attachments) and more. */
const limits = { entries: 200, bytes: 64 * 1024 * 1024, ratio: 200 }
const decoder = new TextDecoder('utf-16le', { fatal: true })
/**
 * `jpcrp030000-asr-001_E33864-000_2026-03-31_01_2026-06-30.csv`: an annual report; `ssr` and, of companies whose form had quarters, `q2r`
 * are semi-annual. Files of auditors (`jpaud-`) and of funds (`jpsps`) are none.
 */
const ofReport = /^XBRL_TO_CSV\/jpcrp\d{6}-(asr|ssr|q2r)-\d{3}_(E\d{5})-\d{3}_\d{4}-\d{2}-\d{2}_\d{2}_\d{4}-\d{2}-\d{2}\.csv$/u

/**
 * The bytes of a package of type 5 -> the annual or semi-annual report in it; null where it holds none, such as the report of a fund.
 * `ParseError` for what is no such package: no ZIP, no folder `XBRL_TO_CSV`, several reports, a CSV that is not UTF-16LE, or one whose rows
 * name another filer than its file name.
 */
export function readEdinetPackage(body: Uint8Array): EdinetReport | null {
  const files = unzip(body, limits, (name) => name.endsWith('.csv'))
  if (![...files.keys()].some((name) => name.startsWith('XBRL_TO_CSV/')))
    throw refused('NOT_A_CSV_PACKAGE', 'it has no folder XBRL_TO_CSV with a CSV')
  const [report, ...more] = [...files].filter(([name]) => ofReport.test(name))
  if (report === undefined) return null
  if (more.length > 0) throw refused('SEVERAL_REPORTS', `it holds ${more.length + 1} reports`)
  const [name, bytes] = report
  const [, kind, filer = ''] = ofReport.exec(name) ?? []
  const tagged = readEdinetCsv(textOf(bytes))
  const coverValue = (element: string) => tagged.facts.find(({ concept }) => concept === `jpdei_cor:${element}DEI`)?.value ?? null
  if (coverValue('EDINETCode') !== filer) throw refused('OTHER_FILER', 'its rows name a different filer than its file name')
  const amends = coverValue('AmendmentFlag') === 'true'
  const type = kind === 'asr' ? (amends ? '130' : '120') : amends ? '170' : '160'
  return { filer, type, tagged }
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe)
    throw refused('NOT_UTF_16', 'its CSV does not begin with a UTF-16LE byte order mark')
  try {
    return decoder.decode(bytes)
  } catch {
    throw refused('NOT_UTF_16', 'its CSV is not UTF-16LE')
  }
}

function refused(code: string, why: string): ParseError {
  return new ParseError(code, `The package is rejected: ${why}; inspect the recording`)
}
