import { expect, test } from 'vitest'
import { nextReportOf } from '../../../pipeline/companies/blocks/next-report.ts'
import type { View } from '../../../pipeline/companies/figures/view.ts'
import type { DirectoryRow } from '../../../pipeline/documents/company/company.ts'
import { matchCompany } from '../../../pipeline/documents/company/named.ts'
import { overdueReportNotice, whySaleStopped } from '../../../pipeline/documents/company/next-report.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { staleFilings } from '../../../server/companies/currency.ts'
import { newsEdition } from '../news/edition.ts'
import reports from './currency.json' with { type: 'json' }

const period = (to: string) => ({ to: dayNumber(to)! })
const viewOf = (year: string, ends: readonly string[], form: string) => {
  const [years, quarters] = [[period(year)], ends.map(period)]
  return { years, quarters, periods: [...years, ...quarters], figure: () => ({ form }) } as unknown as View
}

test.each(reports)('$market: after the year to $year and quarters $quarters comes the next report', (row) => {
  const { report, period_end, due, stops } = nextReportOf(viewOf(row.year, row.quarters, row.form), row.market)!
  expect([report, period_end, due, stops]).toEqual(row.next)
})

test('a company whose report is overdue says so, one that lacks two annual reports is not sold', () => {
  const next_report = nextReportOf(viewOf('2015-12-31', ['2015-12-31'], '10-K'), 'us')!
  const row = { next_report } as DirectoryRow
  expect([overdueReportNotice(row, '2016-05-16'), overdueReportNotice(row, '2016-05-17')]).toEqual([
    null,
    'The quarterly report for the period to 2016-03-31 was due by 2016-05-16 and has not been read.',
  ])
  expect([whySaleStopped(row, '2018-04-02'), whySaleStopped(row, '2018-04-03')]).toEqual([
    null,
    expect.stringContaining('2015-12-31'),
  ])
})

test('filings are stale where no list of them was read for days', () => {
  const view = newsEdition({}, { asOf: '2026-08-20' })
  const at = (day: string) => staleFilings(view, 'us', 'X', Date.parse(`${day}T12:00:00Z`))?.code ?? null
  expect(['2026-08-21', '2026-08-25', '2026-08-26', '2026-11-28'].map(at)).toEqual([null, null, 'DATA_STALE', 'DATA_STALE'])
})

test('a company whose number changed is named by either number', () => {
  const companies = [{ company: 'us:0002115436', codes: ['XOM'] }]
  for (const name of ['XOM', '34088', 'us:0000034088', '2115436'])
    expect(matchCompany({ companies }, name)?.company).toBe('us:0002115436')
})
