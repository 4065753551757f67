import { setTimeout as wait } from 'node:timers/promises'
import type { Dialect, Kysely } from 'kysely'
import { UnavailableError } from '../../pipeline/errors.ts'
import { migrations } from './migrations.ts'
import type { Tables } from './schema.ts'
import type { SqliteHandle } from './sqlite.ts'
import type { SqliteFile } from './sqlite-file.ts'

/** Keys, limits and the ledger: everything the server must not forget. */
export interface State {
  readonly db: Kysely<Tables>
  readonly kind: 'sqlite' | 'postgres'
  /** `ok`, or what is wrong with an SQLite file on disk; a database server looks after its own files. */
  check(): Promise<string>
  close(): Promise<void>
}

/** How long a connection may take. */
const busyMs = 5_000
const migrationTries = 20

export interface OpenOptions {
  /** Whether this thread may wait for the file: an SQLite file is open in it then, and not in one of its own. */
  readonly here?: boolean
}

/**
 * Opens the state store and brings its schema up to date. `place`: the path of an SQLite file, or a `postgres://` URL. A commit is on disk
 * when it returns. Rejects with the driver's error where the store cannot be reached.
 */
export async function openState(place: string, { here = false }: OpenOptions = {}): Promise<State> {
  const kind = /^postgres(ql)?:\/\//.test(place) ? 'postgres' : 'sqlite'
  const [{ dialect, check }, { Kysely }] = await Promise.all([
    kind === 'postgres' ? postgres(place) : sqlite(place, here),
    import('kysely'),
  ])
  const db = new Kysely<Tables>({ dialect })
  const state: State = { db, kind, check, close: () => db.destroy() }
  try {
    await migrate(state)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return state
}

interface Opened extends Pick<State, 'check'> {
  readonly dialect: Dialect
}

async function sqlite(path: string, here: boolean): Promise<Opened> {
  const open = here ? await inThisThread(path) : await inItsThread(path)
  const first = open()
  // the thread opens the file while this one loads the library
  const [{ SqliteDriver, sqliteDialect }] = await Promise.all([import('./sqlite.ts'), first.opened])
  const driver = new SqliteDriver(first, open)
  return { dialect: sqliteDialect(driver), check: () => driver.check() }
}

async function inThisThread(path: string): Promise<() => SqliteHandle> {
  const { SqliteFile } = await import('./sqlite-file.ts')
  return () => new SqliteFile(path)
}

/** Nothing that is done to the file holds up this thread. */
async function inItsThread(path: string): Promise<() => SqliteHandle> {
  const { Thread } = await import('../thread.ts')
  return () => {
    const thread = new Thread<SqliteFile>(new URL('./sqlite-thread.js', import.meta.url), path)
    return {
      get ended() {
        return thread.ended
      },
      opened: thread.opened,
      ask: (asked) => thread.call('ask', asked),
      check: () => thread.call('check'),
      close: () => thread.close(),
    }
  }
}

/** Whole numbers come as numbers: none here passes 2^53. */
async function postgres(url: string): Promise<Opened> {
  const [{ default: pg }, { PostgresDialect }] = await Promise.all([import('pg'), import('kysely')])
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: busyMs })
  // A connection that ends between two statements is replaced, or fails the next one; unheard, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { dialect: new PostgresDialect({ pool }), check: async () => 'ok' }
}

/** On SQLite two processes may begin at once: the second finds the tables, or the file busy, and looks again. */
async function migrate({ db, kind }: State): Promise<void> {
  const { Migrator } = await import('kysely')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  for (let attempt = 1; ; attempt++) {
    await refuseForeign(db, kind)
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (attempt === migrationTries || !passing(error)) throw error
    await wait(25 * attempt)
  }
}

/** Whether a second try may succeed, and the file is not broken or locked away for good. */
function passing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return !/^SQLITE_(CORRUPT|NOTADB|READONLY|FULL|CANTOPEN|PERM)/.test(code)
}

/** Tables of the first change of the schema, by whose names another program may have some of its own. */
const firstTables = ['account', 'key', 'revision', 'call_window', 'payment', 'secret']

/** Throws where the tables are not this program's to change: a later version of it has changed them, or another program made them. */
async function refuseForeign(db: Kysely<Tables>, kind: State['kind']): Promise<void> {
  const { sql } = await import('kysely')
  const tables =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  const names = (await tables.execute(db)).rows.map(({ name }) => name)
  if (!names.includes('kysely_migration')) {
    const taken = firstTables.find((name) => names.includes(name))
    if (taken === undefined) return
    const message = `The state store contains a table "${taken}" of another program. Use a separate store for this program`
    throw new UnavailableError('STATE_SCHEMA', message, { table: taken })
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const later = rows.map(({ name }) => name).findLast((name) => !(name in migrations))
  if (later === undefined) return
  const message = `The state store has schema ${later}, which this version of the program does not know. Run the version that wrote it, or a later one`
  throw new UnavailableError('STATE_SCHEMA', message, { schema: later })
}
