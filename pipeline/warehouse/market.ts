import { access, constants } from 'node:fs/promises'
import { NotFoundError } from '../errors.ts'
import { readError } from '../source/store/folder.ts'
import { openDatabase, type Store } from './store.ts'
import { swapIn } from './swap-in.ts'

/**
 * Writes the analysts' copy of the warehouse to `path`, with comments, views and macros, and swaps it in by rename: whoever has the old
 * file open keeps reading it, whoever opens the new one finds it whole. Its storage format is that of DuckDB 1.0, which older clients open.
 */
export async function publishMarket(store: Store, path: string): Promise<void> {
  await swapIn(path, async (fresh) => {
    await store.connection.run(`ATTACH '${fresh.replaceAll("'", "''")}' AS market (STORAGE_VERSION 'v1.0.0')`)
    try {
      const source = await store.connection.runAndReadAll('SELECT current_database()')
      await store.connection.run(`COPY FROM DATABASE "${String(source.getRows()[0]![0]).replaceAll('"', '""')}" TO market`)
    } finally {
      await store.connection.run('DETACH market')
    }
  })
}

/**
 * The analysts' copy, opened for reading. No process of ours holds it, so this works while another owns the warehouse.
 * @throws NotFoundError NOTHING_LOADED where there is none yet
 * @throws UnavailableError STORE_NOT_READABLE where this user cannot read it, STORE_HELD where another program has it open for writing
 */
export async function openMarket(path: string): Promise<Store> {
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw readError(error)
    throw new NotFoundError('NOTHING_LOADED', 'nothing is loaded in this home yet; run "briefing refresh"')
  })
  const settings = { access_mode: 'READ_ONLY', enable_external_access: 'false', threads: '2' }
  const instance = await openDatabase(path, settings, {
    held: 'close it there, or have it open market.duckdb only for reading',
    unreadable: 'market.duckdb cannot be opened; run "briefing refresh" to rebuild it',
  })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  return {
    path,
    connection,
    transaction: (work) => work(),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
