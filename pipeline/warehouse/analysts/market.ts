import { access, constants, open, rm } from 'node:fs/promises'
import { NotFoundError } from '../../errors.ts'
import { readError } from '../../store/folder.ts'
import { sqlQuoted } from '../sql.ts'
import { type OwnWarehouse, openDatabase, type Store, select } from '../store.ts'
import { swapIn } from '../swap-in.ts'

/** Read and written at a time. */
const pieceBytes = 4 * 1024 ** 2
/** The headers of a file of DuckDB: each checkpoint changes them after it has written to blocks that were free before. */
const headerBytes = 3 * 4096

/**
 * Writes the analysts' copy of the warehouse to `path`, with comments, views and macros, and swaps it in by rename: whoever has the old
 * file open keeps reading it, whoever opens the new one finds it whole. Its storage format is that of DuckDB 1.0, which older clients open.
 *
 * It is a copy of the file, byte by byte: that takes a small part of the time that rows take, and blocks that no row changed are equal to
 * those of the copy before, so that a bucket is not sent them again. Rows are copied where the warehouse has no file, where more of its
 * blocks are free than used, and where a checkpoint came between.
 */
export async function publishMarket(store: OwnWarehouse, path: string): Promise<void> {
  await swapIn(path, async (fresh) => {
    if (store.path === ':memory:' || !(await copyFile(store, fresh))) await copyRows(store, fresh)
  })
}

/** Copies the file of the warehouse; false, and nothing left, where it would be mostly empty or a checkpoint changed the file meanwhile. */
function copyFile(store: OwnWarehouse, fresh: string): Promise<boolean> {
  return store.asFile(async (file) => {
    const [blocks] = await select<{ free: number; used: number }>(
      store,
      `SELECT free_blocks::DOUBLE AS free, used_blocks::DOUBLE AS used FROM pragma_database_size()
       WHERE database_name = current_database()`,
    )
    if (blocks!.free > blocks!.used) return false
    // through the handle there is: opening and closing the file once more would drop the lock by which this process has it
    const piece = Buffer.allocUnsafe(pieceBytes)
    const header = async () => Buffer.from(piece.subarray(0, (await file.read(piece, 0, headerBytes, 0)).bytesRead))
    const before = await header()
    const copy = await open(fresh, 'w')
    try {
      for (let at = 0; ; ) {
        const { bytesRead } = await file.read(piece, 0, pieceBytes, at)
        if (bytesRead === 0) break
        await copy.writeFile(piece.subarray(0, bytesRead))
        at += bytesRead
      }
    } finally {
      await copy.close()
    }
    if ((await header()).equals(before)) return true
    await rm(fresh)
    return false
  })
}

async function copyRows(store: Store, fresh: string): Promise<void> {
  await store.connection.run(`ATTACH ${sqlQuoted(fresh)} AS market (STORAGE_VERSION 'v1.0.0')`)
  try {
    const source = await store.connection.runAndReadAll('SELECT current_database()')
    await store.connection.run(`COPY FROM DATABASE "${String(source.getRows()[0]![0]).replaceAll('"', '""')}" TO market`)
  } finally {
    await store.connection.run('DETACH market')
  }
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
