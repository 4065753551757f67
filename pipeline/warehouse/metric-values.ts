import { listValue } from '@duckdb/node-api'
import type { Metric } from '../../data/metrics.ts'
import { type MetricWalkRow, metricWalkTable } from '../tables/metric-value.ts'
import { knownBases, type Versions } from '../values/column.ts'
import { appendColumns, type Cells } from './load/append.ts'
import { versionsFromRows } from './observations.ts'
import { replaceRows, tableRowsSql } from './sql.ts'
import { type Store, select, selectMap } from './store.ts'

/** How far the values of each metric have been worked out. */
export function readMetricWalks(store: Store): Promise<MetricWalkRow[]> {
  return select<MetricWalkRow & Record<string, string>>(
    store,
    'SELECT * REPLACE (CAST(through AS VARCHAR) AS through) FROM metric_walk',
  )
}

/** How the values of one metric have changed since the end of a day (YYYY-MM-DD; null where all are replaced), and how far it is worked out now. */
export interface ChangedValues {
  readonly keptThrough: string | null
  readonly walk: MetricWalkRow
  /** In the order they became known: `period` a day number, `value` NaN where there is none any more, `known` milliseconds UTC, `basis` an index into `knownBases`. */
  readonly changes: readonly { readonly period: number; readonly value: number; readonly known: number; readonly basis: number }[]
}

/** Puts changed values after those known by the end of the day each metric's rows are kept through, instead of all later ones. */
export async function putMetricValues(store: Store, changed: readonly ChangedValues[]): Promise<void> {
  const keeping = JSON.stringify(changed.map(({ walk: { metric }, keptThrough }) => ({ metric, through: keptThrough })))
  await store.transaction(async () => {
    await store.connection.run(
      `DELETE FROM metric_value v USING ${tableRowsSql(metricWalkTable, ['metric', 'through'])} k
       WHERE v.metric = k.metric AND (k.through IS NULL OR v.known_at >= k.through + INTERVAL 1 DAY)`,
      [keeping],
    )
    // metrics that are no longer registered
    await store.connection.run('DELETE FROM metric_value v WHERE NOT EXISTS (FROM metric m WHERE m.metric = v.metric)')
    await store.connection.run(
      'CREATE OR REPLACE TEMP TABLE given (no INTEGER, period DATE, value DOUBLE, known_at TIMESTAMP, basis INTEGER, version INTEGER)',
    )
    await appendColumns(store, 'given', columnsOf(changed))
    // versions are counted from those kept
    await store.connection.run(
      `INSERT INTO metric_value
       WITH named AS (
         SELECT ($1::VARCHAR[])[no] AS metric, period, CASE WHEN isnan(value) THEN NULL ELSE value END AS value, known_at,
                ($2::VARCHAR[])[basis + 1] AS known_basis, version
         FROM given
       ), kept AS (SELECT metric, period, max(version) AS version FROM metric_value SEMI JOIN named USING (metric, period) GROUP BY ALL)
       SELECT metric, period, value, known_at, known_basis, named.version + coalesce(kept.version, 0)
       FROM named LEFT JOIN kept USING (metric, period)`,
      [listValue(changed.map(({ walk }) => walk.metric)), listValue(knownBases)],
    )
    await store.connection.run('DROP TABLE given')
    const walks = changed.map(({ walk }) => walk)
    await replaceRows(store.connection, metricWalkTable, walks)
  })
}

/** All changes as columns, each metric by its place, with their versions: the first, second ... of its period. */
function columnsOf(changed: readonly ChangedValues[]): Cells[] {
  const all = changed.flatMap(({ changes }) => changes)
  const nos = new Int32Array(all.length)
  const versions = new Int32Array(all.length)
  let at = 0
  for (const [i, { changes }] of changed.entries()) {
    const counts = new Map<number, number>()
    for (const { period } of changes) {
      const version = (counts.get(period) ?? 0) + 1
      counts.set(period, version)
      nos[at] = i + 1
      versions[at++] = version
    }
  }
  return [
    { type: 'INTEGER', values: nos },
    { type: 'DATE', values: Int32Array.from(all, ({ period }) => period) },
    { type: 'DOUBLE', values: Float64Array.from(all, ({ value }) => value) },
    { type: 'TIMESTAMP', values: Float64Array.from(all, ({ known }) => known) },
    { type: 'INTEGER', values: Int32Array.from(all, ({ basis }) => basis) },
    { type: 'INTEGER', values: versions },
  ]
}

/** Of all values each metric has had by the end of a day (YYYY-MM-DD): their count, and a hash of 64 bits of what they say. */
export function metricHashes(store: Store, asOf: string): Promise<Map<string, string>> {
  return selectMap(
    store,
    `SELECT metric, count(*) || ' ' || bit_xor(hash(period, version, value, known_at, known_basis)) AS mark
     FROM metric_value WHERE known_at < $1::DATE + INTERVAL 1 DAY GROUP BY metric`,
    [asOf],
  )
}

/** Every value some metrics have had by the end of a day (YYYY-MM-DD), ascending by period, then by version; NaN where it ended. */
export async function readMetricValues(
  store: Store,
  metrics: readonly Pick<Metric, 'metric' | 'unit'>[],
  asOf: string,
): Promise<Map<string, Versions>> {
  const names = `[${metrics.map(({ metric }) => metric).join(',')}]`
  const result = await store.connection.run(
    `SELECT list_position($1::VARCHAR[], metric)::INTEGER AS no, period, coalesce(value, 'nan'::DOUBLE) AS value, epoch_ms(known_at)::DOUBLE AS known,
            list_position(['filed', 'reported', 'deadline'], known_basis)::INTEGER - 1 AS basis
     FROM metric_value WHERE metric IN (SELECT unnest($1::VARCHAR[])) AND known_at < $2::DATE + INTERVAL 1 DAY ORDER BY no, period, version`,
    [names, asOf],
  )
  return versionsFromRows(result, new Map(metrics.map(({ metric, unit }, i) => [i + 1, { id: metric, unit }])))
}
