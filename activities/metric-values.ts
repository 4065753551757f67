import { methodology } from '../pipeline/analysis/metric-facts.ts'
import { nextReleaseOf } from '../pipeline/briefings/release-times.ts'
import { dayOf, isoDay } from '../pipeline/calendar/day.ts'
import type { Versions } from '../pipeline/column.ts'
import type { MetricData } from '../pipeline/documents/metric.ts'
import type { StoredHistory } from '../pipeline/documents/metric-history.ts'
import type { Unstamped } from '../pipeline/documents/schema.ts'
import { changeRows, metricChanges } from '../pipeline/metrics/versions.ts'
import { putNextReleases } from '../pipeline/warehouse/day-rows.ts'
import { putMetricValues, readMetricWalks } from '../pipeline/warehouse/metric-values.ts'
import type { Store } from '../pipeline/warehouse/store.ts'

/** Brings the tables that follow from the versions of all series up to a day (day number): the values of metrics, and the next releases. */
export async function renewSeriesTables(store: Store, versions: ReadonlyMap<string, Versions>, asOf: number): Promise<void> {
  await renewMetricValues(store, versions, asOf)
  await putNextReleases(store, [...versions.values()].map(nextReleaseOf))
}

/** For a day before the one it reaches the table stays as it is. */
async function renewMetricValues(store: Store, versions: ReadonlyMap<string, Versions>, asOf: number): Promise<void> {
  const kept = await readMetricWalks(store)
  if (kept.some(({ through }) => through >= isoDay(asOf))) return
  const changed = metricChanges(versions, kept, asOf, methodology)
  const walks = changed.map(({ walk, keptThrough }) => ({
    ...walk,
    keptThrough: keptThrough === null ? null : isoDay(keptThrough),
  }))
  await putMetricValues(store, walks, changed.flatMap(changeRows))
}

/** Every version of a metric's values as the edition keeps them; null where there is none. */
export function storedHistory(
  { metric, title, category, unit, source, method, sample, notices }: Unstamped<MetricData>,
  versions: Versions | undefined,
): Unstamped<StoredHistory> | null {
  if (versions === undefined) return null
  const { period, value, known, basis } = versions
  const [first, last] = known.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, -Infinity])
  return {
    metric,
    title,
    category,
    unit,
    source,
    method: method.version,
    as_of: isoDay(dayOf(last!)),
    sample,
    notices,
    first_known: isoDay(dayOf(first!)),
    first_period: isoDay(period[0]!),
    last_period: isoDay(period.at(-1)!),
    periods: base64(period),
    values: base64(value),
    known: base64(known),
    bases: base64(basis),
  }
}

function base64({ buffer, byteOffset, byteLength }: Int32Array | Float64Array | Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
