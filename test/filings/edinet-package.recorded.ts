import { describe, expect, test } from 'vitest'
import { readEdinetPackage } from '../../pipeline/filings/edinet-package.ts'
import { recordedFolder } from '../recorded.ts'
import truth from '../truth/treasuries.edinet.json' with { type: 'json' }
import { recordedPackage } from './recorded.ts'

describe(`recorded packages of ${recordedFolder.split('/').at(-1)}`, () => {
  test.each(truth.packages.map((row) => [row.company, row] as const))('%s', (_, row) => {
    const report = readEdinetPackage(recordedPackage(row.file.slice('edinet/'.length)))
    expect([report?.filer, report?.type]).toEqual([row.filer, row.type])
    expect(new Set(report?.tagged.unread.map(({ why }) => why.replace(/ Prior\d.*/u, '')))).toEqual(
      new Set(['the file does not state the days of']),
    )
  })

  test('a fund gives none; of inline XBRL the documents are one report', () => {
    for (const { file } of truth.none) expect(readEdinetPackage(recordedPackage(file.slice('edinet/'.length)))).toBeNull()
    const report = readEdinetPackage(recordedPackage('S100TMMG_type1_nintendo_repacked.zip'))
    expect([report?.filer, report?.type, report?.submitted]).toEqual(['E02367', '120', '2024-06-28'])
    expect(report?.tagged.unread).toEqual([])
  })
})
