/**
 * The SQLite that Node has itself (22.13 and later), and better-sqlite3 where it has none: the same statements, the same names of errors.
 */
import { createRequire } from 'node:module'
import { UnavailableError } from '../../pipeline/errors.ts'

export interface SqliteStatement {
  /** Whether it gives rows: `all` runs it then, and `run` where it gives none. */
  readonly givesRows: boolean
  /** Whether it may change the file. */
  readonly writes: boolean
  all(parameters: readonly unknown[]): unknown[]
  /** @returns how many rows it changed */
  run(parameters: readonly unknown[]): number
}

/** An open file. All of it throws errors with the name `SqliteError` and the code of SQLite, such as `SQLITE_BUSY`. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteOptions {
  /** How long a statement waits for another process that writes, in milliseconds. */
  readonly busyMs: number
  /** A file to be read has to be there; one to be written is made. */
  readonly readOnly?: boolean
}

/** Opens a file. Throws an `UnavailableError` with the code `NO_SQLITE` where neither library can be loaded. */
export function openSqlite(path: string, options: SqliteOptions): SqliteDatabase {
  const own = nodeSqlite()
  return own === null ? openBetter(path, options) : naming(() => new NodeDatabase(own, path, options))
}

/** What is used of `node:sqlite`, which the types of Node 20 do not have. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => NodeHandle
}

interface NodeHandle {
  /** From 22.16 on. */
  readonly isTransaction?: boolean
  exec(sql: string): void
  prepare(sql: string): NodeStatement
  close(): void
}

interface NodeStatement {
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { readonly changes: number | bigint }
  /** From 22.16 on. */
  columns?(): readonly unknown[]
}

/** Null where this Node has none. Node 22 warns that it may change, which is for us to know and not for who runs this program. */
function nodeSqlite(): NodeSqlite | null {
  const warn = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...more: []) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) warn.call(process, warning, ...more)
  }) as typeof warn
  try {
    return (process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined) ?? null
  } finally {
    process.emitWarning = warn
  }
}

const readsOnly = /^\s*(select|values|explain|begin|commit|rollback)\b/i
const hasRows = /^\s*(select|values|explain|with|pragma)\b|\breturning\b/i

class NodeDatabase implements SqliteDatabase {
  readonly #handle: NodeHandle

  constructor({ DatabaseSync }: NodeSqlite, path: string, { busyMs, readOnly = false }: SqliteOptions) {
    this.#handle = new DatabaseSync(path, { readOnly })
    this.#handle.exec(`pragma busy_timeout = ${busyMs}`)
  }

  /** Where Node does not say (before 22.16) SQLite does: it begins no transaction within another. */
  get inTransaction(): boolean {
    const { isTransaction } = this.#handle
    if (isTransaction !== undefined) return isTransaction
    try {
      this.#handle.exec('begin')
    } catch {
      return true
    }
    this.#handle.exec('rollback')
    return false
  }

  prepare(sql: string): SqliteStatement {
    const statement = naming(() => this.#handle.prepare(sql))
    return {
      givesRows: statement.columns === undefined ? hasRows.test(sql) : statement.columns().length > 0,
      writes: !readsOnly.test(sql),
      all: (parameters) => naming(() => statement.all(...parameters)),
      run: (parameters) => naming(() => Number(statement.run(...parameters).changes)),
    }
  }

  close(): void {
    this.#handle.close()
  }
}

/** Names of the result codes of SQLite by their number; an extended one has its primary one in the lowest byte. */
const codes =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' ',
  )

/** Errors of `node:sqlite` with the names that better-sqlite3 gives them. */
function naming<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    if (errcode === undefined) throw error
    throw Object.assign(error as Error, { name: 'SqliteError', code: `SQLITE_${codes[errcode & 0xff] ?? errcode}` })
  }
}

/** What is used of better-sqlite3, which only a Node without SQLite has beside it. */
interface BetterSqlite {
  new (
    path: string,
    options: { readonly timeout: number; readonly readonly: boolean; readonly fileMustExist: boolean },
  ): {
    readonly inTransaction: boolean
    prepare(sql: string): {
      readonly reader: boolean
      readonly readonly: boolean
      all(...parameters: unknown[]): unknown[]
      run(...parameters: unknown[]): { readonly changes: number }
    }
    close(): void
  }
}

/** What a machine that has neither library lacks. */
export const noSqlite =
  'SQLite is missing: Node has its own from 22.13 on, and better-sqlite3 is not built for this one. Use Node 22.13 or newer, or install a C++ compiler, make and Python 3 and run npm run build'

function openBetter(path: string, { busyMs, readOnly = false }: SqliteOptions): SqliteDatabase {
  let database: InstanceType<BetterSqlite>
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3') as BetterSqlite
    database = new Database(path, { timeout: busyMs, readonly: readOnly, fileMustExist: readOnly })
  } catch (error) {
    if ((error as Error).name === 'SqliteError' || error instanceof TypeError) throw error
    throw new UnavailableError('NO_SQLITE', noSqlite)
  }
  return {
    get inTransaction() {
      return database.inTransaction
    },
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        givesRows: statement.reader,
        writes: !statement.readonly,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters).changes,
      }
    },
    close: () => database.close(),
  }
}
