import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { homeAt } from '../../activities/home.ts'
import { readKnown } from '../../activities/known.ts'
import type { Known } from '../../pipeline/analysis/days/day-view.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import { recordedHome } from '../end-to-end/recorded-home.ts'
import { onceARun } from '../once-a-run.ts'

/** Everything the recorded feeds hold, through the loader, read from the warehouse once a run. */
export async function recordedKnown(): Promise<Known> {
  const { folder } = await recordedHome()
  const path = await onceARun('recorded-known', async (place) => {
    const market = await openMarket(homeAt(folder).market)
    try {
      const file = join(place, 'known')
      await writeFile(file, serialize(await readKnown(market, dayNumber('2026-07-23')!)))
      return file
    } finally {
      await market.close()
    }
  })
  return deserialize(await readFile(path)) as Known
}
