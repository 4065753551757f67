import fc from 'fast-check'
import { expect, test } from 'vitest'
import { regionFacts } from '../../../pipeline/feeds/edinet-regions.ts'
import type { Fact } from '../../../pipeline/filings/fact.ts'

const place = { id: null, offset: 0, table: null, row: null, label: '売上高', hidden: false }
const revenue = (end: string, number: number): Fact => ({
  ...{ concept: 'jppfs_cor:NetSales', unit: 'iso4217:JPY', value: String(number), number, decimals: null, shown: '', place },
  context: { entity: 'E00001', start: `${Number(end.slice(0, 4)) - 1}-04-01`, end, dimensions: [] },
})
const note = (text: string) => ({
  ...{ concept: 'jpcrp_cor:RevenuesFromExternalCustomersInformationForEachRegionTextBlock', text, place },
  context: revenue('2025-03-31', 0).context,
})
const regionsOf = (text: string, wholes = [revenue('2024-03-31', 221_445e6), revenue('2025-03-31', 203_961e6)]) =>
  regionFacts([note(text)], wholes).flatMap(({ context: { end, dimensions }, number }) =>
    dimensions.map(({ member }) => `${end} ${member} ${number! / 1e6}`),
  )

test.each([
  [
    'regions in columns',
    '（１）売上高（単位：百万円）日本米国その他合計46,047157,585329203,961（注）１　所在地',
    ['Japan 46047', 'United States 157585', 'Other 329'],
  ],
  [
    'a region of which a part is stated',
    '(単位：百万円)日本米大陸欧州合計 うち、米国46,047110,00090,00047,914203,961',
    ['Japan 46047', 'Americas 110000', 'Europe 47914'],
  ],
  ['a part that may be either of two', '(単位：百万円)日本米国合計 うち、中国101,961101,961102,000203,961', []],
  [
    'regions in rows',
    '単位：千円）当連結会計年度（自 2024年4月1日至 2025年3月31日）日本46,047,000北米および中南米157,914,000合計203,961,000',
    ['Japan 46047', 'North America and Latin America 157914'],
  ],
  [
    'a sum of regions abroad',
    '（単位：百万円）日本46,047欧州100,000アジア他57,914海外売上収益157,914売上収益203,961',
    ['Japan 46047', 'Europe 100000', 'Asia and other 57914'],
  ],
  ['a name that is not known', '（単位：百万円）日本46,047月面157,914合計203,961', []],
  ['no unit', '日本46,047欧州157,914合計203,961', []],
  ['a total that is not revenue', '（単位：百万円）日本46,047欧州157,915合計203,962', []],
  ['another unit than stated', '（単位：千円）日本46,047欧州157,914合計203,961', []],
])('%s', (_, text, regions) => {
  expect(regionsOf(text)).toEqual(regions.map((region) => `2025-03-31 ${region}`))
})

test('columns of two years, each with the revenue of its year; none where both are alike', () => {
  const text = '（単位：百万円）2024年3月31日2025年3月31日日本50,00046,047欧州171,445157,914合計221,445203,961'
  expect(regionsOf(text)).toEqual([
    '2024-03-31 Japan 50000',
    '2024-03-31 Europe 171445',
    '2025-03-31 Japan 46047',
    '2025-03-31 Europe 157914',
  ])
  expect(
    regionsOf('（単位：百万円）日本46,047欧州157,914合計203,961', [
      revenue('2024-03-31', 203_961e6),
      revenue('2025-03-31', 203_961e6),
    ]),
  ).toEqual([])
})

test('any text ends, and what is read has the revenue as its total', () => {
  const piece = fc.constantFrom(
    '日本',
    '欧州',
    'うち、',
    '合計',
    '46,047',
    '157,914',
    '203,961',
    '△',
    '（単位：百万円）',
    '、',
    '他',
    '2025年',
    ' | ',
    '9'.repeat(40),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const region of regionsOf(pieces.join(''))) expect(region).toMatch(/^202[45]-03-31 /)
    }),
  )
})
