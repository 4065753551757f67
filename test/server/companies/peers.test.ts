import { describe, expect, test } from 'vitest'
import type { DirectoryRow } from '../../../pipeline/documents/company/company.ts'
import { peerRankOf, peersOf, rankText } from '../../../server/companies/peers.ts'
import { directoryRow } from './directory-row.ts'

const day = '2026-07-16'
const row = (company: string, code: string, margin: number, more: Partial<DirectoryRow> = {}) =>
  directoryRow(company, { industry: `Industry ${code}`, industry_code: code, values: { gross_margin: margin }, ...more })
const own = row('us:1', '3674', 50)
const of = (count: number, code: string, more: Partial<DirectoryRow> = {}) =>
  Array.from({ length: count }, (_, at) => row(`us:9${code}${at}`, code, at, more))
const among = (rows: readonly DirectoryRow[], one = own) => {
  const peers = peersOf([one, ...rows], one, day)
  return 'why' in peers ? peers.why : `${peers.rows.length} of ${peers.among}`
}

describe('peers are of the market, the form of statements and the narrowest industry that has five', () => {
  test.each([
    ['four others of the same code', of(4, '3674'), '5 of Industry 3674 (SIC 3674), USA'],
    ['too few: of the group of the code', [...of(1, '3674'), ...of(3, '3672')], '5 of SIC group 367, USA'],
    ['a wider group', of(4, '3690'), '5 of SIC group 36, USA'],
    ['none', of(4, '2834'), 'fewer than five companies of its industry have been read in this market (1)'],
    [
      'another form of statements',
      of(4, '3674', { shape: 'bank' }),
      'fewer than five companies of its industry have been read in this market (1)',
    ],
    ['not covered', of(4, '3674', { blocks: [] }), 'fewer than five companies of its industry have been read in this market (1)'],
    [
      'years old',
      of(4, '3674', { latest_period: { label: 'FY2024', end: '2024-12-31' } }),
      'fewer than five companies of its industry have been read in this market (1)',
    ],
  ])('%s', (_, rows, expected) => expect(among(rows)).toBe(expected))

  test('another market is another list; where codes do not nest the words of the sector decide', () => {
    const japanese = (at: number) => row(`jp:E0000${at}`, 'CTE', at, { industry: at < 6 ? 'Machinery' : 'Foods' })
    const rows = [1, 2, 3, 4, 5, 6].map(japanese)
    expect(among([...rows, ...of(5, '3674')], japanese(0))).toBe('6 of Machinery, Japan')
    expect(among(rows, row('jp:E99999', 'CTE', 1, { industry: null }))).toBe('no list names its industry')
  })
})

test('a place is among those that have the ratio, the highest first, and only among five', () => {
  const rows = [own, ...of(4, '3674')]
  expect(peerRankOf(rows, 'gross_margin', 50)).toEqual({ place: 1, n: 5 })
  expect(peerRankOf(rows, 'net_margin', 50)).toBeNull()
})

test('the summary names the rank at either end, and none in the middle', () => {
  const text = (margin: number) => {
    const one = row('us:1', '3674', margin)
    return rankText(peersOf([one, ...of(20, '3674')], one, day), one)
  }
  expect(text(50)).toBe('Its gross margin of 50.0% is the highest of 21 companies of its industry and market.')
  expect(text(18.5)).toBe('Its gross margin of 18.5% is the second highest of 21 companies of its industry and market.')
  expect(text(-3)).toMatch(/^Its gross margin of -3.0% is the lowest of 21 companies/)
  expect(text(10.5)).toBeNull()
})
