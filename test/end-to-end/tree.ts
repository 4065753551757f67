import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, select } from '../../pipeline/warehouse/store.ts'

/** Every file below a folder with the hash of its bytes, by relative path. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const hashes = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return [
        path.slice(folder.length + 1),
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ] as const
    }),
  )
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The rows of every table of a warehouse as one hash a table; short numbers inside the file are left out. */
export async function rowsOf(path: string): Promise<Record<string, string>> {
  const store = await openStore(path)
  try {
    const rows: Record<string, string> = {}
    for (const [table, columns] of [
      ['observation', '*'],
      ['filing', '*'],
      ['span', '*'],
      ['extraction', '*'],
      ['quarantine', '*'],
      // which recordings have the rows of a body that was read twice depends on which was loaded first
      ['recording', '* EXCLUDE (no, same_as, leads)'],
    ]) {
      const [row] = await select<{ n: number; hash: string }>(
        store,
        `SELECT count(*)::INTEGER AS n, coalesce(md5(string_agg(CAST(t AS VARCHAR), '|' ORDER BY CAST(t AS VARCHAR))), '') AS hash FROM (SELECT ${columns} FROM ${table}) t`,
      )
      rows[table!] = `${row!.n} ${row!.hash}`
    }
    return rows
  } finally {
    await store.close()
  }
}
