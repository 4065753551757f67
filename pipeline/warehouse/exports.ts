import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBDateValue, DuckDBTimestampValue, listValue } from '@duckdb/node-api'
import type { Builder, DataType, Vector } from 'apache-arrow'
import { quoted } from './sql.ts'
import { type Store, select } from './store.ts'

/** What is exported, in this order of rows, so that readers can skip what they do not ask for; the comments are those of its relations. */
const tables = [
  {
    name: 'series',
    of: ['series'],
    sql: 'SELECT id, upstream, title, unit, frequency, release_rule, revised, url FROM series ORDER BY id',
  },
  {
    name: 'observations',
    of: ['observation'],
    sql: 'SELECT series, period, value, unit, known_at, known_basis, recording, version, vintage FROM observation ORDER BY series, period, version',
  },
  {
    name: 'metric_values',
    of: ['metric_value', 'metric'],
    sql: 'SELECT metric, v.period, v.value, m.unit, v.known_at, v.known_basis, v.version FROM metric_value v JOIN metric m USING (metric) ORDER BY metric, period, v.version',
  },
  { name: 'readings', of: ['v_readings'], sql: 'SELECT * FROM v_readings ORDER BY metric, as_of' },
] as const

/** Files an export consists of. */
export const exportFiles: readonly string[] = tables.flatMap(({ name }) => [`${name}.parquet`, `${name}.arrow`])

/**
 * Writes series, observations, values of metrics and readings into `folder` as Parquet (zstd) and as Arrow IPC files, each swapped in by rename:
 * whoever reads an older file keeps it. Dates are days, times microseconds, both UTC; texts that repeat are dictionaries. The metadata of a
 * Parquet file has the comment of the table as `comment`, and that of a column as `comment.` and its name.
 */
export async function publishExports(store: Store, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, of: relations, sql } of tables) {
    const comments = await commentsOf(store, relations, sql)
    await swapIn(join(folder, `${name}.parquet`), (path) =>
      store.connection.run(
        `COPY (${sql}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd, KV_METADATA {${comments}})`,
      ),
    )
    await swapIn(join(folder, `${name}.arrow`), async (path) => {
      const handle = await open(path, 'w')
      try {
        await handle.writeFile(await arrowFileOf(store, sql))
      } finally {
        await handle.close()
      }
    })
  }
}

/** The comments of the first relation and of the columns of a query over all of them, as members of a struct in SQL; of columns of one name the first counts. */
async function commentsOf(store: Store, relations: readonly string[], sql: string): Promise<string> {
  const rows = await select<{ key: string; comment: string }>(
    store,
    `SELECT 'comment' AS key, comment, 0 AS place FROM (SELECT table_name AS name, comment FROM duckdb_tables() UNION ALL SELECT view_name, comment FROM duckdb_views())
     WHERE name = $1[1]
     UNION ALL SELECT 'comment.' || column_name, comment, list_position($1, table_name) FROM duckdb_columns() WHERE list_contains($1, table_name)
       AND column_name IN (SELECT column_name FROM (DESCRIBE ${sql}))
     ORDER BY place DESC`,
    [listValue(relations)],
  )
  return [...new Map(rows.map(({ key, comment }) => [key, comment]))]
    .map(([key, comment]) => `${quoted(key)}: ${quoted(comment)}`)
    .join(', ')
}

async function swapIn(path: string, write: (fresh: string) => Promise<unknown>): Promise<void> {
  const fresh = `${path}.${process.pid}.new`
  await write(fresh)
  const handle = await open(fresh, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, path)
}

/** The rows of a query as an Arrow IPC file. Loaded when first needed: most runs of a process export nothing. */
async function arrowFileOf(store: Store, sql: string): Promise<Uint8Array> {
  const arrow = await import('apache-arrow')
  const types: Readonly<Record<string, () => DataType>> = {
    VARCHAR: () => new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
    DOUBLE: () => new arrow.Float64(),
    INTEGER: () => new arrow.Int32(),
    DATE: () => new arrow.DateDay(),
    TIMESTAMP: () => new arrow.TimestampMicrosecond(),
  }
  const result = await store.connection.stream(sql)
  const columns = Array.from({ length: result.columnCount }, (_, i) => {
    const type = types[String(result.columnType(i))]!()
    return { name: result.columnName(i), builder: arrow.makeBuilder({ type, nullValues: [null] }) as Builder }
  })
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    columns.forEach(({ builder }, column) => {
      const vector = chunk.getColumnVector(column)
      for (let i = 0; i < chunk.rowCount; i++) builder.append(plain(vector.getItem(i)))
    })
  }
  const vectors = columns.map(({ name, builder }) => [name, builder.finish().toVector()] as const)
  return arrow.tableToIPC(new arrow.Table(Object.fromEntries(vectors) as Record<string, Vector>), 'file')
}

/** A value as the Arrow builders take it: days and times in milliseconds. */
function plain(value: unknown): unknown {
  if (value instanceof DuckDBDateValue) return value.days * 86_400_000
  return value instanceof DuckDBTimestampValue ? Number(value.micros) / 1_000 : value
}
