import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** A key that a person approved, as the bridge keeps it. */
export interface SavedKey {
  /** The server it was issued by: it is sent to no other. */
  readonly origin: string
  readonly api_key: string
  readonly key_name: string | null
  readonly claim_code: string
  readonly saved_at: string
}

/** Where the key of a server is kept: a file for each, in the folder of settings of the user (XDG base directories). */
export function keyFilePath(origin: string, env: Readonly<Record<string, string | undefined>>): string {
  const named = env['BRIEFING_KEY_FILE']
  if (named) return named
  const config = env['XDG_CONFIG_HOME'] || join(homeFolder(), '.config')
  return join(config, 'market-briefing', `${new URL(origin).host.replace(/[^a-z0-9.-]/gi, '_')}.json`)
}

/** The saved key of a server, null where there is none. Throws where others on the machine can read the file. */
export async function readKey(place: string, origin: string): Promise<SavedKey | null> {
  let text: string
  try {
    const { mode } = await stat(place)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Error(`${place} can be read by others. Run: chmod 600 "${place}", or delete it and approve a new key.`)
    text = await readFile(place, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const saved = JSON.parse(text) as Partial<SavedKey>
    return saved.origin === origin && typeof saved.api_key === 'string' ? (saved as SavedKey) : null
  } catch {
    return null
  }
}

/** Throws where the user has no home folder, because neither HOME nor a passwd entry names one. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    throw new Error(
      'This user has no home folder to save a key in. Set BRIEFING_KEY_FILE to a file, or BRIEFING_API_KEY to a key.',
    )
  }
}

/** Saves a key whole or not at all, readable by its owner alone from the first byte. */
export async function saveKey(place: string, saved: SavedKey): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const beside = `${place}.${process.pid}`
  await rm(beside, { force: true })
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(saved, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(beside, 0o600)
  await rename(beside, place)
}

/** Deletes the saved key; whether there was one. */
export async function dropKey(place: string): Promise<boolean> {
  const was = await stat(place).then(
    () => true,
    () => false,
  )
  await rm(place, { force: true })
  return was
}
