import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listValue } from '@duckdb/node-api'
import { makeFolder } from '../../store/make-folder.ts'
import { sqlQuoted } from '../sql.ts'
import { type Store, select, selectColumn } from '../store.ts'
import { swapIn } from '../swap-in.ts'

/** What is exported, in this order of rows, so that readers can skip what they do not ask for; the comments are those of its relations. */
const tables = [
  {
    name: 'series',
    of: ['series'],
    sql: 'SELECT id, upstream, title, unit, frequency, release_rule, revised, url FROM series',
    order: 'id',
  },
  {
    name: 'observations',
    of: ['observation'],
    sql: 'SELECT series, period, value, unit, known_at, known_basis, recording, version, vintage FROM observation',
    order: 'series, period, version',
  },
  {
    name: 'metric_values',
    of: ['metric_value', 'metric'],
    sql: 'SELECT metric, v.period, v.value, m.unit, v.known_at, v.known_basis, v.version FROM metric_value v JOIN metric m USING (metric)',
    order: 'metric, period, version',
  },
  { name: 'readings', of: ['v_readings'], sql: 'SELECT * FROM v_readings', order: 'metric, as_of' },
] as const

/** Files an export consists of. */
export const exportFiles: readonly string[] = tables.map(({ name }) => `${name}.parquet`)

/**
 * Writes series, observations, values of metrics and readings into `folder` as Parquet (zstd), each swapped in by rename: whoever reads an
 * older file keeps it. Dates are days, times microseconds, both UTC; texts that repeat are dictionaries. The metadata of a file has the comment
 * of the table as `comment`, that of a column as `comment.` and its name, and a hash of all of it as `made_of`: files whose rows and comments
 * are the same stay as they are.
 */
export async function publishExports(store: Store, folder: string): Promise<void> {
  makeFolder(folder)
  for (const { name, of: relations, sql, order } of tables) {
    const parquet = join(folder, `${name}.parquet`)
    // versions before wrote Arrow files too, which nothing would update
    await rm(join(folder, `${name}.arrow`), { force: true })
    const comments = await commentsOf(store, relations, sql)
    const madeOf = await hashOf(store, sql, comments)
    if ((await madeOfIn(store, parquet)) === madeOf) continue
    await swapIn(parquet, (path) =>
      store.connection.run(
        `COPY (${sql} ORDER BY ${order}) TO ${sqlQuoted(path)} (FORMAT parquet, COMPRESSION zstd, KV_METADATA {${comments}, made_of: ${sqlQuoted(madeOf)}})`,
      ),
    )
  }
}

/** Number and hash of the rows of a query in any order, and a hash of its comments. */
async function hashOf(store: Store, sql: string, comments: string): Promise<string> {
  const [hash] = await selectColumn(
    store,
    `SELECT concat_ws(' ', count(*), sum(hash(given)::HUGEINT), hash(${sqlQuoted(comments)})) FROM (${sql}) given`,
  )
  return hash!
}

/** What the metadata of a Parquet file has as `made_of`; null where there is no such file. */
async function madeOfIn(store: Store, path: string): Promise<string | null> {
  if (!(await isThere(path))) return null
  const metadata = `SELECT decode(value) FROM parquet_kv_metadata(${sqlQuoted(path)}) WHERE decode(key) = 'made_of'`
  const [madeOf = null] = await selectColumn(store, metadata).catch(() => [])
  return madeOf
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
    .map(([key, comment]) => `${sqlQuoted(key)}: ${sqlQuoted(comment)}`)
    .join(', ')
}
