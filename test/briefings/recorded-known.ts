import { readKnown } from '../../activities/compute.ts'
import { homeAt } from '../../activities/home.ts'
import type { Known } from '../../pipeline/analysis/days/day-view.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import { recordedHome } from '../end-to-end/recorded-home.ts'

/** Everything the recorded feeds hold, through the loader. */
export async function recordedKnown(): Promise<Known> {
  const market = await openMarket(homeAt((await recordedHome()).folder).market)
  try {
    return await readKnown(market, dayNumber('2026-07-23')!)
  } finally {
    await market.close()
  }
}
