import { createHash } from 'node:crypto'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { UnavailableError } from '../errors.ts'
import { mutex } from '../mutex.ts'
import { putRegistries, registryRows } from './registry-rows.ts'
import { schemaStatements, viewColumns, viewComments } from './schema.ts'
import { schemaMark } from './tables/registry.ts'

/** The live warehouse. One process owns the file; everything inside goes through one connection, one transaction at a time. */
export interface Store {
  readonly path: string
  readonly connection: DuckDBConnection
  /** Runs `work` alone and in one transaction: all of it or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One value of a row as SQL gives it to us: numbers, texts, booleans or null; times and days are selected as texts or numbers. */
type Cell = string | number | boolean | null

/** Rows of a query as plain objects. The query casts days and times to text and 64-bit counts to INTEGER or DOUBLE. */
export async function select<Row extends Record<string, Cell>>(
  store: Store,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<Row[]> {
  const reader = await store.connection.runAndReadAll(sql, values)
  return reader.getRowObjects() as unknown as Row[]
}

/**
 * Opens (and makes, where missing) the warehouse at `path`, `:memory:` included, and brings its schema and series up to date.
 * Throws `UnavailableError` STORE_HELD, naming the process, where another process has it open.
 */
export async function openStore(path: string, options: { threads?: number; memoryLimit?: string } = {}): Promise<Store> {
  const settings = {
    threads: String(options.threads ?? 2),
    memory_limit: options.memoryLimit ?? '2GB',
    enable_external_access: 'true',
    // what is free goes back to the system; as it comes the allocator keeps some hundred megabytes
    allocator_flush_threshold: '16MB',
    allocator_bulk_deallocation_flush_threshold: '16MB',
  }
  let instance: DuckDBInstance
  try {
    instance = await DuckDBInstance.create(path, settings)
  } catch (error) {
    const holder = /Conflicting lock is held in (.*?) \(PID (\d+)\)/.exec(String(error))
    if (!holder)
      throw new UnavailableError(
        'STORE_UNREADABLE',
        'the warehouse cannot be opened; run "briefing rebuild" to rebuild it from its recordings',
        {},
        error,
      )
    throw new UnavailableError(
      'STORE_HELD',
      `another process is using the warehouse (process ${holder[2]}); stop it, or use another --home`,
      { pid: Number(holder[2]) },
    )
  }
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  const oneAtATime = mutex<'transaction'>()
  const store: Store = {
    path,
    connection,
    transaction: (work) =>
      oneAtATime('transaction', async () => {
        await connection.run('BEGIN')
        try {
          const result = await work()
          await connection.run('COMMIT')
          return result
        } catch (error) {
          await connection.run('ROLLBACK').catch(() => undefined)
          throw error
        }
      }),
    close: async () => {
      await oneAtATime('transaction', async () => {})
      connection.closeSync()
      instance.closeSync()
    },
  }
  try {
    await store.transaction(() => migrate(store))
  } catch (error) {
    await store.close()
    throw new UnavailableError(
      'STORE_OUTDATED',
      'the warehouse was written by another version; run "briefing rebuild" to rebuild it from its recordings',
      {},
      error,
    )
  }
  return store
}

/** Brings schema and registries up to date, unless this version of them did so before. */
async function migrate(store: Store): Promise<void> {
  const { connection } = store
  const [statements, rows] = [schemaStatements(), registryRows()]
  const madeOf = createHash('sha256')
    .update(JSON.stringify([statements, [...viewColumns], rows]))
    .digest('hex')
  const [made] = await select<{ known: boolean }>(
    store,
    `SELECT count(*) = 1 AS known FROM duckdb_tables() WHERE table_name = '${schemaMark.name}'`,
  )
  if (made!.known && (await select(store, `SELECT 1 FROM ${schemaMark.name} WHERE made_of = $1`, [madeOf])).length > 0) return
  for (const statement of statements) await connection.run(statement)
  const names = [...viewColumns.keys()].map((name) => `'${name}'`).join(',')
  const columns = await select<{ view: string; name: string }>(
    store,
    `SELECT table_name AS view, column_name AS name FROM duckdb_columns() WHERE table_name IN (${names}) ORDER BY column_index`,
  )
  const columnsOf = (view: string) => columns.filter((column) => column.view === view).map((column) => column.name)
  for (const statement of viewComments(columnsOf)) await connection.run(statement)
  await putRegistries(connection, rows)
  await connection.run(`DELETE FROM ${schemaMark.name}`)
  await connection.run(`INSERT INTO ${schemaMark.name} VALUES ($1)`, [madeOf])
}
