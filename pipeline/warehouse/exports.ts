import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBDateValue, DuckDBTimestampValue } from '@duckdb/node-api'
import type { Builder, DataType, Vector } from 'apache-arrow'
import type { Store } from './store.ts'

/** What is exported, in this order of rows, so that readers can skip what they do not ask for. */
const tables = [
  { name: 'series', sql: 'SELECT id, upstream, title, unit, frequency, release_rule, revised, url FROM series ORDER BY id' },
  {
    name: 'observations',
    sql: 'SELECT series, period, value, unit, known_at, known_basis, recording, version, vintage FROM observation ORDER BY series, period, version',
  },
  { name: 'readings', sql: 'SELECT * FROM v_readings ORDER BY metric, as_of' },
] as const

/** Files an export consists of. */
export const exportFiles: readonly string[] = tables.flatMap(({ name }) => [`${name}.parquet`, `${name}.arrow`])

/**
 * Writes series, observations and readings into `folder` as Parquet (zstd) and as Arrow IPC files, each swapped in by rename: whoever reads
 * an older file keeps it. Dates are days, times microseconds, both UTC; texts that repeat are dictionaries.
 */
export async function publishExports(store: Store, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, sql } of tables) {
    await swapIn(join(folder, `${name}.parquet`), (path) =>
      store.connection.run(`COPY (${sql}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`),
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
