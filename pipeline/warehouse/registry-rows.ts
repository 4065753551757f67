import type { DuckDBConnection } from '@duckdb/node-api'
import { formulaWords } from '../../data/metrics/formula-words.ts'
import { type Metric, metricByName, metricRows } from '../../data/metrics.ts'
import { keptSeries, upstreamsOf } from '../../data/series.ts'
import { type UpstreamId, upstreamById, upstreams } from '../../data/upstreams.ts'
import { metricTable, upstreamTable } from '../tables/registry.ts'
import { seriesTable } from '../tables/series.ts'
import type { Table } from '../tables/table.ts'
import { replaceRows, tableRowsSql } from './sql.ts'

/** The rows of `data/` that the warehouse has tables of. */
export const registryRows = () => ({
  series: keptSeries.map(({ rule, ...row }) => ({ ...row, release_rule: rule })),
  upstreams: upstreams.map(({ id, name, url, resale, notice }) => ({ id, name, url, licence: resale, notice })),
  metrics: metricRows.map(metricRow),
})

/** Brings these tables up to date. A series that is no longer registered stays: its values are in other tables. */
export async function putRegistries(connection: DuckDBConnection): Promise<void> {
  const rows = registryRows()
  await putSeries(connection, rows.series)
  await replaceAll(connection, upstreamTable, rows.upstreams)
  await replaceAll(connection, metricTable, rows.metrics)
}

/** Puts rows in place of those with the same key, and takes out all others. */
async function replaceAll(connection: DuckDBConnection, table: Table, rows: readonly object[]): Promise<void> {
  const key = table.key!.join(', ')
  const others = `(${key}) NOT IN (SELECT (${key}) FROM ${tableRowsSql(table)})`
  await connection.run(`DELETE FROM ${table.name} WHERE ${others}`, [JSON.stringify(rows)])
  await replaceRows(connection, table, rows)
}

function metricRow({ proOnly, ...row }: Metric) {
  const inputs: readonly string[] = row.of
  const rests = restsOf(row.metric)
  const sources = new Set(rests.flatMap(upstreamsOfSeries).map((each) => upstreamById.get(each)!.name))
  return {
    ...row,
    formula: formulaWords(row.formula, inputs),
    inputs,
    series: rests,
    sources: [...sources].join('; '),
    polarity_for: row.for,
    horizon: row.window,
    pro_only: proOnly,
  }
}

/** The series a metric depends on, also through other metrics. */
function restsOf(name: string): string[] {
  const row = metricByName.get(name)
  return row === undefined ? [name] : [...new Set(row.of.flatMap(restsOf))]
}

const upstreamsById = new Map<string, readonly UpstreamId[]>(keptSeries.map((row) => [row.id, upstreamsOf(row)]))
const upstreamsOfSeries = (id: string): readonly UpstreamId[] => upstreamsById.get(id) ?? []

async function putSeries(connection: DuckDBConnection, rows: readonly object[]): Promise<void> {
  // those that stand already come last: the numbers of the new ones follow the highest one there is
  await connection.run(
    `INSERT INTO series
     SELECT id, (SELECT coalesce(max(no), 0) FROM series) + row_number() OVER (ORDER BY id IN (SELECT id FROM series), no),
            upstream, title, unit, frequency, release_rule, revised, url
     FROM ${tableRowsSql(seriesTable)}
     ON CONFLICT (id) DO UPDATE SET upstream = excluded.upstream, title = excluded.title, frequency = excluded.frequency,
       release_rule = excluded.release_rule, revised = excluded.revised, url = excluded.url`,
    [JSON.stringify(rows.map((row, no) => ({ ...row, no })))],
  )
}
