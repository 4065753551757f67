import { stat } from 'node:fs/promises'
import { UnavailableError } from '../../pipeline/errors.ts'
import type { StateOperation } from './condition.ts'
import type { State } from './open.ts'

/** Between two probes. A write a quarter of a minute is felt by nobody. */
const everyMs = 15_000

/** Runs an operation and notes whether it succeeded. */
type Watched = (operation: StateOperation, run: () => Promise<unknown>) => Promise<unknown>

/**
 * Tries every now and then what only fails when it is needed: a read, a write that is on disk when it returns, and of an SQLite file whether
 * it is the one that was opened, and whole. The first try begins at once.
 */
export function probeState(state: State, place: string, watched: Watched, ms = everyMs) {
  let ended = false
  let timer: NodeJS.Timeout | null = null
  const opened = state.kind === 'sqlite' ? identityOf(place) : null

  const attempt: Watched = async (operation, run) => {
    if (!ended) await watched(operation, run).catch(() => {})
  }

  async function probe(): Promise<void> {
    await attempt('read', () => state.db.selectFrom('revision').select('name').limit(1).execute())
    await attempt('write', () => write(state))
    if (opened !== null) await attempt('check', async () => checkFile(state, place, await opened))
    if (!ended) timer = setTimeout(() => void probe(), ms).unref()
  }
  void probe()
  return {
    end(): void {
      ended = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** What is written goes to disk, and nobody ever sees it: a store that was only looked at is still an empty one. */
async function write({ db }: State): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within.insertInto('revision').values({ name: 'probe', value: 1 }).execute()
    await within.deleteFrom('revision').where('name', '=', 'probe').execute()
  })
}

async function checkFile(state: State, place: string, opened: string | null): Promise<void> {
  const now = await identityOf(place)
  if (now === null || now !== opened) {
    const what = now === null ? 'is gone' : 'is not the one that was opened'
    const message = `The state store file ${what}. Stop the server, restore the right file and start the server again`
    throw new UnavailableError('STATE_REPLACED', message)
  }
  if ((await state.check()) !== 'ok') throw Object.assign(new Error('the file is corrupt'), { code: 'SQLITE_CORRUPT' })
}

/**
 * Which file a path names; null where it names none. It is not opened: by the rules of POSIX, closing it again would take from this process
 * the locks that SQLite has on it.
 */
async function identityOf(path: string): Promise<string | null> {
  const stats = await stat(path).catch(() => null)
  return stats && `${stats.dev} ${stats.ino}`
}
