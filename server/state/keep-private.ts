import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../../pipeline/store/make-folder.ts'

/** What holds secrets is open to others, and cannot be closed to them. */
class PrivacyError extends Error {
  override readonly name = 'InputError'
  readonly code = 'NOT_PRIVATE'
}

const ownerOnly = { folder: 0o700, file: 0o600 } as const
const anybodyElse = 0o077
/** Everybody may put files there, as in /tmp: it is not ours to close. */
const shared = 0o1000

/**
 * Makes a file that holds secrets, or takes the one there is, so that its owner alone reads it in a folder that its owner alone enters,
 * whatever made either and whatever the umask is. SQLite gives its log and index the mode of the file; those of before are closed too.
 * Throws a `PrivacyError` where that cannot be done.
 */
export function keepPrivate(path: string): void {
  const folder = dirname(resolve(path))
  makeFolder(folder, ownerOnly.folder)
  closeFolder(folder)
  if (!closeFile(path)) make(path)
  for (const beside of ['-wal', '-shm']) closeFile(`${path}${beside}`)
}

function closeFolder(folder: string): void {
  const { mode } = statSync(folder)
  if ((mode & anybodyElse) !== 0 && (mode & shared) !== 0)
    throw new PrivacyError(`${folder} is a shared folder, and keys and payments would be stored in it; ${instead}`)
  close(folder, mode, ownerOnly.folder)
}

/**
 * Closes a file to others; false where there is none. By its name: to open the file and close it again would take from the connections of
 * this process the locks they hold on it.
 */
function closeFile(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode !== undefined) close(path, mode, ownerOnly.file)
  return mode !== undefined
}

const instead = 'choose another folder with --home'

function close(path: string, mode: number, own: number): void {
  if ((mode & anybodyElse) === 0) return
  try {
    chmodSync(path, own)
  } catch {
    throw new PrivacyError(
      `${path} is accessible to other users (mode ${text(mode)}), is owned by another user, and holds keys and payments; have its owner run chmod ${text(own)}, or ${instead}`,
    )
  }
}

/** Makes an empty file under another name first, for the same reason; where somebody else made it meanwhile, theirs stays. */
function make(path: string): void {
  const part = `${path}.${randomUUID()}`
  try {
    writeFileSync(part, '', { flag: 'wx', mode: ownerOnly.file })
    linkSync(part, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // a file system without links: at its very begin no connection has a lock on it yet
    if (code === 'EPERM' || code === 'ENOTSUP') writeFileSync(path, '', { flag: 'a', mode: ownerOnly.file })
    // of a folder that takes no file the driver says what is wrong
    else if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EROFS') throw error
  } finally {
    try {
      unlinkSync(part)
    } catch {}
  }
}

function text(mode: number): string {
  return (mode & 0o777).toString(8)
}
