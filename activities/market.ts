import { publishExports } from '../pipeline/warehouse/exports.ts'
import { publishMarket } from '../pipeline/warehouse/market.ts'
import type { Deps } from './deps.ts'

/** Writes the analysts' copy and its exports, each swapped in whole. */
export async function writeMarket(deps: Deps): Promise<void> {
  const store = await deps.store()
  await publishMarket(store, deps.home.market)
  await publishExports(store, deps.home.exports)
}
