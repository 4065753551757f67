import { stat } from 'node:fs/promises'
import { UnavailableError } from '../../pipeline/errors.ts'
import type { StateOperation } from './condition.ts'
import type { State } from './open.ts'
import { insertRow } from './rows.ts'

/** Between two probes while the store answers: a write a quarter of a minute is felt by nobody. And while it does not: nothing is sold until it does. */
const everyMs = 15_000
const soonMs = 1_000

/** Runs an operation and notes whether it succeeded. */
type Watched = (operation: StateOperation, run: () => Promise<unknown>) => Promise<unknown>

/**
 * Tries every now and then what only fails when it is needed: a read, a write that is on disk when it returns, and of an SQLite file whether
 * it is the one that was opened, and whole. The first try begins immediately, and so does one when the store says that it lost a connection.
 */
export function probeState(state: State, place: string, watched: Watched, ms = everyMs) {
  let ended = false
  let timer: NodeJS.Timeout | null = null
  const opened = state.kind === 'sqlite' ? identityOf(place) : null

  /** Whether it succeeded. */
  async function attempt(operation: StateOperation, run: () => Promise<unknown>): Promise<boolean> {
    if (ended) return true
    return watched(operation, run).then(
      () => true,
      () => false,
    )
  }

  async function probe(): Promise<void> {
    timer = null
    const done = [
      await attempt('read', () => state.db.selectFrom('revision').select('name').limit(1).execute()),
      await attempt('write', () => write(state)),
      opened === null || (await attempt('check', async () => checkFile(state, place, await opened))),
    ]
    if (!ended) timer = setTimeout(() => void probe(), done.includes(false) ? Math.min(ms, soonMs) : ms).unref()
  }
  state.onLost(() => {
    if (timer === null) return
    clearTimeout(timer)
    void probe()
  })
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
    await insertRow(within, 'revision', { name: 'probe', value: 1 })
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
