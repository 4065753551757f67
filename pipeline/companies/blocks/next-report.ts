import { reportDeadlines } from '../../../data/companies/deadlines.ts'
import type { DirectoryRow } from '../../documents/company/company.ts'
import { endOfMonth, isoDay } from '../../time/day.ts'
import { deadlineOf, monthsLater } from '../../time/deadline.ts'
import { newestPeriod } from '../figures/fiscal.ts'
import type { View } from '../figures/view.ts'

/** A company with a quarter that ended within so many days before its newest period reports by quarter. */
const quarterlyDays = 400
/** Ends of fiscal years of 52 and 53 weeks move by so many days. */
const weekYears = 7

/**
 * The report that follows the newest one read, with the last day for it, and the day from which two annual reports are missing; null in a
 * market whose deadlines are not declared. It depends on the reports alone: whether the day is over is for the reader to see.
 */
export function nextReportOf(view: View, market: string): NonNullable<DirectoryRow['next_report']> | null {
  const [year] = view.years
  if (year === undefined) return null
  const newest = newestPeriod(view)
  const form = view.figure('net_income', year)?.form ?? ''
  const annual = /^[24]0-F/.test(form) ? form.slice(0, 4) : 'annual'
  const isQuarterly =
    annual === 'annual' &&
    reportDeadlines.some((row) => row.market === market && row.form === 'quarterly') &&
    view.quarters.some(({ to }) => newest.to - to < quarterlyDays)
  const nextYear = monthsLater(year.to, 12)
  const end = isQuarterly ? Math.min(nextYear, monthsLater(newest.to, 3)) : nextYear
  const isAnnual = nextYear - end <= 2 * weekYears
  const due = (report: string, to: number) => {
    const slack = to === endOfMonth(to) ? 0 : weekYears
    return deadlineOf(market, report, isoDay(to + slack))
  }
  const [by, ends] = [due(isAnnual ? annual : 'quarterly', isAnnual ? nextYear : end), due(annual, monthsLater(year.to, 24))]
  if (by === null || ends === null) return null
  const report = isAnnual ? 'annual report' : 'quarterly report'
  return { report, period_end: isoDay(isAnnual ? nextYear : end), due: by, year_end: isoDay(year.to), stops: ends }
}
