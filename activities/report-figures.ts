import { filers } from '../data/filers.ts'
import type { Known } from '../pipeline/briefings/day-view.ts'
import { asKnownAt } from '../pipeline/column.ts'
import { evaluator, seriesOf } from '../pipeline/metrics/evaluate.ts'
import { periodicReadings } from '../pipeline/treasuries/periodic-readings.ts'
import { replaceReportFigures } from '../pipeline/warehouse/extractions.ts'
import { filedReports, readVersions } from '../pipeline/warehouse/read.ts'
import type { Store } from '../pipeline/warehouse/store.ts'

/** Yen for a dollar, which the counts of reports in yen are checked with. */
const yenSeries = 'H10.JPY'

/**
 * Keeps what every stored periodic report states, and which could not be read, where an operator finds it: as read with everything that is
 * known by now, whichever day is computed, so that these rows follow from what is loaded as all others do.
 */
export async function keepReportFigures(store: Store, { versions, reports }: Pick<Known, 'versions' | 'reports'>): Promise<void> {
  const columnOf = (id: string) => {
    const all = versions.get(id)
    return all ? asKnownAt(all, Number.POSITIVE_INFINITY) : null
  }
  const price = evaluator(columnOf)('bitcoin-price')?.column ?? null
  const yen = columnOf(yenSeries)
  const figures = filers.flatMap((filer) => {
    const filed = reports.get(filer.cik ?? filer.edinet) ?? []
    const standing = filed.filter(({ withdrawnAt }) => withdrawnAt === null)
    return periodicReadings(standing, filer, price, yen).figures
  })
  await replaceReportFigures(store, figures)
}

/** The same where nothing is computed: after a decision, and in a warehouse that is made again. */
export async function readReportsAgain(store: Store): Promise<void> {
  const versions = await readVersions(store, [...seriesOf('bitcoin-price'), yenSeries])
  await keepReportFigures(store, { versions, reports: await filedReports(store) })
}
