import { describe, expect, test } from 'vitest'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { figureOf, leftOutOf, loadedCompanies, millionsOf } from './loaded.ts'
import { plantedBodies } from './planted.ts'

const versions = await loadedCompanies([...plantedBodies])

const viewAt = (company: string, day: string, shape: View['shape'] = 'general') =>
  viewOf(versions.get(company)!, shape, dayNumber(day)!)

const quarters = (year: string) => ['Q1', 'Q2', 'Q3', 'Q4'].map((quarter) => `${year} ${quarter}`)

describe('rules of the trial, on facts planted', () => {
  test('rule 3: quarters of 12, 12, 12 and 16 weeks (PepsiCo)', () => {
    const view = viewAt('us:0000077476', '2024-03-01')
    expect(millionsOf(view, 'revenue', quarters('FY2023'))).toEqual([17_846, 22_322, 23_453, 27_850])
  })
  test('rule 3: quarters of 16, 12, 12 and 12 weeks (Kroger)', () => {
    const view = viewAt('us:0000056873', '2025-04-01')
    expect(millionsOf(view, 'revenue', quarters('FY2024'))).toEqual([45_269, 33_912, 33_634, 34_308])
  })

  test('rule 7: of two amounts of one filing the one with more digits (American Express, total assets)', () => {
    expect(millionsOf(viewAt('us:0000004962', '2024-03-01'), 'total_assets', ['FY2023'])).toEqual([261_108])
  })

  test('rule 14: a total of segments is not operating income, and associates are not in income before tax', () => {
    const view = viewAt('us:0000000002', '2025-03-01')
    expect(millionsOf(view, 'net_income', ['FY2024'])).toEqual([75])
    for (const line of ['operating_income', 'pretax_income'] as const) {
      expect(figureOf(view, line, 'FY2024')).toBeNull()
      expect(leftOutOf(view, line)).toHaveLength(1)
    }
  })

  test('a nine-month value without a half-year gives no third quarter, and the fourth is left out', () => {
    const view = viewAt('us:0000000001', '2025-03-01')
    expect(millionsOf(view, 'revenue', ['FY2024', ...quarters('FY2024')])).toEqual([100, 10, Number.NaN, Number.NaN, Number.NaN])
    expect(leftOutOf(view, 'revenue')).toEqual([
      'revenue, quarter to 2024-12-31: Another quarter of the year is missing or not served.',
    ])
  })

  test('a year is named as its report names it: fiscal 2023 to 3 February 2024 (GameStop)', () => {
    expect(viewAt('us:0001326380', '2024-04-01').years.map(({ label }) => label)).toEqual(['FY2023'])
  })
})
