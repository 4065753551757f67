import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { knownCompany } from '../../pipeline/treasuries/known-company.ts'
import { periodicReadings } from '../../pipeline/treasuries/periodic-readings.ts'
import type { FiledReport } from '../../pipeline/warehouse/companies/reports.ts'
import { report, spansOf } from '../filings/passages.ts'
import { filing } from './known-company.ts'
import { fact } from './periodic/facts.ts'
import { filedReport } from './periodic/filed-report.ts'

const filer = { id: 'us:0001234567', market: 'us', classes: null, reviewed: [] }
const filed = (form: string, on: string, end: string, assets: number | null): FiledReport => ({
  filing: { ...filing, form, filed: on, accession: `${form} ${on}`, knownAt: `${on}T21:00:00Z` },
  ...filedReport('us:0001050446', form, [
    fact('dei:DocumentType', form, { end }),
    ...(end === '' ? [] : [fact('dei:DocumentPeriodEndDate', end, { end })]),
    ...(assets === null ? [] : [fact('us-gaap:Assets', assets, { end })]),
  ]),
})
const readings = (...reports: readonly FiledReport[]) => periodicReadings(reports, filer, null, null)

const annual = filed('10-K', '2026-02-20', '2025-12-31', 100)

describe('a report that counts bitcoins and states no holding', () => {
  const company = 'us:0001050446'
  const pledged = 'As of December 31, 2025, 944 bitcoin are pledged as collateral under our credit facility.'
  const figuresOf = (form: string, text: string) => {
    const facts = [fact('dei:DocumentType', form), fact('dei:DocumentPeriodEndDate', '2025-12-31', { end: '2025-12-31' })]
    const rows = filedReport(company, form, facts, spansOf(report(`<p>${text}</p>`, `FORM ${form}`), 'x', company))
    return readings({ filing: { ...filing, form, filed: '2026-02-20' }, ...rows }).figures
  }

  test.each(['10-K', '20-F', '40-F'])('of form %s is listed for review with the passage', (form) => {
    expect(figuresOf(form, pledged)).toMatchObject([
      { what: 'report-passage', value: null, status: 'held', asOf: '2026-02-20', quote: pledged },
    ])
  })

  test('is not listed where it counts none', () => expect(figuresOf('20-F', 'The price of bitcoin fell in 2025.')).toEqual([]))
})

describe('the periodic report that counts', () => {
  test('is the one of the newest balance sheet, whenever it was filed', () => {
    const quarter = filed('10-Q', '2026-05-08', '2026-03-31', 110)
    const late = filed('10-K/A', '2026-06-01', '2025-12-31', 101)
    expect(readings(annual, quarter, late).report).toMatchObject({ periodEnd: '2026-03-31', totalAssets: 110 })
    expect(readings(annual, late).report).toMatchObject({ totalAssets: 101 })
  })

  test('is not an amendment without a balance sheet', () => {
    const directors = filed('10-K/A', '2026-04-28', '2025-12-31', null)
    expect(readings(annual, directors)).toMatchObject({ report: { totalAssets: 100, filing: { form: '10-K' } }, held: null })
  })

  test('is none while the newest one is held for review: no older one is served in its place', () => {
    const unreadable = filed('10-Q', '2026-05-08', '', 110)
    const found = readings(annual, unreadable)
    expect(found.held).toMatchObject({ form: '10-Q', filed: '2026-05-08' })
    const facts = { column: () => null, counts: [], readings: found, financing: [], moment: Date.parse('2026-06-01') }
    expect(knownCompany(rosterOf(false)[0]!, facts)).toMatchObject({ report: null, heldReport: found.held })
  })
})
