import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { homeAt } from '../../activities/home.ts'
import type { Known } from '../../pipeline/days/point-in-time-days.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { recordedHome } from '../end-to-end/recorded-home.ts'
import { onceARun } from '../once-a-run.ts'

/** Everything the recorded feeds hold, through the loader, read from the warehouse once a run. */
export async function recordedKnown(): Promise<Known> {
  const { folder } = await recordedHome()
  const path = await onceARun('recorded-known', async (place) => {
    const market = await openMarket(homeAt(folder).market)
    try {
      const file = join(place, 'known')
      await writeFile(file, serialize(await readKnownVersions(market, dayNumber('2026-07-23')!)))
      return file
    } finally {
      await market.close()
    }
  })
  return deserialize(await readFile(path)) as Known
}
