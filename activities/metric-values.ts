import { methodology } from '../pipeline/analysis/metric-facts.ts'
import { isoDay } from '../pipeline/calendar/day.ts'
import type { Versions } from '../pipeline/column.ts'
import { changeRows, metricChanges } from '../pipeline/metrics/versions.ts'
import { putMetricValues, readMetricWalks } from '../pipeline/warehouse/metric-values.ts'
import type { Store } from '../pipeline/warehouse/store.ts'

/** Brings the table `metric_value` up to a day (day number) from the versions of all series. For a day before it reaches it stays as it is. */
export async function renewMetricValues(store: Store, versions: ReadonlyMap<string, Versions>, asOf: number): Promise<void> {
  const kept = await readMetricWalks(store)
  if (kept.some(({ through }) => through >= isoDay(asOf))) return
  const changed = metricChanges(versions, kept, asOf, methodology)
  const walks = changed.map(({ walk, keptThrough }) => ({
    ...walk,
    keptThrough: keptThrough === null ? null : isoDay(keptThrough),
  }))
  await putMetricValues(store, walks, changed.flatMap(changeRows))
}
