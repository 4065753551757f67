import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDay } from '../../pipeline/filings/written-day.ts'
import { readTotals } from '../../pipeline/treasuries/bitcoin-total.ts'
import { readCount } from '../../pipeline/treasuries/wording.ts'
import { report, spansOf, strategy } from '../filings/passages.ts'
import cases from './bitcoin-total.json' with { type: 'json' }
import { failedOf, totalsOf } from './holdings.ts'

const read = (body: string, company = strategy) => totalsOf(body, company, '2025-11-17')
const figures = (body: string, company?: string) =>
  read(body, company).map((total) => [total.value, total.asOf, total.how, total.status])

interface Row {
  period?: string
  day?: string
  held?: string
  head?: string
  cost?: string
  mean?: string
  bought?: string
}
const table = ({
  period = 'November 10, 2025 to November 16, 2025',
  day = 'November 16, 2025',
  held = '649,870',
  head = 'Aggregate BTC Holdings',
  cost = '48.37',
  mean = '74,433',
  bought = '8,178',
}: Row) => `<p>Strategy announced updates with respect to its bitcoin holdings:</p><table>
  <tr><td colspan="5">During Period ${period}</td><td></td><td colspan="5">As of ${day}</td></tr>
  <tr><td>BTC Acquired (1)</td><td colspan="2">Aggregate Purchase Price (in millions) (2)</td><td colspan="2">Average Purchase Price (2)</td><td></td>
      <td>${head}</td><td colspan="2">Aggregate Purchase Price (in billions) (2)</td><td colspan="2">Average Purchase Price (2)</td></tr>
  <tr><td>${bought}</td><td>$</td><td>835.6</td><td>$</td><td>102,171</td><td></td><td>${held}</td><td>$</td><td>${cost}</td><td>$</td><td>${mean}</td></tr></table>`

describe('tables', () => {
  test('the holding, not the purchase, the prices or the dates', () => {
    expect(figures(table({}))).toEqual([['649870', '2025-11-16', 'table', 'served']])
    expect(figures(table({ bought: '-' }))).toEqual([['649870', '2025-11-16', 'table', 'served']])
  })

  test('of two tables the newest day counts, whichever comes first', () => {
    const older = table({ day: 'September 30, 2025', held: '640,031', cost: '47.35', mean: '73,983' })
    for (const body of [older + table({}), table({}) + older])
      expect(figures(body)).toEqual([['649870', '2025-11-16', 'table', 'served']])
  })

  test('a table without prices is held alone, served where a second place agrees', () => {
    const bare = table({ cost: '', mean: '' })
    expect(read(bare)[0]).toMatchObject({ status: 'held', reason: expect.stringContaining('corroboration: no aggregate') })
    const sentence = '<p>As of November 16, 2025, the Company held an aggregate of approximately 649,870 bitcoins.</p>'
    expect(figures(bare + sentence)).toEqual([['649870', '2025-11-16', 'table', 'served']])
  })

  test('a header in doubt does not stand against one that is known', () => {
    expect(figures(table({}) + table({ head: 'Bitcoin Holdings, Other', held: '5' }))).toEqual([
      ['649870', '2025-11-16', 'table', 'served'],
    ])
  })

  test('two figures for one day are held with both in the reason', () => {
    const [total] = read(table({}) + table({ held: '649,970' }))
    expect(total).toMatchObject({ value: '649870', status: 'held' })
    expect(total?.reason).toMatch(/649870 \(table 1, .*649970 \(table 2, /u)
  })

  test('a table and a sentence that agree are one total; that disagree are held', () => {
    const sentence = (coins: string) =>
      `<p>As of November 16, 2025, the Company held an aggregate of approximately ${coins} bitcoins.</p>`
    expect(figures(table({}) + sentence('649,870'))).toEqual([['649870', '2025-11-16', 'table', 'served']])
    const [held] = read(table({}) + sentence('694,870'))
    expect(held?.status).toBe('held')
    expect(held?.reason).toMatch(/649870 .*694870/u)
  })

  test('misprints and headings in doubt are held, parts and other measures are not a total', () => {
    for (const [name, row, check] of cases.held as [string, Row, string][]) {
      const [total] = read(table(row))
      expect([total?.status, failedOf(total!)], name).toEqual(['held', expect.arrayContaining([check])])
    }
    for (const [name, row] of cases.none as [string, Row][]) expect(figures(table(row)), name).toEqual([])
  })

  test('a yield table and a roll-forward give the balance of their newest day, never a flow or an older column', () => {
    const body = `<p>BTC Yield KPI</p><table><tr><td></td><td>12/31/2023</td><td>11/17/2024</td></tr>
      <tr><td>Total Bitcoin Holdings</td><td>189,150</td><td>331,200</td></tr><tr><td>BTC Yield %</td><td></td><td>41.8%</td></tr></table>
      <table><tr><td></td><td>Digital Asset Carrying Value (in thousands)</td><td>Approximate Number of Bitcoins Held</td></tr>
      <tr><td>Balance at June 30, 2025</td><td>64,362,798</td><td>597,325</td></tr><tr><td>Digital asset purchases</td><td>1</td><td>42,706</td></tr></table>`
    expect(figures(body)).toEqual([['597325', '2025-06-30', 'table', 'held']])
  })
})

test('another filer is read by its own name', () => {
  const text = '<p>As of November 16, 2025, Harbour Example Holdings held an aggregate of 120 bitcoins.</p>'
  expect(figures(text, 'us:0009900001')).toEqual([['120', '2025-11-16', 'sentence', 'held']])
})

describe('several filings at once', () => {
  test('each gives its own', () => {
    const spans = ['a', 'b'].flatMap((accession, index) =>
      spansOf(report(table({ held: index === 0 ? '649,870' : '649,871' })), accession),
    )
    expect(readTotals(spans.reverse(), new Map()).map(({ extraction }) => [extraction.accession, extraction.value])).toEqual([
      ['b', '649871'],
      ['a', '649870'],
    ])
  })
})

describe('wording', () => {
  test('any count printed with separators is read back; any other grouping is not clean', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 21_000_000 }), fc.constantFrom('', ' (1)', '(2)'), (count, mark) => {
        expect(readCount(count.toLocaleString('en-US') + mark)).toEqual({ coins: String(count), clean: true })
      }),
    )
    for (const text of ['64,9870', '7 1', '12,34,567', '1.2.3', 'about 5']) expect(readCount(text)?.clean).toBe(false)
    for (const text of ['$5', '5%', 'n/a', '']) expect(readCount(text)).toBeNull()
  })

  test('any day printed in full is read back', () => {
    const name = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    fc.assert(
      fc.property(fc.integer({ min: 11_000, max: 40_000 }), (day) => {
        const date = new Date(day * 86_400_000)
        expect(readDay(name.format(date))).toBe(date.toISOString().slice(0, 10))
      }),
    )
    for (const text of ['February 29, 2025', 'November 31, 2025', 'Novem 3, 2025 x', '11/07/2024', '17/17/2024'])
      expect(readDay(text)).toBeNull()
    // in numbers only where one of them can be no month
    expect(['3/26/2025', '26/3/2025', '11/17/2024', '2025-03-26'].map((text) => readDay(text))).toEqual([
      '2025-03-26',
      '2025-03-26',
      '2024-11-17',
      '2025-03-26',
    ])
  })
})
