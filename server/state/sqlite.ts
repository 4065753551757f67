import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseSync, DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import { UnavailableError } from '../../pipeline/errors.ts'
import { keepPrivate } from './keep-private.ts'
import type { Tables } from './schema.ts'

/** How long a statement waits for another process that writes: this long in all, and this long without letting anything else run. */
const busyMs = 5_000
const blockedMs = 10
const againMs = 5
/** Bytes the log beside the file is cut to when it is started again, however long a reader kept it growing. */
const longestLog = 4 * 1024 * 1024
/** Statements kept compiled; there are fewer texts. */
const mostCompiled = 200
/** A larger file is checked without the tables that grow with every call: a check stops everything else. */
const wholeBytes = 16 * 1024 * 1024
const smallTables = ['account', 'key', 'revision', 'secret']

/** A store as its library opens it: Kysely's dialect, and members of `State`. */
export interface OpenedDatabase {
  readonly dialect: Dialect
  check(): Promise<string>
  counting<T>(db: Kysely<Tables>, run: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  onLost?(listener: () => void): void
}

/**
 * Opens an SQLite file, or makes it, for its owner alone. Foreign keys are checked, readers never wait for the writer (WAL), and a commit is
 * on disk when it returns. Rejects with an error of the name `SqliteError` and the code of SQLite, such as `SQLITE_NOTADB`; with a
 * `PrivacyError` where others could read the file; with an `UnavailableError` `NO_SQLITE` on a system that has none.
 */
export async function openSqlite(path: string): Promise<OpenedDatabase> {
  const { DatabaseSync: Database } = await import('@photostructure/sqlite').catch(nodesOwn)
  keepPrivate(path)
  const database = named(() => new Database(path, { timeout: blockedMs }))
  try {
    // of two that make a new file together SQLite refuses the second without waiting
    await patiently(async () => named(() => database.exec('pragma journal_mode = WAL')))
    named(() => database.exec(`pragma synchronous = FULL; pragma foreign_keys = ON; pragma journal_size_limit = ${longestLog}`))
  } catch (error) {
    database.close()
    throw error
  }
  return {
    dialect: {
      createDriver: () => new Driver({ database: forKysely(database) }),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    check: async () => checkFile(Database, path),
    counting: (db, run) =>
      db.connection().execute(async (one) => {
        await one.executeQuery(flushedLater)
        try {
          return await run(one)
        } finally {
          await one.executeQuery(flushedAtOnce)
        }
      }),
  }
}

const flushedLater = CompiledQuery.raw('pragma synchronous = NORMAL')
const flushedAtOnce = CompiledQuery.raw('pragma synchronous = FULL')

/**
 * Node's own SQLite, which has the same interface, on a system that cannot load the binary of the package (C libraries older than glibc
 * 2.29). Before 3.51.3 SQLite could damage a file that two processes write.
 */
function nodesOwn(): typeof import('@photostructure/sqlite') {
  const [major = 0, minor = 0, patch = 0] = (process.versions['sqlite'] ?? '').split('.').map(Number)
  if (major * 1e6 + minor * 1e3 + patch >= 3_051_003) return process.getBuiltinModule('node:sqlite') as never
  const system = `${process.platform}, ${process.arch}, Node ${process.versions.node}`
  throw new UnavailableError(
    'NO_SQLITE',
    `SQLite cannot be loaded on this system (${system}). Run npm ci again, use the newest Node 24, or use Postgres: set STATE_URL`,
  )
}

/** Through a separate connection: the pages that another one has read may be gone from the disk. */
function checkFile(Database: typeof DatabaseSync, path: string): string {
  return named(() => {
    const fresh = new Database(path, { readOnly: true, timeout: blockedMs })
    try {
      const checks = statSync(path).size <= wholeBytes ? ['1'] : smallTables.map((table) => `'${table}'`)
      const results = checks.map((what) => Object.values(fresh.prepare(`pragma quick_check(${what})`).get() ?? {})[0])
      return String(results.find((result) => result !== 'ok') ?? 'ok')
    } finally {
      fresh.close()
    }
  })
}

function forKysely(database: DatabaseSyncInstance): SqliteDatabase {
  const compiled = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const ready = compiled.get(sql)
      if (ready !== undefined) return ready
      const statement = named(() => database.prepare(sql))
      const made: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: (parameters) => named(() => statement.all(...(parameters as Parameters<typeof statement.all>))),
        run: (parameters) => named(() => statement.run(...(parameters as Parameters<typeof statement.run>))),
        iterate: (parameters) => statement.iterate(...(parameters as Parameters<typeof statement.iterate>)),
      }
      if (compiled.size >= mostCompiled) compiled.clear()
      compiled.set(sql, made)
      return made
    },
  }
}

/** Kysely's own driver, whose one connection serves one transaction or statement at a time. */
class Driver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: async (query) => {
        // every number of the schema is whole, and Postgres refuses any other
        const fraction = query.parameters.find((each) => typeof each === 'number' && !Number.isInteger(each))
        if (fraction !== undefined) throw new RangeError(`the state store takes whole numbers only, not ${fraction}`)
        return patiently(async () => connection.executeQuery(query))
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  }

  /**
   * A transaction that may write asks for the right to write first: had it read before, SQLite would refuse its first write, without a
   * wait, where another process wrote meanwhile.
   */
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'))
  }

  /** Where SQLite has already undone it, the error that led here is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** Tries again while another process writes, and lets everything else of this process run meanwhile. */
async function patiently<T>(run: () => Promise<T>): Promise<T> {
  const end = performance.now() + busyMs
  for (;;)
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || performance.now() > end) throw error
      await wait(againMs)
    }
}

/** Names of the codes that say what to do; Node's own SQLite gives the numbers alone. */
const codeNames: Readonly<Record<number, string>> = {
  ...{ 3: 'SQLITE_PERM', 5: 'SQLITE_BUSY', 8: 'SQLITE_READONLY', 10: 'SQLITE_IOERR', 11: 'SQLITE_CORRUPT' },
  ...{ 13: 'SQLITE_FULL', 14: 'SQLITE_CANTOPEN', 19: 'SQLITE_CONSTRAINT', 26: 'SQLITE_NOTADB' },
}

/** Gives errors of the library the name and the code of SQLite. */
function named<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { errcode, sqliteCodeName } = error as { errcode?: number; sqliteCodeName?: string }
    if (sqliteCodeName === undefined && errcode === undefined) throw error
    // the lower byte of an extended code is the one it belongs to
    const code = sqliteCodeName ?? codeNames[errcode! & 0xff] ?? 'SQLITE_ERROR'
    throw Object.assign(error as Error, { name: 'SqliteError', code })
  }
}
