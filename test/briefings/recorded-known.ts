import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { readKnown } from '../../activities/compute.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { newRun } from '../../activities/work.ts'
import type { Known } from '../../pipeline/briefings/day-view.ts'
import { dayNumber } from '../../pipeline/calendar/day.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { depsOf, quiet, temporaryHome } from '../end-to-end/home.ts'
import { onceARun } from '../once-a-run.ts'
import { replayFolder } from '../recorded.ts'

/** A home into which the real recordings are loaded, once a run: nothing is computed in it. It is read, never written: copy it for that. */
const loadedHome = (): Promise<{ folder: string }> =>
  onceARun('home-loaded', async (place) => {
    const folder = join(place, 'home')
    const deps = depsOf(folder)
    const now = Date.parse('2026-07-23T23:59:59Z')
    try {
      const options = { activities: createActivities(deps), policies, nonRetryable, concurrency, now, log: quiet }
      await runInProcess(
        options,
        async ({ activities }) => {
          const run = newRun(0)
          const feeds = { kind: 'recorded', folder: replayFolder() } as const
          const { batches } = await activities.plan({ run, feeds, only: [], now })
          await activities.load({ run, batches })
        },
        null,
      )
    } finally {
      await deps.close()
    }
    return { folder }
  })

/** Everything the recorded feeds hold, through the loader. */
export async function recordedKnown(): Promise<Known> {
  const home = await temporaryHome()
  try {
    await cp((await loadedHome()).folder, home.folder, { recursive: true })
    const store = await openStore(join(home.folder, 'store.duckdb'))
    try {
      return await readKnown(store, dayNumber('2026-07-23')!)
    } finally {
      await store.close()
    }
  } finally {
    await home.remove()
  }
}
