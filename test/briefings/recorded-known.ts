import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { readKnown } from '../../activities/compute.ts'
import type { Known } from '../../pipeline/briefings/day-view.ts'
import { dayNumber } from '../../pipeline/calendar/day.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { recordedHome, temporaryHome } from '../end-to-end/home.ts'

/** Everything the recorded feeds hold, through the loader. */
export async function recordedKnown(): Promise<Known> {
  const home = await temporaryHome()
  try {
    await cp((await recordedHome()).folder, home.folder, { recursive: true })
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
