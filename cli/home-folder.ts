import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { homeAt } from '../activities/home.ts'
import { type EditionView, openReader } from '../pipeline/editions/reader.ts'
import { InputError } from '../pipeline/errors.ts'
import { folderBlobs } from '../pipeline/source/store/folder.ts'
import type { Settings } from './settings.ts'

/** What a home holds of ours, any of which makes a folder one. */
const ours = ['artifacts', 'recordings', 'inbox', 'state.sqlite']

/**
 * Throws where a folder is not a home: mistyped, or mounted too late, it would be served as one in which nothing is published, forever.
 */
export async function needHome(folder: string): Promise<void> {
  const { store, market } = homeAt(folder)
  const names = new Set([...ours.map((name) => join(folder, name)), store, market])
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
  if (!(entries instanceof Error) && entries.some((entry) => names.has(join(folder, entry)))) return
  throw new InputError(
    'NO_HOME',
    `${folder} ${whyNot(entries)}. Choose another with --home, or create a home there: briefing refresh --home ${folder}`,
  )
}

function whyNot(entries: readonly string[] | NodeJS.ErrnoException): string {
  if (!(entries instanceof Error))
    return entries.length === 0 ? 'is empty, so it is not a home' : 'is not a home: nothing in it was written by this program'
  if (entries.code === 'ENOENT') return 'does not exist'
  if (entries.code === 'ENOTDIR') return 'is not a folder'
  return `cannot be read (${entries.code})`
}

/** Makes a folder a home that is still empty, so that it can be served while it is filled. */
export async function makeHome(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'artifacts'), { recursive: true })
}

/** The current edition of a home; null where none is published. */
export async function currentEdition(home: string): Promise<EditionView | null> {
  const log = { info: () => undefined, warn: () => undefined }
  const reader = await openReader(folderBlobs(home), { pollMs: 60_000, log })
  const view = reader.current()
  reader.close()
  return view
}

/** Where keys, limits and the ledger are kept: the Postgres of the settings, or a file in the home. */
export function statePlace({ stateUrl }: Pick<Settings, 'stateUrl'>, home: string): string {
  return stateUrl ?? join(home, 'state.sqlite')
}

/** The home of a command: that of `--home`, else of the settings. */
export function homeOf(settings: Pick<Settings, 'home'>, { home }: { home?: string | undefined }): string {
  return home ? resolve(home) : settings.home
}
