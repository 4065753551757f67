import { basename, join } from 'node:path'
import { shareFiles } from '../../pipeline/store/analyst-files.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { exportFiles, publishExports } from '../../pipeline/warehouse/analysts/exports.ts'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import type { Deps } from '../deps.ts'

/** Writes the analysts' copy and its exports, each swapped in whole; where the home is not the store, servers find them in the store. */
export async function writeAnalystCopy(deps: Deps): Promise<void> {
  const store = await deps.store()
  await publishMarket(store, deps.home.market)
  await publishExports(store, deps.home.exports)
  const { folder, market, exports } = deps.home
  if (deps.blobs === folderBlobs(folder)) return
  const exported = exportFiles.map((name) => [name, join(exports, name)] as const)
  await shareFiles(deps.blobs, { [basename(market)]: market, ...Object.fromEntries(exported) })
}
