import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readEdinetCsv } from '../../pipeline/filings/edinet-csv.ts'
import { readYenReport } from '../../pipeline/treasuries/periodic/yen-report.ts'
import { recordedFolder, withoutRecorded } from '../recorded.ts'
import truth from '../truth/treasuries.json' with { type: 'json' }

const header = ['要素ID', '項目名', 'コンテキストID', '相対年度', '連結・個別', '期間・時点', 'ユニットID', '単位', '値']
const csv = (...rows: readonly (readonly string[])[]) =>
  `\uFEFF${[header, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t')).join('\r\n')}\r\n`
const dei = (name: string, value: string) => [`jpdei_cor:${name}DEI`, '', 'FilingDateInstant', '', '', '', '－', '－', value]
const row = (concept: string, context: string, value: string, unit = 'JPY') => [
  concept,
  'item',
  context,
  '',
  '',
  '',
  unit,
  '円',
  value,
]
const cover = [
  dei('EDINETCode', 'E00001'),
  dei('CurrentFiscalYearStartDate', '2025-04-01'),
  dei('CurrentPeriodEndDate', '2026-03-31'),
  dei('PreviousFiscalYearEndDate', '2025-03-31'),
]
const filing = {
  form: '120',
  accession: 'S1',
  filed: '2026-06-30',
  url: 'https://disclosure2.edinet-fsa.go.jp/',
  knownAt: '2026-06-30T06:00:00Z',
}

describe('rows of an EDINET CSV', () => {
  test('amounts in yen with the days the document information states, nil as nil, members as dimensions', () => {
    const { facts } = readEdinetCsv(
      csv(
        ...cover,
        row('a:Assets', 'CurrentYearInstant', '-12000'),
        row('a:Assets', 'Prior1YearInstant_NonConsolidatedMember', '－'),
        row('a:Sales', 'CurrentYearDuration', '7', 'JPYPerShares'),
      ),
    )
    expect(
      facts
        .slice(cover.length)
        .map(({ context, unit, value }) => [context.start, context.end, context.dimensions.length, unit, value]),
    ).toEqual([
      [null, '2026-03-31', 0, 'iso4217:JPY', '-12000'],
      [null, '2025-03-31', 1, 'iso4217:JPY', null],
      ['2025-04-01', '2026-03-31', 0, 'iso4217:JPY/xbrli:shares', '7'],
    ])
  })

  test('a quote inside a passage', () => {
    const { texts } = readEdinetCsv(csv(...cover, row('a:NotesTextBlock', 'CurrentYearDuration', 'the "sum"', '－')))
    expect(texts.map(({ text }) => text)).toEqual(['the "sum"'])
  })

  test('other years, units and words for numbers are unread, never left out', () => {
    const { unread } = readEdinetCsv(
      csv(
        ...cover,
        row('a:A', 'Prior3YearInstant', '1'),
        row('a:B', 'CurrentYearInstant', '1', 'XYZ'),
        row('a:C', 'CurrentYearInstant', '1千円'),
      ),
    )
    expect(unread.map(({ why }) => why)).toEqual([
      'the file does not state the days of Prior3YearInstant',
      'its unit "XYZ" is not known',
      '"1千円" does not read as a number',
    ])
  })

  test.each([
    ['another header', '"a"\t"b"\r\n'],
    ['no quotes', 'a\tb\r\n'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(() => readEdinetCsv(text)).toThrow(ParseError)
  })

  test('whatever is cut out of it, it is read or refused', () => {
    const text = csv(...cover, row('a:Assets', 'CurrentYearInstant', '12'))
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), (at, length) => {
        try {
          const { facts } = readEdinetCsv(text.slice(0, at) + text.slice(at + length))
          expect(facts.every(({ number }) => number === null || Number.isFinite(number))).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(ParseError)
        }
      }),
      { numRuns: 50 },
    )
  })
})

/** The only member of a ZIP archive, as text. */
function memberOf(file: string): string {
  const zip = readFileSync(join(recordedFolder, file))
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entry = zip.readUInt32LE(end + 16)
  const start = zip.readUInt32LE(entry + 42)
  const body = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  return inflateRawSync(zip.subarray(body, body + zip.readUInt32LE(entry + 20))).toString('utf16le')
}

describe.skipIf(withoutRecorded)('recorded packages', () => {
  const convano = truth.filings.find(({ file }) => file.includes('S100YN95'))

  test('Convano: the group in yen; no count, for the only one in its text is a pledged part', () => {
    const { report, count, held, missing } = readYenReport(
      readEdinetCsv(memberOf('edinet/S100YN95_type5_statements.zip')),
      filing,
    )
    const { cash, total_assets: assets } = (convano?.values ?? {}) as unknown as Record<string, { value: string }>
    expect([report?.periodEnd, report?.currency]).toEqual([convano?.period, 'JPY'])
    expect([report?.cash, report?.totalAssets]).toEqual([Number(cash?.value), Number(assets?.value)])
    expect([count, held, report?.btc, report?.btcFairValue, report?.debt, report?.preferred]).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect([report?.maturities, report?.coverShares]).toEqual([[], []])
    expect(missing.find(({ part }) => part === 'btc')?.why).toBe(
      'No element of the report states a total of bitcoins; its text names 30 BTC, which may be a part.',
    )
  })

  test.each(['S100YN9E', 'S100YNCJ'])('%s, of a company that holds none', (id) => {
    const { report, count } = readYenReport(readEdinetCsv(memberOf(`edinet/${id}_type5_statements.zip`)), filing)
    expect([count, report?.btc]).toEqual([null, null])
    expect(report?.totalAssets).toBeGreaterThan(0)
  })
})
