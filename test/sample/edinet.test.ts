import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { unzip } from '../../pipeline/filings/zip.ts'
import { ask, jsonOf, now } from './answers.ts'

const root = 'https://api.edinet-fsa.go.jp/api/v2/documents'
const list = (day: string) => `${root}.json?date=${day}&type=2`
const report = `${root}/S9260630?type=5`
const files = (bytes: Uint8Array) => unzip(bytes, { entries: 9, bytes: 9_000_000, ratio: 200 }, () => true)

describe('EDINET', () => {
  test('a list counts its rows: of the invented company, of one nobody follows, and a withdrawn one', async () => {
    const { metadata, results } = await jsonOf(list('2026-08-13'))
    expect([metadata.status, metadata.resultset.count, metadata.parameter.date]).toEqual(['200', 3, '2026-08-13'])
    expect(results.map((row: Record<string, unknown>) => [row['docID'], row['docTypeCode'], row['withdrawalStatus']])).toEqual([
      ['S9260630', '160', '0'],
      ['SF260630', '040', '0'],
      ['S7260630', null, '2'],
    ])
    expect((await jsonOf(list('2026-08-15'))).results).toEqual([])
    expect((await jsonOf(list('2026-11-20'))).results).toEqual([])
  })

  test('a report is an archive of UTF-16LE files, one of them the auditor’s; the same bytes whatever the time', async () => {
    const { body, headers } = await ask(report)
    expect(headers['content-type']).toBe('application/octet-stream')
    const found = files(body)
    expect([...found.keys()]).toEqual([
      'XBRL_TO_CSV/jpaud-aar-cn-001_E99901-000_2026-06-30_01_2026-08-13.csv',
      'XBRL_TO_CSV/jpcrp040300-ssr-001_E99901-000_2026-06-30_01_2026-08-13.csv',
    ])
    for (const bytes of found.values()) expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe])
    const text = new TextDecoder('utf-16le').decode([...found.values()][1])
    expect(text.startsWith('"要素ID"\t"項目名"')).toBe(true)
    expect(text.endsWith('"\r\n')).toBe(true)
    expect(text).toContain('SAMPLE DATA')
    const later = (await ask(report, now + 40 * 86_400_000)).body
    expect(createHash('sha256').update(later).digest('hex')).toBe(createHash('sha256').update(body).digest('hex'))
  })

  test('what is not there is told inside an answer of status 200', async () => {
    for (const url of [`${root}/S9999999?type=5`, `${root}/S9261231?type=5`, list('2026-02-30')]) {
      const answer = await ask(url)
      expect([answer.status, JSON.parse(Buffer.from(answer.body).toString()).metadata.status]).toEqual([200, '404'])
    }
    await expect(ask(report.replace('type=5', 'type=1'))).rejects.toThrow('do not imitate')
    await expect(ask(list('2026-08-13').replace('type=2', 'type=1'))).rejects.toThrow('do not imitate')
  })

  test('the sheet balances, and shares before the split are fewer', async () => {
    const amounts = async (id: string) => {
      const text = [...files((await ask(`${root}/${id}?type=5`)).body).values()].map((bytes) =>
        new TextDecoder('utf-16le').decode(bytes),
      )
      const rows = text
        .join('')
        .split('\r\n')
        .map((line) => line.split('\t').map((cell) => cell.slice(1, -1)))
      return (concept: string, context: string) => Number(rows.find(([name, , id]) => name === concept && id === context)?.[8])
    }
    const half = await amounts('S9260630')
    const at = (concept: string) => half(`jppfs_cor:${concept}`, 'InterimInstant')
    expect(at('Liabilities') + at('NetAssets')).toBe(at('Assets'))
    expect(at('CurrentLiabilities') + at('NoncurrentLiabilities')).toBe(at('Liabilities'))
    const year = await amounts('S9251231')
    const issued = 'jpcrp_cor:NumberOfIssuedSharesAsOfFiscalYearEndIssuedSharesTotalNumberOfSharesEtc'
    expect(half(issued, 'FilingDateInstant') / year(issued, 'FilingDateInstant')).toBe(5)
  })
})
