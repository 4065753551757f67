import { mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Statement } from 'better-sqlite3'
import { type Dialect, SqliteDialect, SqliteDriver } from 'kysely'
import { together } from './together.ts'

/** How long a statement waits for another process that writes. */
const busyMs = 5_000
/** Pages of the log after which it is folded into the file. That holds up everything, so it is rare. */
const foldPages = 8_000
/** Statements kept ready; there are fewer texts. */
const mostReady = 200

/**
 * An SQLite file in which foreign keys hold, readers never wait for the writer (WAL), and a commit survives a loss of power before it is
 * told, as with `synchronous = FULL`. What differs is who waits for the disk: the log is forced to it by a thread of libuv, once for all
 * commits that wait, and this thread answers others meanwhile.
 */
export async function sqlite(path: string): Promise<Dialect> {
  const { default: Database } = await import('better-sqlite3')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new Database(path, { timeout: busyMs })
  database.pragma('journal_mode = WAL')
  // the log is forced to disk before it is folded into the file; after a commit the driver below does it
  database.pragma('synchronous = NORMAL')
  database.pragma(`wal_autocheckpoint = ${foldPages}`)
  database.pragma('foreign_keys = ON')

  let wrote = false
  const ready = new Map<string, Statement>()
  const watched = {
    prepare(sql: string) {
      const statement = ready.get(sql) ?? database.prepare<unknown[]>(sql)
      if (ready.size >= mostReady) ready.clear()
      ready.set(sql, statement)
      wrote ||= !statement.readonly
      return statement
    },
    close: () => void database.close(),
  }
  let log: FileHandle | null = null
  const force = together(async () => {
    log ??= await open(`${path}-wal`, 'r+')
    await log.datasync()
  })

  class ForcingDriver extends SqliteDriver {
    /** Whoever ran a statement or a transaction gets its result when this resolves; the next one runs before. */
    override async releaseConnection(): Promise<void> {
      const forcing = wrote
      wrote = false
      await super.releaseConnection()
      if (forcing) await force()
    }

    override async destroy(): Promise<void> {
      await super.destroy()
      await log?.close()
    }
  }
  class ForcingDialect extends SqliteDialect {
    override createDriver(): SqliteDriver {
      return new ForcingDriver({ database: watched })
    }
  }
  return new ForcingDialect({ database: watched })
}
