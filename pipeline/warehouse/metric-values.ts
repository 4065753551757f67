import type { Metric } from '../../data/metrics.ts'
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
    const names = namesOf(metricValue).map((name) => (name === 'version' ? 'g.version + coalesce(s.version, 0)' : `g.${name}`))
    // a batch may go on with a period of the previous one, whose versions are counted from those kept too
    await store.connection.run('CREATE OR REPLACE TEMP TABLE given AS FROM metric_value LIMIT 0')
    for (let from = 0; from < rows.length; from += batch)
      await store.connection.run(`INSERT INTO given SELECT ${namesOf(metricValue).join(', ')} FROM ${rowsIn(metricValue)}`, [
        JSON.stringify(rows.slice(from, from + batch)),
      ])
    if (rows.length > 0)
      await store.connection.run(
        `INSERT INTO metric_value SELECT ${names.join(', ')} FROM given g LEFT JOIN (
           SELECT metric, period, max(version) AS version FROM metric_value SEMI JOIN given USING (metric, period) GROUP BY ALL
         ) s USING (metric, period)`,
      )
    await store.connection.run('DROP TABLE given')
    await store.connection.run(
      `INSERT OR REPLACE INTO metric_walk SELECT ${namesOf(metricWalk).join(', ')} FROM ${rowsIn(metricWalk)}`,
      [JSON.stringify(walks)],
    )
  })
}

/** Of all values each metric has had by the end of a day (YYYY-MM-DD): their count, and a hash of 64 bits of what they say. */
export async function metricMarks(store: Store, asOf: string): Promise<Map<string, string>> {
  const rows = await select<{ metric: string; mark: string }>(
    store,
    `SELECT metric, count(*) || ' ' || bit_xor(hash(period, version, value, known_at, known_basis)) AS mark
     FROM metric_value WHERE known_at < $1::DATE + INTERVAL 1 DAY GROUP BY metric`,
    [asOf],
  )
  return new Map(rows.map(({ metric, mark }) => [metric, mark]))
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
  return versionsFrom(result, new Map(metrics.map(({ metric, unit }, i) => [i + 1, { id: metric, unit }])))
}
