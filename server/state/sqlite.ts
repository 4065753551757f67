import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { SqliteClient } from './sqlite-client.ts'

/**
 * Kysely over an SQLite file in a thread of its own. There is nothing to wait for before a statement is sent: the thread keeps transactions
 * apart. Where the thread ended, what waited for it fails, and the next statement opens the file anew.
 */
export function sqliteDialect(path: string, opened: SqliteClient): Dialect {
  return {
    createDriver: () => new ThreadDriver(path, opened),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ThreadDriver implements Driver {
  readonly #path: string
  #client: SqliteClient

  constructor(path: string, opened: SqliteClient) {
    this.#path = path
    this.#client = opened
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    if (this.#client.ended) this.#client = new SqliteClient(this.#path)
    return new Connection(this.#client)
  }

  async beginTransaction(connection: Connection): Promise<void> {
    connection.begin()
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
    await this.#client.close()
  }
}

/** Of one thread, so that no transaction goes on in another. */
class Connection implements DatabaseConnection {
  readonly #client: SqliteClient
  readonly #number: number
  #begins = false

  constructor(client: SqliteClient) {
    this.#client = client
    this.#number = client.connect()
  }

  /** A transaction begins with the next statement. */
  begin(): void {
    this.#begins = true
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begins = this.#begins
    this.#begins = false
    const outcome = await this.#client.ask({ connection: this.#number, begins, sql, parameters })
    return 'rows' in outcome ? { rows: outcome.rows as R[] } : { rows: [], numAffectedRows: BigInt(outcome.changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}
