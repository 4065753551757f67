import { describe, expect, test } from 'vitest'
import { companyCharts, type LineSeries, leadPictures } from '../../pipeline/documents/company/pictures.ts'
import type { Valuation } from '../../pipeline/documents/company/valuation.ts'

const ends = ['2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31']
const quarters = (line: string, values: readonly number[], span: LineSeries['span'] = 'quarter'): LineSeries => ({
  ...{ line, span },
  // newest first, as statements have them
  values: values.map((value, at) => ({ end: ends[at]!, value })).toReversed(),
})
const titlesOf = (series: readonly LineSeries[]) =>
  companyCharts(series, 'USD').columns.map((column) =>
    column.flatMap((each) => (each.kind === 'chart' ? [`${each.line.title}, ${each.line.unit}`] : [])),
  )

describe('pictures of statements', () => {
  const revenue = quarters('revenue', [10e9, 20e9, 0, 40e9])
  test('show income with its margin, cash flow next to income, shares, and equity with debt', () => {
    const all = [
      ...[revenue, quarters('operating_income', [1e9, 4e9, 3e9, 10e9]), quarters('net_income', [1e9, 2e9, -3e9, 4e9])],
      ...[quarters('operating_cash_flow', [2e9, 2e9, 2e9, 5e9]), quarters('shares_diluted_average', [5e6, 5e6, 4e6, 4e6])],
      ...[quarters('equity', [1e13, 1e13, 1e13, 2e13]), quarters('long_term_debt', [1e12, 1e12, 1e12, 1e12])],
    ]
    // a quarter without revenue has no margin, and three are too few
    expect(titlesOf(all)).toEqual([
      ['Revenue by quarter, USD bn'],
      ['Net income by quarter, USD mn'],
      ['Shares, diluted average by quarter, mn shares'],
      ['Equity by quarter, USD tn'],
    ])
    const { line } = companyCharts(all, 'USD').columns[1]![0] as { line: { points: unknown; beside: { points: unknown } } }
    expect(line.points).toEqual(ends.map((end, at) => [Date.parse(end) / 864e5, [1_000, 2_000, -3_000, 4_000][at]]))
    expect(line.beside.points).toHaveLength(4)
  })
  test('the margin is of operating income, else of net income, and of revenue alone', () => {
    const sold = quarters('revenue', [10, 20, 25, 40])
    const margin = (...more: LineSeries[]) => titlesOf([sold, ...more])[0]!.slice(1)
    expect(margin(quarters('operating_income', [1, 4, 5, 10]))).toEqual(['Operating margin by quarter, percent'])
    expect(margin(quarters('net_income', [1, 4, 5, 10]))).toEqual(['Net margin by quarter, percent'])
    expect(titlesOf([quarters('premiums_earned', [1, 4, 5, 10]), quarters('net_income', [1, 4, 5, 10])])[0]).toHaveLength(1)
  })
  test('are by the shortest period that has four values, and left out where none has', () => {
    expect(titlesOf([revenue, quarters('revenue', [1, 2, 3, 4], 'year')])[0]).toEqual(['Revenue by quarter, USD bn'])
    expect(titlesOf([quarters('revenue', [1, 2, 3]), quarters('revenue', [1, 2, 3, 4], 'year')])[0]).toEqual([
      'Revenue by year, USD mn',
    ])
    expect(titlesOf([quarters('revenue', [1, 2, 3])])).toEqual([[], [], [], []])
  })
  test('of a whole end with its multiples in their own range, where some have one', () => {
    const own_range = { low: 10, median: 15, high: 20, percentile: 50, n: 8, from: '2020-01-01' }
    const multiple = { title: 'Price to earnings', value: 31.244, unit: 'times', own_range }
    const of = (multiples: unknown[]) => leadPictures(companyCharts([revenue], 'USD'), { multiples } as unknown as Valuation)
    expect(of([{ ...multiple, own_range: null }]).columns[3]).toEqual([])
    expect(of([multiple]).columns[3]![1]).toEqual({
      ...{ kind: 'ranges', value: 31.244, unit: 'times' },
      ranges: [{ name: 'Price to earnings 31.24×', low: 10, high: 20 }],
    })
  })
})
