import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readEdinetPackage } from '../../pipeline/filings/edinet-package.ts'
import { annualName, cells, cover, csv, dei, packageOf } from './edinet-package.ts'

const annual = csv(...cover, cells('jppfs_cor:Assets', 'CurrentYearInstant', '1000'))
const codeOf = (body: Uint8Array): string | null => {
  try {
    readEdinetPackage(body)
    return null
  } catch (error) {
    if (error instanceof ParseError) return error.code
    throw error
  }
}

describe('a package', () => {
  test('gives the report of its filer; files of auditors are not read', () => {
    const report = readEdinetPackage(
      packageOf({ 'XBRL_TO_CSV/jpaud-aar-cn-001_E33864-000_2026-03-31_01_2026-06-30.csv': 'no CSV', [annualName]: annual }),
    )
    expect([report?.filer, report?.type]).toEqual(['E33864', '120'])
    expect(report?.tagged.facts.at(-1)?.value).toBe('1000')
  })

  test.each([
    ['asr', 'true', '130'],
    ['ssr', 'false', '160'],
    ['q2r', 'false', '160'],
    ['ssr', 'true', '170'],
  ])('%s, amended %s: type %s', (kind, amended, type) => {
    const rows = [...cover.filter(([name]) => name !== 'jpdei_cor:AmendmentFlagDEI'), dei('AmendmentFlag', amended)]
    const name = annualName.replace('asr', kind)
    expect(readEdinetPackage(packageOf({ [name]: csv(...rows) }))?.type).toBe(type)
  })

  test('of a fund, or of another form, it gives none', () => {
    expect(readEdinetPackage(packageOf({ [annualName.replace('jpcrp030000', 'jpsps070000')]: annual }))).toBeNull()
    expect(readEdinetPackage(packageOf({ [annualName.replace('asr', 'esr')]: annual }))).toBeNull()
  })

  test('of another filer than its name says, with two reports, without the folder', () => {
    expect(codeOf(packageOf({ [annualName.replace('E33864', 'E00001')]: annual }))).toBe('OTHER_FILER')
    expect(codeOf(packageOf({ [annualName]: annual, [annualName.replace('001_', '002_')]: annual }))).toBe('SEVERAL_REPORTS')
    expect(codeOf(packageOf({ 'XBRL/AuditDoc/a.htm': annual }))).toBe('NOT_A_CSV_PACKAGE')
  })

  test('in another encoding', () => {
    const little = Buffer.from(annual, 'utf16le')
    const encodings = [
      Buffer.from(annual, 'utf8'),
      Buffer.from(little).swap16(),
      little.subarray(2),
      Buffer.concat([little, Buffer.from([0x00, 0xd8])]),
      little.subarray(0, -1),
    ]
    for (const bytes of encodings) expect(codeOf(packageOf({ [annualName]: bytes }))).toBe('NOT_UTF_16')
  })
})
