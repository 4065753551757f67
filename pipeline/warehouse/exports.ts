import { access, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listValue } from '@duckdb/node-api'
import type { Data, Vector } from 'apache-arrow'
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
 * Parquet file has the comment of the table as `comment`, that of a column as `comment.` and its name, and a hash of all of it as `made_of`:
 * files whose rows and comments are the same stay as they are.
 */
export async function publishExports(store: Store, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, of: relations, sql } of tables) {
    const [parquet, arrow] = [join(folder, `${name}.parquet`), join(folder, `${name}.arrow`)]
    const comments = await commentsOf(store, relations, sql)
    const madeOf = await hashOf(store, sql, comments)
    if ((await isThere(arrow)) && (await madeOfIn(store, parquet)) === madeOf) continue
    await store.connection.run(`CREATE OR REPLACE TEMP TABLE exported AS ${sql}`)
    // the Arrow file first: the hash in the other one vouches for both
    await swapIn(arrow, (path) => writeArrow(store, path))
    await swapIn(parquet, (path) =>
      store.connection.run(
        `COPY exported TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd, KV_METADATA {${comments}, made_of: ${quoted(madeOf)}})`,
      ),
    )
    await store.connection.run('DROP TABLE exported')
  }
}

/** Number and hash of the rows of a query, and a hash of its comments. */
async function hashOf(store: Store, sql: string, comments: string): Promise<string> {
  const [row] = await select<{ hash: string }>(
    store,
    `SELECT concat_ws(' ', count(*), sum(hash(given)::HUGEINT), hash(${quoted(comments)})) AS hash FROM (${sql}) given`,
  )
  return row!.hash
}

/** What the metadata of a Parquet file has as `made_of`; null where there is no such file. */
async function madeOfIn(store: Store, path: string): Promise<string | null> {
  if (!(await isThere(path))) return null
  const metadata = `SELECT decode(value) AS made_of FROM parquet_kv_metadata(${quoted(path)}) WHERE decode(key) = 'made_of'`
  const [row] = await select<{ made_of: string }>(store, metadata).catch(() => [])
  return row?.made_of ?? null
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The comments of the first relation and of the columns of a query over all of them, as members of a struct in SQL; of columns of one name the first counts. */
async function commentsOf(store: Store, relations: readonly string[], sql: string): Promise<string> {
  const rows = await select<{ key: string; comment: string }>(
    store,
    `SELECT 'comment' AS key, comment, 0 AS place FROM (SELECT table_name AS name, comment FROM duckdb_tables() UNION ALL SELECT view_name, comment FROM duckdb_views())
     WHERE name = $1[1]
     UNION ALL SELECT 'comment.' || column_name, comment, list_position($1, table_name) FROM duckdb_columns() WHERE list_contains($1, table_name)
       AND column_name IN (SELECT column_name FROM (DESCRIBE ${sql}))
     ORDER BY place DESC, key`,
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

/** The typed arrays behind a vector of the database. */
interface Items {
  readonly items: Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array | BigInt64Array
  readonly validity: { itemValid(i: number): boolean; readonly data: BigUint64Array | null }
}

/** Writes the rows of the table `exported` as an Arrow IPC file, from its columns. Arrow is loaded when first needed: most runs of a process export nothing. */
async function writeArrow(store: Store, path: string): Promise<void> {
  const { connection } = store
  const arrow = await import('apache-arrow')
  const columns = await select<{ name: string; type: string }>(
    store,
    'SELECT column_name AS name, column_type AS type FROM (DESCRIBE exported)',
  )
  const [counted] = await select<{ rows: number }>(store, 'SELECT count(*)::INTEGER AS rows FROM exported')
  const { rows } = counted!
  const selected: string[] = []
  for (const [i, { name, type }] of columns.entries()) {
    // texts come as indices of the different ones
    if (type === 'VARCHAR')
      await connection.run(
        `CREATE OR REPLACE TEMP TYPE exported_${i} AS ENUM (SELECT DISTINCT ${name} FROM exported WHERE ${name} IS NOT NULL ORDER BY 1)`,
      )
    selected.push(type === 'VARCHAR' ? `${name}::exported_${i} AS ${name}` : name)
  }
  const arrays = columns.map(({ type }) =>
    type === 'DOUBLE' ? new Float64Array(rows) : type === 'TIMESTAMP' ? new BigInt64Array(rows) : new Int32Array(rows),
  )
  const valid = columns.map(() => new Uint8Array(Math.ceil(rows / 8)).fill(255))
  const nulls = columns.map(() => 0)
  const result = await connection.stream(`SELECT ${selected.join(', ')} FROM exported`)
  let at = 0
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const { rowCount } = chunk
    for (const [column, array] of arrays.entries()) {
      const { items, validity } = chunk.getColumnVector(column) as unknown as Items
      array.set(items as never, at)
      for (let i = 0; validity.data !== null && i < rowCount; i++) {
        if (validity.itemValid(i)) continue
        valid[column]![(at + i) >> 3]! &= ~(1 << ((at + i) & 7))
        array[at + i] = (array instanceof BigInt64Array ? 0n : 0) as never
        nulls[column]!++
      }
    }
    at += rowCount
  }
  const vectorOf = (type: string, column: number): Vector => {
    const facts = { length: rows, nullCount: nulls[column]!, nullBitmap: valid[column]!, data: arrays[column]! as never }
    const made = (data: object): Vector => arrow.makeVector(arrow.makeData({ ...facts, ...data } as never) as Data)
    if (type === 'DATE') return made({ type: new arrow.DateDay() })
    if (type === 'TIMESTAMP') return made({ type: new arrow.TimestampMicrosecond() })
    if (type === 'DOUBLE') return made({ type: new arrow.Float64() })
    if (type === 'INTEGER') return made({ type: new arrow.Int32() })
    const { values } = result.columnType(column) as unknown as { values: readonly string[] }
    const dictionary = arrow.vectorFromArray([...values], new arrow.Utf8())
    return made({ type: new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), dictionary })
  }
  const vectors = columns.map(({ name, type }, column) => [name, vectorOf(type, column)] as const)
  await writeFile(path, arrow.tableToIPC(new arrow.Table(Object.fromEntries(vectors)), 'file'))
}
