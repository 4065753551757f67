import { metricRows } from '../../data/metrics.ts'
import { dayRowSpans } from '../../pipeline/days/day-rows.ts'
import { type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { calibrationKind } from '../../pipeline/documents/calibration.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { DocumentsByKind } from '../../pipeline/editions/merge.ts'
import type { ComputedDocument } from '../../pipeline/render/artifact.ts'
import type { MetricRecord } from '../../pipeline/status/calibration.ts'
import type { ComposedRow } from '../../pipeline/tables/day.ts'
import { readUnitSums } from '../../pipeline/warehouse/composed.ts'
import { putDayRows, readDayRows, readPasts } from '../../pipeline/warehouse/day-rows.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import {
  type ComposedUnit,
  composeAll,
  inputNamesRead,
  type RecomposeCriteria,
  type StoredUnitRow,
  unchangedUnitRow,
} from './compose.ts'
import { keptSeriesIds, readSeries, SeriesNotReadError } from './known.ts'
import { renewSeriesTables } from './metric-values.ts'
import { briefingUnits, type ComposeUnit, type MetricSummary, metricUnits, treasuryUnit } from './units.ts'

/** The units of one kind, as this run leaves them. */
interface OfKind<Value, Summary> {
  /** Of those composed in this run. */
  readonly made: readonly Value[]
  readonly documents: DocumentsByKind
  /** Of all that are published, in their order. */
  readonly summaries: readonly Summary[]
  readonly places: readonly string[]
  /** Places of documents that stay, and of those that are made only with them. */
  readonly kept: readonly string[]
  readonly following: readonly string[]
}

export const calibrationDocumentPlace = placeOf(calibrationKind, calibrationKind.id)

/**
 * Composes the units that changed, and renews the tables that they are composed from. Only the series that they read in the last run are read;
 * if one asks for another series, all are read and they are composed once more.
 * @param known everything on record except the series
 */
export async function composeDue(
  store: Store,
  known: Omit<Known, 'versions' | 'vintages'>,
  basis: RecomposeCriteria,
  signal: AbortSignal,
) {
  const units = [...metricUnits, ...briefingUnits, treasuryUnit]
  const stays = new Map<string, StoredUnitRow>()
  for (const unit of units) {
    const row = unchangedUnitRow(basis, unit)
    if (row !== null) stays.set(unit.id, row)
  }
  const due = units.filter(({ id }) => !stays.has(id))
  const composeWith = async (names: readonly string[]) =>
    composeUnits(store, { ...known, ...(await readSeries(store, names)) }, stays, basis, signal)
  try {
    return await composeWith(seriesFor(due, basis))
  } catch (error) {
    if (!(error instanceof SeriesNotReadError)) throw error
    return composeWith(keptSeriesIds)
  }
}

type ComposedBefore = ReadonlyMap<string, StoredUnitRow>

/** The series that units read the last time; all of them where one was not composed for this day. */
function seriesFor(due: readonly ComposeUnit<unknown, unknown>[], { kept }: RecomposeCriteria): readonly string[] {
  if (due.some(({ id }) => !kept.has(id))) return keptSeriesIds
  const names = new Set(due.flatMap(({ id, alsoReads }) => [...inputNamesRead(kept.get(id)!), ...alsoReads]))
  return keptSeriesIds.filter((id) => names.has(id))
}

async function composeUnits(store: Store, known: Known, stays: ComposedBefore, basis: RecomposeCriteria, signal: AbortSignal) {
  const { asOf, now, standing } = basis
  const isDue = ({ id }: Pick<ComposeUnit<unknown, unknown>, 'id'>) => !stays.has(id)
  const rows = await readDayRows(store, dayRowSpans(asOf, asOf))
  const days = new PointInTimeDays(known, { ...rows, pasts: await readPasts(store) })
  const dueMetrics = metricUnits.filter(isDue)
  const dueRows = metricRows.filter((_, at) => isDue(metricUnits[at]!))
  await renewSeriesTables(store, days, asOf, dueRows, signal)
  const day = days.day(asOf, now)
  const metrics = await composeAll(dueMetrics, day, basis, signal)
  // earlier days come after this, since some of them make a past start over
  await putDayRows(store, { pasts: days.changedBacktests() })
  const dueBriefings = briefingUnits.filter(isDue)
  const briefers = dueBriefings.map(({ briefer }) => briefer)
  days.refreshStates(briefers, asOf)
  const briefings = await composeAll(dueBriefings, day, basis, signal)
  await putDayRows(store, days.takeNewRows(asOf))
  const treasuries = await composeAll([treasuryUnit].filter(isDue), day, basis, signal)
  const composed: readonly ComposedUnit<unknown, unknown>[] = [...metrics.values(), ...briefings.values(), ...treasuries.values()]
  return {
    day,
    metrics: ofKind(metricUnits, metrics, stays),
    briefings: ofKind(briefingUnits, briefings, stays),
    treasuries: ofKind([treasuryUnit], treasuries, stays),
    /** Null where those in the calibration that stands are the same. */
    records: dueMetrics.length === 0 && standing.has(calibrationDocumentPlace) ? null : await recordsOf(store, metrics, stays),
    rows: composed.map(({ row }) => row),
  }
}

function ofKind<Value, Summary>(
  units: readonly ComposeUnit<Value, Summary>[],
  composed: ReadonlyMap<string, ComposedUnit<Value, Summary>>,
  stays: ComposedBefore,
): OfKind<Value, Summary> {
  const documents: Record<string, ComputedDocument[]> = {}
  const made = [...composed.values()].flatMap(({ made: each }) => each ?? [])
  for (const { documents: own } of made)
    for (const [kind, all] of Object.entries(own)) documents[kind] = [...(documents[kind] ?? []), ...all]
  const rows = units.flatMap((unit) => ({ unit, row: stays.get(unit.id) ?? composed.get(unit.id)!.row }))
  const published = rows.filter(({ row }) => row.contents.length > 0)
  const kept = published.filter(({ unit }) => stays.has(unit.id))
  const placesIn = (some: typeof rows) => some.flatMap(({ row }) => row.contents.map(({ place }) => place))
  return {
    made: made.map(({ value }) => value),
    documents,
    summaries: published.map(({ row }) => row.summary as Summary),
    places: placesIn(published),
    kept: placesIn(kept),
    following: kept.flatMap(({ unit }) => unit.followedBy),
  }
}

/** The records of all metrics, in the order of the registry. */
async function recordsOf(
  store: Store,
  composed: ReadonlyMap<string, ComposedUnit<unknown, MetricSummary>>,
  stays: ComposedBefore,
): Promise<MetricRecord[]> {
  const sums = await readUnitSums(store, [...stays.keys()])
  return metricUnits.flatMap(({ id }) => {
    const row = (stays.get(id) ?? composed.get(id)!.row) as Pick<ComposedRow, 'summary'> & { readonly sums?: unknown }
    const record = (row.summary as MetricSummary | null)?.record
    return record ? [{ row: record, sums: (row.sums ?? sums.get(id)) as MetricRecord['sums'] }] : []
  })
}
