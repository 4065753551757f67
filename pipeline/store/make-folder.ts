import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it; gives the first that was missing, undefined where none was. Not `mkdir` with `recursive`: below a folder
 * that takes none, such as /proc, that of Node 20 to 24 never ends.
 */
export function makeFolder(folder: string, mode = 0o777): string | undefined {
  const path = resolve(folder)
  if (isFolder(path)) return undefined
  const above = dirname(path)
  const first = above === path ? undefined : makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // another process made it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
    return first
  }
  return first ?? path
}

/** False of what cannot be looked at: making it says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
