import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { needSpace } from '../store/disk-full.ts'

const ending = /\.(\d+)\.new(?:\.wal)?$/

/**
 * Writes a file beside `path` and swaps it in by rename: whoever has the old one open keeps reading it. Nothing stays of one that fails, and
 * none is begun for which there is less room than the file before took.
 */
export async function swapIn(path: string, write: (fresh: string) => Promise<unknown>): Promise<void> {
  const fresh = `${path}.${process.pid}.new`
  const before = await stat(path).catch(() => null)
  await needSpace(dirname(path), before?.size)
  await remove(fresh)
  try {
    await write(fresh)
    await sync(fresh)
    await rename(fresh, path)
  } catch (error) {
    await remove(fresh)
    throw error
  }
  await sync(dirname(path))
}

/** Removes what killed processes left half-written in a folder. */
export async function removeUnswapped(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const writer = ending.exec(name)?.[1]
    if (writer !== undefined && !isAlive(Number(writer))) await rm(join(folder, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** A file and the log that DuckDB keeps beside one. */
async function remove(fresh: string): Promise<void> {
  for (const each of [fresh, `${fresh}.wal`]) await rm(each, { force: true })
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
