import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import type { OpenedDatabase } from './sqlite.ts'

/** Keys, limits and the ledger: everything the server must not forget. */
export interface State {
  readonly db: Kysely<Tables>
  readonly kind: 'sqlite' | 'postgres'
  /** `ok`, or what is wrong with an SQLite file on disk; a database server looks after its own files. */
  check(): Promise<string>
  /** Runs a statement that is not worth waiting for the disk: a loss of power may undo it, the end of a process does not. */
  counting<T>(run: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Calls `listener` whenever a connection to a database server ends that nobody was using. */
  onLost(listener: () => void): void
  close(): Promise<void>
}

/** How long a connection may take. */
const busyMs = 5_000
/** How long one is kept that nobody uses: longer than between two probes, so that there always is one whose end shows immediately that the database stopped. */
const idleMs = 30_000

/**
 * Opens the state store and brings its schema up to date. `place`: the path of an SQLite file, or a `postgres://` URL. A commit is on disk
 * when it returns. Rejects with the driver's error where the store cannot be reached.
 */
export async function openState(place: string): Promise<State> {
  const kind = /^postgres(ql)?:\/\//.test(place) ? 'postgres' : 'sqlite'
  const [{ dialect, check, counting, onLost = () => {} }, { Kysely }, { migrate }] = await Promise.all([
    kind === 'postgres' ? postgres(place) : import('./sqlite.ts').then(({ openSqlite }) => openSqlite(place)),
    import('kysely'),
    import('./migrations.ts'),
  ])
  const db = new Kysely<Tables>({ dialect })
  const state: State = { db, kind, check, counting: (run) => counting(db, run), onLost, close: () => db.destroy() }
  try {
    await migrate(state)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return state
}

/** Whole numbers come as numbers: none here passes 2^53. */
async function postgres(url: string): Promise<OpenedDatabase> {
  const [{ default: pg }, { PostgresDialect }] = await Promise.all([import('pg'), import('kysely')])
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: busyMs, idleTimeoutMillis: idleMs })
  // A connection that ends between two statements is replaced, or fails the next one; unheard, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    dialect: new PostgresDialect({ pool }),
    check: async () => 'ok',
    counting: (db, run) => run(db),
    onLost: (listener) => void pool.on('error', listener),
  }
}
