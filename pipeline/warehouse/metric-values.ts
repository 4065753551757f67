import { metricRows } from '../../data/metrics.ts'
import type { Versions } from '../column.ts'
import { type MetricValueRow, type MetricWalkRow, metricValue, metricWalk } from '../tables/metric-value.ts'
import { versionsFrom } from './observations.ts'
import { namesOf, rowsIn } from './sql.ts'
import { type Store, select } from './store.ts'

/** Rows sent to the database at once. */
const batch = 20_000

/** How far the values of each metric have been worked out. */
export function readMetricWalks(store: Store): Promise<MetricWalkRow[]> {
  return select<MetricWalkRow & Record<string, string>>(
    store,
    'SELECT * REPLACE (CAST(through AS VARCHAR) AS through) FROM metric_walk',
  )
}

/**
 * Puts changed values after those known by the end of the day each metric's rows are kept through (YYYY-MM-DD; null keeps none), in the
 * place of all later ones. Versions of `rows` follow those kept.
 */
export async function putMetricValues(
  store: Store,
  walks: readonly (MetricWalkRow & { readonly keptThrough: string | null })[],
  rows: readonly MetricValueRow[],
): Promise<void> {
  const keeping = JSON.stringify(walks.map(({ metric, keptThrough }) => ({ metric, through: keptThrough })))
  await store.transaction(async () => {
    await store.connection.run(
      `DELETE FROM metric_value v USING ${rowsIn(metricWalk, ['metric', 'through'])} k
       WHERE v.metric = k.metric AND (k.through IS NULL OR v.known_at >= k.through + INTERVAL 1 DAY)`,
      [keeping],
    )
    // metrics that are no longer registered
    await store.connection.run(
      `DELETE FROM metric_value WHERE metric NOT IN (SELECT metric FROM ${rowsIn(metricWalk, ['metric', 'through'])})`,
      [keeping],
    )
    await store.connection.run(
      `CREATE OR REPLACE TEMP TABLE stands AS SELECT metric, period, max(version) AS version FROM metric_value GROUP BY ALL`,
    )
    const names = namesOf(metricValue).map((name) => (name === 'version' ? 'g.version + coalesce(s.version, 0)' : `g.${name}`))
    for (let from = 0; from < rows.length; from += batch)
      await store.connection.run(
        `INSERT INTO metric_value SELECT ${names.join(', ')} FROM ${rowsIn(metricValue)} g LEFT JOIN stands s USING (metric, period)`,
        [JSON.stringify(rows.slice(from, from + batch))],
      )
    await store.connection.run('DROP TABLE stands')
    await store.connection.run(
      `INSERT OR REPLACE INTO metric_walk SELECT ${namesOf(metricWalk).join(', ')} FROM ${rowsIn(metricWalk)}`,
      [JSON.stringify(walks)],
    )
  })
}

/** Every value each metric has had by the end of a day (YYYY-MM-DD), ascending by period, then by version; NaN where it ended. */
export async function readMetricValues(store: Store, asOf: string): Promise<Map<string, Versions>> {
  const result = await store.connection.run(
    `SELECT list_position($1::VARCHAR[], metric)::INTEGER AS no, period, coalesce(value, 'nan'::DOUBLE) AS value, epoch_ms(known_at)::DOUBLE AS known,
            list_position(['filed', 'reported', 'deadline'], known_basis)::INTEGER - 1 AS basis
     FROM metric_value WHERE known_at < $2::DATE + INTERVAL 1 DAY ORDER BY no, period, version`,
    [`[${metricRows.map(({ metric }) => metric).join(',')}]`, asOf],
  )
  return versionsFrom(result, new Map(metricRows.map(({ metric, unit }, i) => [i + 1, { id: metric, unit }])))
}
