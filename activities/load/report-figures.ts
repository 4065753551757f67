import { companies } from '../../data/companies.ts'
import { marketOf, markets } from '../../pipeline/companies/markets/index.ts'
import type { ParsedBody } from '../../pipeline/feeds/feed.ts'
import { metricEvaluator, seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { periodicReadings } from '../../pipeline/treasuries/periodic-readings.ts'
import { asKnownAt } from '../../pipeline/values/column.ts'
import { replaceReportFigures } from '../../pipeline/warehouse/companies/extractions.ts'
import { filedReports } from '../../pipeline/warehouse/companies/reports.ts'
import { readVersions } from '../../pipeline/warehouse/observations.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'

/** What the counts of reports are checked with: the price of bitcoin, and rates of the currencies of reports. */
const rates = [...new Set([...seriesOf('bitcoin-price'), ...markets.flatMap(({ rate }) => rate?.series ?? [])])]

/** Whether a body can affect the figures of reports: a report, its filing, its withdrawal, or a price or rate of its day. */
export function affectsReports({ rows }: Pick<ParsedBody, 'rows'>): boolean {
  const prices = rows.sighting?.some(({ series }) => rates.includes(series)) ?? false
  return prices || [rows.report, rows.filing, rows.withdrawal].some((given) => given !== undefined && given.length > 0)
}

/**
 * Checks the figures of every periodic report against all data known by now, and stores them for review by an operator. The result does
 * not depend on whether report or price was loaded first.
 */
export async function reviewReportCounts(store: Store): Promise<void> {
  const reports = await filedReports(store)
  const versions = reports.size === 0 ? new Map() : await readVersions(store, rates)
  const columnOf = (id: string) => {
    const all = versions.get(id)
    return all ? asKnownAt(all, Number.POSITIVE_INFINITY) : null
  }
  const price = metricEvaluator(columnOf)('bitcoin-price')?.column ?? null
  const figures = companies.flatMap((company) => {
    const standing = (reports.get(company.id) ?? []).filter(({ withdrawnAt }) => withdrawnAt === null)
    const { rate } = marketOf(company)
    return periodicReadings(standing, company, price, rate && columnOf(rate.series)).figures
  })
  await replaceReportFigures(store, figures)
}
