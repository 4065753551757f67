import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Asked, Outcome } from './sqlite-file.ts'

/** An open SQLite file, in this thread or in one of its own. */
export interface SqliteHandle {
  /** Whether its thread is gone, and every statement fails. */
  readonly ended: boolean
  ask(asked: Asked): Promise<Outcome>
  close(): Promise<void>
}

/**
 * Kysely over an SQLite file. There is nothing to wait for before a statement is sent: transactions are kept apart where the file is open.
 * Where its thread ended, what waited for it fails, and the next statement opens the file anew.
 */
export function sqliteDialect(opened: SqliteHandle, open: () => SqliteHandle): Dialect {
  return {
    createDriver: () => new SqliteDriver(opened, open),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SqliteDriver implements Driver {
  readonly #open: () => SqliteHandle
  #file: SqliteHandle
  #connections = 0

  constructor(opened: SqliteHandle, open: () => SqliteHandle) {
    this.#file = opened
    this.#open = open
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    if (this.#file.ended) this.#file = this.#open()
    return new Connection(this.#file, ++this.#connections)
  }

  async beginTransaction(connection: Connection, { accessMode }: TransactionSettings): Promise<void> {
    connection.begin(accessMode === 'read only' ? 'read' : 'write')
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /** Where SQLite has undone it already, or the thread ended, there is nothing left to do: what led here is the error to tell. */
  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#file.close()
  }
}

/** Of one thread, so that no transaction goes on in another. */
class Connection implements DatabaseConnection {
  readonly #file: SqliteHandle
  /** Of statements that may belong to one transaction. */
  readonly #number: number
  #begins: Asked['begins'] = null

  constructor(file: SqliteHandle, number: number) {
    this.#file = file
    this.#number = number
  }

  /** A transaction begins with the next statement. */
  begin(kind: 'write' | 'read'): void {
    this.#begins = kind
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begins = this.#begins
    this.#begins = null
    const outcome = await this.#file.ask({ connection: this.#number, begins, sql, parameters })
    return 'rows' in outcome ? { rows: outcome.rows as R[] } : { rows: [], numAffectedRows: BigInt(outcome.changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}
