import { statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { keepPrivate } from './keep-private.ts'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite-engine.ts'

/** One statement for the file. */
export interface Asked {
  /** Who asks. While one has a transaction open, the statements of others wait for its end. */
  readonly connection: number
  /**
   * The transaction that begins with it, if one does. One that may write asks for the right to write at once: had it read before, SQLite
   * would refuse its first write, without a wait, where another process wrote meanwhile.
   */
  readonly begins: 'write' | 'read' | null
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Rows of a statement that gives rows, or how many rows another one changed. */
export type Outcome = { readonly rows: readonly unknown[] } | { readonly changes: number }

interface Waiting {
  readonly asked: Asked
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** How long a statement waits for another process that writes. */
const busyMs = 5_000
/** Pages of the log after which it is folded into the file. That holds up every statement, so it is rare. */
const foldPages = 8_000
/** Statements kept ready; there are fewer texts. */
const mostReady = 200

/** A file beyond this is checked but for the tables that grow with every call: it would hold up the statements of others. */
const wholeBytes = 64 * 1024 * 1024
const smallTables = ['account', 'key', 'revision', 'secret']

/**
 * An SQLite file in which foreign keys hold, readers never wait for the writer (WAL), and a commit survives a loss of power before it is
 * told, as with `synchronous = FULL`. What differs is who waits for the disk: the log is forced to it once for all commits that wait, and
 * the next statements run meanwhile. Nobody but its owner reads it. Opening throws what the driver throws, and a
 * `PrivacyError` where others could read it.
 */
export class SqliteFile {
  /** For as long as this thread runs. */
  readonly ended = false
  readonly opened = Promise.resolve()
  readonly #path: string
  readonly #database: SqliteDatabase
  readonly #ready = new Map<string, SqliteStatement>()
  readonly #force: () => Promise<void>
  #queue: Waiting[] = []
  /** Connection whose transaction is open. */
  #holder: number | null = null
  /** Whether the open transaction, or the statement that just ran, wrote anything: that is to be forced to disk. */
  #wrote = false
  #log: FileHandle | null = null
  #forcing: Promise<void> = Promise.resolve()

  constructor(path: string) {
    keepPrivate(path)
    this.#path = path
    this.#database = openSqlite(path, { busyMs })
    keepLog(this.#database)
    // the log is forced to disk before it is folded into the file; after a commit `#force` does it
    for (const pragma of ['synchronous = NORMAL', `wal_autocheckpoint = ${foldPages}`, 'foreign_keys = ON'])
      rowsOf(this.#database, pragma)
    this.#force = groupCommit(async () => {
      this.#log ??= await open(`${path}-wal`, 'r+')
      await this.#log.datasync()
    })
  }

  /** Runs a statement as soon as no other connection has a transaction open. Rejects with the driver's error. */
  ask(asked: Asked): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ asked, resolve, reject })
      for (;;) {
        const next = this.#queue.findIndex((each) => this.#holder === null || each.asked.connection === this.#holder)
        if (next === -1) return
        this.#run(this.#queue.splice(next, 1)[0]!)
      }
    })
  }

  /** Closes the file once pending writes are confirmed. */
  async close(): Promise<void> {
    await this.#forcing.catch(() => {})
    this.#database.close()
    await this.#log?.close()
  }

  /** `ok`, or what is wrong with the file on disk, read through a connection of its own: the pages this one remembers may be gone. */
  async check(): Promise<string> {
    const fresh = openSqlite(this.#path, { busyMs, readOnly: true })
    try {
      const pragmas =
        statSync(this.#path).size <= wholeBytes ? ['quick_check(1)'] : smallTables.map((table) => `quick_check('${table}')`)
      const rows = pragmas.flatMap((pragma) => rowsOf(fresh, pragma) as { quick_check: string }[])
      return rows.find((row) => row.quick_check !== 'ok')?.quick_check ?? 'ok'
    } finally {
      fresh.close()
    }
  }

  #run({ asked: { connection, begins, sql, parameters }, resolve, reject }: Waiting): void {
    let end: () => void
    try {
      if (begins !== null) this.#prepared(begins === 'write' ? 'begin immediate' : 'begin').run([])
      const statement = this.#prepared(sql)
      const outcome = statement.givesRows ? { rows: statement.all(parameters) } : { changes: statement.run(parameters) }
      end = () => resolve(outcome)
      this.#wrote = sql !== 'rollback' && (this.#wrote || statement.writes)
    } catch (error) {
      end = () => reject(error)
    }
    this.#holder = this.#database.inTransaction ? connection : null
    if (this.#holder !== null || !this.#wrote) {
      end()
      return
    }
    this.#wrote = false
    this.#forcing = this.#force()
    this.#forcing.then(end, reject)
  }

  #prepared(sql: string): SqliteStatement {
    const ready = this.#ready.get(sql)
    if (ready !== undefined) return ready
    const made = this.#database.prepare(sql)
    if (this.#ready.size >= mostReady) this.#ready.clear()
    this.#ready.set(sql, made)
    return made
  }
}

/** What a pragma answers. One that only sets something gives no rows. */
function rowsOf(database: SqliteDatabase, pragma: string): unknown[] {
  const statement = database.prepare(`pragma ${pragma}`)
  if (statement.givesRows) return statement.all([])
  statement.run([])
  return []
}

/** Of two that open a new file at once SQLite tells the second, without a wait, that it is locked. */
function keepLog(database: SqliteDatabase): void {
  const end = performance.now() + busyMs
  for (;;)
    try {
      rowsOf(database, 'journal_mode = WAL')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
}

/**
 * One run of `force` for all who wait: what is returned resolves when a run has ended that began after it was called. At most one runs at a
 * time. Rejects where that run does.
 */
export function groupCommit(force: () => Promise<void>): () => Promise<void> {
  let waiting: { resolve(): void; reject(error: unknown): void }[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await force()
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    running = false
  }
  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      if (!running) void run()
    })
}
