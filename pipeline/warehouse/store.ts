import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { UnavailableError } from '../errors.ts'
import { mutex } from '../mutex.ts'
import { sha256Hex } from '../recordings/recording.ts'
import { diskFullError, isDiskFull } from '../store/disk-full.ts'
import { diskSpaceAt } from '../store/space.ts'
import { schemaMarkTable } from '../tables/registry.ts'
import { putRegistries, registryRows } from './registry-rows.ts'
import { formerTableNames, schemaStatements, viewColumns, viewComments } from './schema.ts'

/** The live warehouse. One process owns the file; everything inside goes through one connection, one transaction at a time. */
export interface Store {
  readonly path: string
  readonly connection: DuckDBConnection
  /** Runs `work` alone and in one transaction: all of it or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A warehouse that this process has the file of. */
export interface OwnWarehouse extends Store {
  /** Runs `work` alone on the file, which has all that was written: nothing changes it meanwhile. */
  asFile<T>(work: (file: FileHandle) => Promise<T>): Promise<T>
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

/** The only column of a query. */
export async function selectColumn<Value extends Cell = string>(
  store: Store,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<Value[]> {
  const reader = await store.connection.runAndReadAll(sql, values)
  return reader.getRows().map(([value]) => value as Value)
}

/** The second column of a query by the first. */
export async function selectMap<Value extends Cell = string>(
  store: Store,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<Map<string, Value>> {
  const reader = await store.connection.runAndReadAll(sql, values)
  return new Map(reader.getRows() as [string, Value][])
}

/**
 * Opens (and makes, where missing) the warehouse at `path`, `:memory:` included, and brings its schema and series up to date.
 * Throws `UnavailableError` STORE_HELD, naming the process, where another process has it open.
 */
export async function openStore(path: string, options: { threads?: number; memoryLimit?: string } = {}): Promise<OwnWarehouse> {
  const settings = {
    threads: String(options.threads ?? 2),
    memory_limit: options.memoryLimit ?? '2GB',
    enable_external_access: 'true',
    // what is free goes back to the system; as it comes the allocator keeps some hundred megabytes
    allocator_flush_threshold: '16MB',
    allocator_bulk_deallocation_flush_threshold: '16MB',
  }
  const instance = await openDatabase(path, settings, {
    held: 'stop it, or use another --home',
    unreadable: 'the warehouse cannot be opened; run "briefing rebuild" to rebuild it from its recordings',
  })
  // what a killed process sorted on disk
  if (path !== ':memory:') await rm(`${path}.tmp`, { recursive: true, force: true })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  const oneAtATime = mutex<'transaction'>()
  // open until the warehouse is closed: closing it earlier would drop the lock by which this process has the file
  let file: FileHandle | null = null
  const store: OwnWarehouse = {
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
    asFile: (work) =>
      oneAtATime('transaction', async () => {
        await connection.run('CHECKPOINT')
        file ??= await open(path, 'r')
        return work(file)
      }),
    close: async () => {
      await oneAtATime('transaction', async () => {})
      connection.closeSync()
      instance.closeSync()
      await file?.close()
    },
  }
  try {
    await store.transaction(() => migrate(store))
  } catch (error) {
    await store.close()
    throw isDiskFull(error) ? diskFullError(await diskSpaceAt(dirname(path))) : storeOutdated(error)
  }
  return store
}

/** DuckDB names the process where the system tells it; another user's, or one of another container, it does not know. */
const heldFile = /lock is (?:already )?held in|Could not set lock on file/
const holder = /PID (\d+)/

/**
 * Opens a file of DuckDB. Throws `UnavailableError`: STORE_HELD, naming the process where it is known, where another process has it open
 * so that this one cannot, or else STORE_UNREADABLE.
 */
export async function openDatabase(
  path: string,
  settings: Readonly<Record<string, string>>,
  next: { readonly held: string; readonly unreadable: string },
): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(path, settings)
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(await diskSpaceAt(dirname(path)))
    if (!heldFile.test(String(error))) throw new UnavailableError('STORE_UNREADABLE', next.unreadable, {}, error)
    const pid = Number(holder.exec(String(error))?.[1] ?? 0)
    const who = pid === 0 ? 'one that this user cannot see' : `process ${pid}`
    throw new UnavailableError('STORE_HELD', `another process is using the warehouse (${who}); ${next.held}`, {
      pid: pid === 0 ? null : pid,
    })
  }
}

/** A warehouse, or its copy, of a schema that this version can neither read nor bring up to date. */
export function storeOutdated(cause: unknown): UnavailableError {
  const message = 'the warehouse was written by another version; run "briefing rebuild" to rebuild it from its recordings'
  return new UnavailableError('STORE_OUTDATED', message, {}, cause)
}

/** Whether this version of schema and registries wrote the warehouse, or its copy. */
export async function isCurrentSchema(store: Store): Promise<boolean> {
  const [mark] = await select(store, `SELECT 1 FROM duckdb_tables() WHERE table_name = '${schemaMarkTable.name}'`)
  return (
    mark !== undefined &&
    (await select(store, `SELECT 1 FROM ${schemaMarkTable.name} WHERE made_of = $1`, [schemaHash()])).length > 0
  )
}

/** A hash of schema and registries: which version of them wrote a warehouse. */
export function schemaHash(): string {
  return sha256Hex(JSON.stringify([schemaStatements(), [...viewColumns], registryRows()]))
}

/** Gives tables of earlier versions their new names. Where both are there, an earlier version ran since: its rows are recomputed and go. */
async function keepRenamed(store: Store): Promise<void> {
  const names = new Set(await selectColumn(store, 'SELECT table_name FROM duckdb_tables()'))
  for (const [before, now] of formerTableNames)
    if (names.has(before))
      await store.connection.run(names.has(now) ? `DROP TABLE ${before}` : `ALTER TABLE ${before} RENAME TO ${now}`)
}

/** Brings schema and registries up to date, unless this version of them did so before. */
async function migrate(store: Store): Promise<void> {
  if (await isCurrentSchema(store)) return
  const { connection } = store
  await keepRenamed(store)
  // together: a call for each of some 1,400 would cost a third more
  await connection.run(schemaStatements().join(';\n'))
  const names = [...viewColumns.keys()].map((name) => `'${name}'`).join(',')
  const columns = await select<{ view: string; name: string }>(
    store,
    `SELECT table_name AS view, column_name AS name FROM duckdb_columns() WHERE table_name IN (${names}) ORDER BY column_index`,
  )
  const columnsOf = (view: string) => columns.filter((column) => column.view === view).map((column) => column.name)
  await connection.run(viewComments(columnsOf).join(';\n'))
  await putRegistries(connection)
  await connection.run(`DELETE FROM ${schemaMarkTable.name}`)
  await connection.run(`INSERT INTO ${schemaMarkTable.name} VALUES ($1)`, [schemaHash()])
}
