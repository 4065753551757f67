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

/** An open SQLite file, in this thread or in a separate one. */
export interface SqliteHandle {
  /** Whether its thread is gone, and every statement fails. */
  readonly ended: boolean
  /** Resolves when the file is open; rejects with the error that hindered it. */
  readonly opened: Promise<unknown>
  ask(asked: Asked): Promise<Outcome>
  /** `ok`, or what is wrong with the file on disk. */
  check(): Promise<string>
  close(): Promise<void>
}

/**
 * Kysely over an SQLite file. There is nothing to wait for before a statement is sent: transactions are kept apart where the file is open.
 * Where its thread ended, what waited for it fails, and the next statement opens the file anew.
 */
export function sqliteDialect(driver: SqliteDriver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

export class SqliteDriver implements Driver {
  readonly #open: () => SqliteHandle
  #file: SqliteHandle
  #connections = 0

  constructor(opened: SqliteHandle, open: () => SqliteHandle) {
    this.#file = opened
    this.#open = open
  }

  async init(): Promise<void> {}

  check(): Promise<string> {
    return this.#handle().check()
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#handle(), ++this.#connections)
  }

  #handle(): SqliteHandle {
    if (this.#file.ended) this.#file = this.#open()
    return this.#file
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

/** Belongs to one thread, so that no transaction continues in another. */
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
    // every number of the schema is whole, and Postgres refuses any other
    const fraction = parameters.find((each) => typeof each === 'number' && !Number.isInteger(each))
    if (fraction !== undefined) throw new RangeError(`the state store takes whole numbers only, not ${fraction}`)
    const begins = this.#begins
    this.#begins = null
    const outcome = await this.#file.ask({ connection: this.#number, begins, sql, parameters })
    return 'rows' in outcome ? { rows: outcome.rows as R[] } : { rows: [], numAffectedRows: BigInt(outcome.changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}
