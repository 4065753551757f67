import type { Metric } from '../../data/metrics.ts'
import { keptSeries } from '../../data/series.ts'
import type { PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { nextReleaseOf } from '../../pipeline/days/release-times.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { MetricData } from '../../pipeline/documents/metric.ts'
import { metricHistoryKind, type StoredHistory } from '../../pipeline/documents/metric-history.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import type { Entry } from '../../pipeline/editions/edition.ts'
import { dayOf, isoDay } from '../../pipeline/time/day.ts'
import { Fingerprint, type Versions } from '../../pipeline/values/column.ts'
import { putNextReleases } from '../../pipeline/warehouse/day-rows.ts'
import { metricHashes, putMetricValues, readMetricValues, readMetricWalks } from '../../pipeline/warehouse/metric-values.ts'
import { newestKnown } from '../../pipeline/warehouse/observations.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { neverAbortedSignal, runCooperatively } from '../cooperative.ts'

/**
 * Brings the tables that follow from the versions of series up to a day (day number): the values of these metrics, and the next release of every
 * series.
 */
export async function renewSeriesTables(
  store: Store,
  days: PointInTimeDays,
  asOf: number,
  metrics: readonly Metric[],
  signal = neverAbortedSignal,
): Promise<void> {
  await renewMetricValues(store, days, asOf, metrics, signal)
  const newest = await newestKnown(store, Number.MAX_SAFE_INTEGER)
  await putNextReleases(
    store,
    keptSeries.flatMap(({ id }) => {
      const value = newest.get(id)
      return value === undefined ? [] : [nextReleaseOf(id, value)]
    }),
  )
}

/** Does nothing if the table already reaches the day. */
async function renewMetricValues(
  store: Store,
  days: PointInTimeDays,
  asOf: number,
  metrics: readonly Metric[],
  signal: AbortSignal,
): Promise<void> {
  const kept = await readMetricWalks(store)
  if (metrics.length === 0 || kept.some(({ through }) => through >= isoDay(asOf))) return
  const changed = await runCooperatively(days.metricChanges(kept, asOf, metrics), signal)
  const dated = changed.map((each) => ({ ...each, keptThrough: each.keptThrough === null ? null : isoDay(each.keptThrough) }))
  await putMetricValues(store, dated)
}

/**
 * Every version of the values of metrics up to a day (YYYY-MM-DD), where the edition that stands has another history or none; `kept`: the
 * places of histories that are in it unchanged.
 */
export async function changedMetricHistories(
  store: Store,
  standing: ReadonlyMap<string, Pick<Entry, 'facts'>>,
  metrics: readonly Draft<MetricData>[],
  asOf: string,
): Promise<{ written: Draft<StoredHistory>[]; kept: string[] }> {
  const marks = await metricHashes(store, asOf)
  const marked = metrics.flatMap((document) => {
    const rows = marks.get(document.metric)
    return rows === undefined
      ? []
      : [{ document, mark: markOf(document, rows), place: placeOf(metricHistoryKind, document.metric) }]
  })
  const stands = ({ place, mark }: (typeof marked)[number]) => standing.get(place)?.facts['mark'] === mark
  const changed = marked.filter((each) => !stands(each))
  const documents = changed.map(({ document }) => document)
  const values = await readMetricValues(store, documents, asOf)
  return {
    written: changed.map(({ document, mark }) => storedHistory(document, values.get(document.metric)!, mark)),
    kept: marked.filter(stands).map(({ place }) => place),
  }
}

/** Hash of what a history says beside its values, and of the mark of these. */
function markOf({ metric, title, category, unit, source, method, sample, notices }: Draft<MetricData>, rows: string): string {
  return new Fingerprint()
    .addText(JSON.stringify([metric, title, category, unit, source, method.version, sample, notices, rows]))
    .toString()
}

function storedHistory(
  { metric, title, category, unit, source, method, sample, notices }: Draft<MetricData>,
  { period, value, known, basis }: Versions,
  mark: string,
): Draft<StoredHistory> {
  const [first, last] = known.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, -Infinity])
  return {
    ...{ metric, title, category, unit, source, method: method.version, as_of: isoDay(dayOf(last!)), sample, notices },
    first_known: isoDay(dayOf(first!)),
    ...{ first_period: isoDay(period[0]!), last_period: isoDay(period.at(-1)!), mark },
    ...{ periods: base64(period), values: base64(value), known: base64(known), bases: base64(basis) },
  }
}

function base64({ buffer, byteOffset, byteLength }: Int32Array | Float64Array | Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
