import { setTimeout as wait } from 'node:timers/promises'
import type { Dialect, Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { Tables } from './schema.ts'

/** Keys, limits and the ledger: everything the server must not forget. */
export interface State {
  readonly db: Kysely<Tables>
  readonly kind: 'sqlite' | 'postgres'
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
  const [dialect, { Kysely }] = await Promise.all([
    kind === 'postgres' ? postgres(place) : here ? sqliteHere(place) : sqlite(place),
    import('kysely'),
  ])
  const db = new Kysely<Tables>({ dialect })
  const state: State = { db, kind, close: () => db.destroy() }
  try {
    await migrate(state)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return state
}

/** The thread opens the file while this one loads the library. */
async function sqlite(path: string): Promise<Dialect> {
  const { SqliteClient } = await import('./sqlite-client.ts')
  const client = new SqliteClient(path)
  const [{ sqliteDialect }] = await Promise.all([import('./sqlite.ts'), client.opened])
  return sqliteDialect(client, () => new SqliteClient(path))
}

async function sqliteHere(path: string): Promise<Dialect> {
  const [{ SqliteFile }, { sqliteDialect }] = await Promise.all([import('./sqlite-file.ts'), import('./sqlite.ts')])
  return sqliteDialect(new SqliteFile(path), () => new SqliteFile(path))
}

/** Whole numbers come as numbers: none here passes 2^53. */
async function postgres(url: string): Promise<Dialect> {
  const [{ default: pg }, { PostgresDialect }] = await Promise.all([import('pg'), import('kysely')])
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: busyMs })
  // A connection that ends between two statements is replaced, or fails the next one; unheard, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

/** On SQLite two processes may begin at once: the second finds the tables, or the file busy, and looks again. */
async function migrate({ db }: State): Promise<void> {
  const { Migrator } = await import('kysely')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (attempt === migrationTries) throw error
    await wait(25 * attempt)
  }
}
