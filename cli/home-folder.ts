import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { homeAt } from '../activities/home.ts'
import { currentKey } from '../pipeline/editions/edition-files.ts'
import { type EditionReader, type EditionView, openReader } from '../pipeline/editions/reader.ts'
import { InputError, UnavailableError } from '../pipeline/errors.ts'
import type { Blobs } from '../pipeline/store/blobs.ts'
import { isDiskFull } from '../pipeline/store/disk-full.ts'
import { makeFolder } from '../pipeline/store/make-folder.ts'
import type { Settings } from './settings.ts'

/** What a home holds of ours, any of which makes a folder one. */
const ours = ['artifacts', 'recordings', 'inbox', 'state.sqlite']

/**
 * Throws where a folder is not a home: mistyped, or mounted too late, it would be served as one in which nothing is published, forever.
 * `next` is what to do then.
 */
export async function needHome(
  folder: string,
  next = `Choose another with --home, or create a home there: briefing refresh --home ${folder}`,
): Promise<void> {
  const { store, market } = homeAt(folder)
  const names = new Set([...ours.map((name) => join(folder, name)), store, market])
  const entries = entriesIn(folder)
  if (entries?.some((entry) => names.has(join(folder, entry)))) return
  const why =
    entries === null
      ? 'does not exist'
      : entries.length === 0
        ? 'is empty, so it is not a home'
        : 'is not a home: nothing in it was written by this program'
  throw noHome(folder, why, next)
}

const noHome = (folder: string, why: string, next: string) => new InputError('NO_HOME', `${folder} ${why}. ${next}`)

/** What is in a folder; null where there is none. Throws `InputError` NO_HOME for a file, and for a folder that this user cannot read. */
function entriesIn(folder: string): readonly string[] | null {
  try {
    const entries = readdirSync(folder)
    accessSync(folder, constants.X_OK)
    return entries
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    if (code === 'ENOTDIR') throw noHome(folder, 'is not a folder', 'Choose another with --home.')
    throw noHome(
      folder,
      `cannot be read (${code})`,
      'Run the command as the owner of this folder, or choose another with --home.',
    )
  }
}

/** Makes a folder that is to be written to, if need be. Throws an `UnavailableError` where this user cannot write there, an `InputError` for a file. */
export function makeWritable(folder: string, mode = 0o700): void {
  try {
    makeFolder(folder, mode)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (isDiskFull(error)) throw error
    const code = codeOf(error)
    if (code === 'ENOTDIR' || code === 'EEXIST') throw new InputError('NO_FOLDER', `${folder} is not a folder. Choose another.`)
    const why = existsSync(folder)
      ? `cannot be written (${code}); existing data is intact. Make it writable for this user, or choose another folder.`
      : `cannot be created (${code}). Choose another folder, or make the one above it writable for this user.`
    throw new UnavailableError('STORE_NOT_WRITABLE', `${folder} ${why}`, { reason: code })
  }
}

/** Makes a folder a home that is still empty, so that it can be served while it is filled. */
export async function makeHome(folder: string): Promise<void> {
  makeWritable(folder)
  makeWritable(join(folder, 'artifacts'))
}

/** Follows the editions of a store. Throws an `UnavailableError` where what is published cannot be read. */
export async function followEditions(blobs: Blobs, pollMs = 60_000): Promise<EditionReader> {
  await blobs.get(currentKey)
  return openReader(blobs, { pollMs, log: { info: () => undefined, warn: () => undefined } })
}

/** The current edition of a store; null where none is published. */
export async function currentEdition(blobs: Blobs): Promise<EditionView | null> {
  const reader = await followEditions(blobs)
  const view = reader.current()
  reader.close()
  return view
}

/** Where keys, limits and the ledger are kept: the Postgres of the settings, or a file in the home. */
export function statePlace({ stateUrl }: Pick<Settings, 'stateUrl'>, home: string): string {
  return stateUrl ?? join(home, 'state.sqlite')
}

/** The folder that is named as the home: that of `--home`, else of the settings. */
export function namedHome(settings: Pick<Settings, 'home'>, { home }: { home?: string | undefined }): string {
  return home ? resolve(home) : settings.home
}

/** The home of a command. Throws `InputError` NO_HOME for a file, and for a folder that this user cannot read. */
export function homeOf(settings: Pick<Settings, 'home'>, options: { home?: string | undefined }): string {
  const folder = namedHome(settings, options)
  entriesIn(folder)
  return folder
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
