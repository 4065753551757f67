import { homeAt } from '../activities/home.ts'
import { metricRows } from '../data/metrics.ts'
import { series } from '../data/series.ts'
import type { MetricFacts } from '../pipeline/analysis/metric-facts.ts'
import { percentileOf } from '../pipeline/analysis/percentile.ts'
import { rhythmOf } from '../pipeline/analysis/rhythm.ts'
import { strengthsOf } from '../pipeline/analysis/strength.ts'
import { trendOf } from '../pipeline/analysis/trend.ts'
import type { WindowName } from '../pipeline/documents/reading.ts'
import { metricEvaluator } from '../pipeline/formulas/evaluate.ts'
import { asKnownAt, type Column } from '../pipeline/values/column.ts'
import { openMarket } from '../pipeline/warehouse/analysts/market.ts'
import { readVersions } from '../pipeline/warehouse/observations.ts'
import { type BenchRow, median } from './row.ts'

const names = series.map(({ id }) => id)

/** Three changes, their strengths and the percentile of every metric with the fetch of its column, over that fetch alone. */
export async function run(home: string, { quick }: { quick: boolean }): Promise<BenchRow[]> {
  const store = await openMarket(homeAt(home).market)
  const fetched = async () => {
    const versions = await readVersions(store, names)
    const calculated = metricEvaluator((name) => {
      const column = versions.get(name)
      return column ? asKnownAt(column, Number.POSITIVE_INFINITY) : null
    })
    return metricRows.flatMap((row) => {
      const column = calculated(row.metric)?.column
      return column && column.period.length > 0 ? [{ row, column }] : []
    })
  }
  try {
    const ratios: number[] = []
    let metrics = 0
    for (let round = 0; round < (quick ? 2 : 8); round++) {
      const start = performance.now()
      await fetched()
      const middle = performance.now()
      const columns = await fetched()
      for (const { row, column } of columns) statistics(row, column)
      // the first round compiles
      if (round > 0) ratios.push((performance.now() - middle) / (middle - start))
      metrics = columns.length
    }
    const note = `${metrics} metrics; the fetch is on both sides`
    return [
      { goal: 'seven statistics of all metrics / fetching the columns', measured: median(ratios), target: 3, unit: '', note },
    ]
  } finally {
    await store.close()
  }
}

function statistics(row: MetricFacts, column: Column): void {
  const last = column.period.length - 1
  const { windows, others } = rhythmOf(row.cadence)
  const strength = (name: WindowName) => strengthsOf(row, windows[name]).at(column, last)
  trendOf(column, last, row.change, row.cadence, { '7d': strength('7d'), '30d': strength('30d'), '90d': strength('90d') })
  percentileOf(column, last, others)
}
