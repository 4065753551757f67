import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { worldbankSeries } from '../../data/series/worldbank.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { passagesOf } from '../../pipeline/feeds/passage.ts'
import { worldbankPrices } from '../../pipeline/feeds/worldbank-prices.ts'
import { dayNumber, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { seeded } from './mutate.ts'
import { refusalOf, stateAt } from './reading.ts'
import { workbook } from './workbook.ts'

const page = 'https://www.worldbank.org/en/research/commodity-markets'
const document = 'https://thedocs.worldbank.org/en/doc/18675f1d1639c7a34d463f59263ba0a2-0050012025/related'
const url = `${document}/CMO-Historical-Data-Monthly.xlsx`
const parse = (body: Uint8Array, at: string, address = url) => worldbankPrices.parse(body, recordingOf(address, body, at))
const rowsOf = (body: Uint8Array, at: string) => flattened(parse(body, at)).sighting

const spelt = {
  'USD/bbl': '($/bbl)',
  'USD/MMBtu': '($/mmbtu)',
  'USD/oz': '($/troy oz)',
  'USD/t': '($/mt)',
  'USD/dmtu': '($/dmtu)',
}
const names = [null, ...worldbankSeries.map(({ key }) => key)]
const units = [null, ...worldbankSeries.map(({ unit }) => spelt[unit])]
const prices = (month: string, price: string | number) => [
  month,
  ...worldbankSeries.map(({ id }) => (id === 'worldbank.gold' ? price : '…')),
]
const edition = (...months: (string | number | null)[][]) => [
  ...[[], [], [], ['Updated on June 02, 2026'], names, units],
  ...months,
]

describe('World Bank prices', () => {
  const at = '2026-06-03T09:00:00Z'

  test('three dots and an ellipsis are missing, prices are read to the cent, the newest month was out on the day of the edition', () => {
    const table = edition(prices('2026M03', '...'), prices('2026M04', 4_721.418_721), prices('2026M05', '4587.2100000000005'))
    const read = rowsOf(workbook(table), at)
    expect(read.map(({ period, value }) => [isoDay(period), value])).toEqual([
      ['2026-04-30', 4_721.42],
      ['2026-05-31', 4_587.21],
    ])
    expect(read.map(({ publishedAt }) => publishedAt && isoTime(publishedAt))).toEqual([null, '2026-06-02T23:59:59Z'])
  })
  test('a row of codes below the units is no month', () => {
    const table = edition([null, ...names.slice(1).map(() => 'CODE')], prices('2025M10', 4_058.33))
    expect(rowsOf(workbook(table), '2026-06-03T09:00:00Z')).toHaveLength(1)
  })
  test('columns are found by name, footnote marks aside, and have to be in our unit', () => {
    const [month, ...others] = prices('2026M05', 4_587.21)
    const marked = names.slice(1).map((name) => (name === 'Potassium chloride' ? 'Potassium chloride **' : `${name} `))
    const turned = [marked, units.slice(1), others].map((cells, i) => [i === 2 ? month! : null, ...cells.toReversed()])
    expect(rowsOf(workbook([...edition().slice(0, 4), ...turned]), at).map(({ series, value }) => [series, value])).toEqual([
      ['worldbank.gold', 4_587.21],
    ])
    const other = units.map((unit, i) => (names[i] === 'Gold' ? '($/mt)' : unit))
    const table = edition(prices('2026M05', 4_587.21))
    expect(refusalOf(() => parse(workbook(table.with(5, other)), at))).toBe('HEADER')
    const twice = table.with(4, names.with(1, 'Gold'))
    expect(refusalOf(() => parse(workbook(twice), at))).toBe('HEADER')
  })
  test.each([
    [workbook(edition(prices('2026M05', '…'))), 'PAGE_EMPTY'],
    [workbook(edition(prices('2026M05', 1)).with(3, ['Updated on Juni 02, 2026'])), 'HEADER'],
    [workbook(edition(prices('2026M05', 1)), 'Monthly Indices'), 'WORKBOOK_SHEET'],
    [strToU8('<!DOCTYPE html><title>Not found</title>'), 'NOT_A_ZIP'],
    [zipSync({ 'xl/styles.xml': strToU8('<a/>') }), 'WORKBOOK_PART'],
  ])('refuses what is no edition: %#', (body, code) => expect(refusalOf(() => parse(body, at))).toBe(code))
  test('a price that is none is rejected', () =>
    expect(parse(workbook(edition(prices('2026M04', 1_000), prices('2026M05', '#N/A'))), at).rejected).toHaveLength(1))

  test('the page leads to the workbook, whose address stays while its contents change', () => {
    const html = `<!DOCTYPE html><a href="${document}/CMO-Pink-Sheet.pdf">PDF</a> <a href="${url}">XLSX</a>`
    expect(parse(strToU8(html), at, page).next).toEqual([{ feed: 'worldbank-prices', upstream: 'worldbank', url, changes: true }])
    expect(refusalOf(() => parse(strToU8('<html>moved</html>'), at, page))).toBe('POINTER')
  })
  test('the page is asked for until the month that is over is there', () => {
    const have = (day: string) => new Map(worldbankSeries.map(({ id }) => [id, dayNumber(day)!]))
    expect(worldbankPrices.plan(stateAt(at)).map((request) => request.url)).toEqual([page])
    expect(worldbankPrices.plan(stateAt('2026-06-30T12:00:00Z', have('2026-05-31')))).toEqual([])
    expect(worldbankPrices.plan(stateAt('2026-07-01T12:00:00Z', have('2026-05-31')))).toHaveLength(1)
    expect(feedFor(page)?.id).toBe('worldbank-prices')
    expect(feedFor(url)?.id).toBe('worldbank-prices')
    expect(feedFor(url.replace('Monthly', 'Annual'))).toBeNull()
  })
})

test('a price is named by sheet, cell, month and commodity', () => {
  const gold = { key: 'Gold', period: dayNumber('2026-04-30')!, value: 4_587.21, frequency: 'monthly', factors: [1] } as const
  const body = workbook(edition(prices('2026M03', 4_700), prices('2026M04', 4_587.21)))
  expect(passagesOf(body)(gold)?.passages).toMatchObject([
    { cell: expect.stringMatching(/^Monthly Prices![A-Z]+8$/), row: '2026M04', column: expect.stringMatching(/^Gold/) },
  ])
})

const damaged = process.env['TORTURE'] === '1' ? 2_000 : 30

test('a damaged workbook is refused, or says what the whole one says', () => {
  const at = '2026-06-03T09:00:00Z'
  const months = Array.from({ length: 113 }, (_, n) => `${2017 + Math.floor(n / 12)}M${String((n % 12) + 1).padStart(2, '0')}`)
  const body = workbook(edition(...months.map((month, n) => prices(month, 1_200 + 25 * n))))
  const whole = rowsOf(body, at)
  expect(whole).toHaveLength(113)
  const random = seeded(11)
  let refused = 0
  for (let n = 0; n < damaged; n++) {
    const bad = Uint8Array.from(body)
    if (n % 3 === 0) bad[Math.floor(random() * bad.length)]! ^= 1 + Math.floor(255 * random())
    const cut = n % 3 === 1 ? bad.subarray(0, Math.floor(random() * bad.length)) : bad
    const spliced = n % 3 === 2 ? Uint8Array.from([...bad.subarray(0, 500 + n), ...bad.subarray(500 + 2 * n)]) : cut
    try {
      expect(rowsOf(spliced, at)).toEqual(whole)
    } catch (error) {
      expect(error).toMatchObject({ name: 'ParseError' })
      refused++
    }
  }
  expect(refused).toBeGreaterThan(damaged / 2)
})
