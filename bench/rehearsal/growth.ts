import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a home takes on the disk at a moment (milliseconds since 1970 UTC). */
export interface Growth {
  readonly at: number
  readonly bytes: number
  readonly files: number
  /** Bytes by folder or file at the top. */
  readonly of: Readonly<Record<string, number>>
}

export async function growthOf(home: string, at: number): Promise<Growth> {
  const of: Record<string, number> = {}
  let files = 0
  for (const entry of await readdir(home, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const top = path.slice(home.length + 1).split('/')[0]!
    // one that was swept away meanwhile takes nothing
    of[top] = (of[top] ?? 0) + (await stat(path).catch(() => ({ size: 0 }))).size
    files++
  }
  return { at, files, of, bytes: Object.values(of).reduce((sum, size) => sum + size, 0) }
}
