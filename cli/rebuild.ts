import { rename, rm } from 'node:fs/promises'
import { homeAt } from '../activities/home.ts'
import { appliedDecisions } from '../activities/inbox.ts'
import { parseRecording } from '../activities/parse-recording.ts'
import { readReportsAgain } from '../activities/report-figures.ts'
import { paged } from '../activities/work.ts'
import { recordingStore } from '../pipeline/recordings/store.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { extractTotals } from '../pipeline/treasuries/extract-totals.ts'
import { putDecisions } from '../pipeline/warehouse/decisions.ts'
import { publishExports } from '../pipeline/warehouse/exports.ts'
import { load } from '../pipeline/warehouse/load.ts'
import { publishMarket } from '../pipeline/warehouse/market.ts'
import { copyReadings } from '../pipeline/warehouse/readings.ts'
import { openStore } from '../pipeline/warehouse/store.ts'
import { homeOf } from './home-folder.ts'
import { pipelineLog } from './log.ts'
import { print } from './print.ts'
import { openProgress } from './progress.ts'
import type { Settings } from './settings.ts'

/** Recordings loaded in one transaction. */
const batchSize = 25

/**
 * `briefing rebuild`: a new warehouse from the recordings and the decisions applied to them, swapped in when it is whole. The rows are the
 * same as before, and the readings of the old warehouse are taken over, from one that another version made too; a home whose warehouse was
 * lost or damaged has it back without them.
 */
export async function rebuild(settings: Settings, options: { home?: string }, global: { json?: boolean }): Promise<void> {
  const home = homeAt(homeOf(settings, options))
  const before = await stateOf(home.store)
  const blobs = folderBlobs(home.folder)
  const recordings = recordingStore(blobs)
  const ids = await recordings.list()
  const fresh = `${home.store}.rebuilt`
  // what a killed rebuild left, its log too: DuckDB would replay that into the new file
  for (const left of [fresh, `${fresh}.wal`]) await rm(left, { force: true })
  const store = await openStore(fresh)
  const totals = { recordings: ids.length, loaded: 0, refused: 0, rejected: 0 }
  const progress = openProgress(global.json)
  try {
    await putDecisions(store, await appliedDecisions(blobs, progress.log(pipelineLog(settings.logLevel))))
    for (const batch of paged(ids, batchSize)) {
      progress.at('loading recordings', totals.loaded, ids.length)
      const loads = []
      for (const id of batch) loads.push((await parseRecording({ recordings }, { id })).load)
      const result = await load(store, loads, extractTotals)
      totals.loaded += result.loaded
      totals.refused += result.refused
      totals.rejected += result.rejected
    }
    progress.at('writing the warehouse')
    await readReportsAgain(store)
    if (before === 'readable') await copyReadings(store, home.store)
    await publishMarket(store, home.market)
    await publishExports(store, home.exports)
  } finally {
    progress.end()
    await store.close()
  }
  await rm(`${home.store}.wal`, { force: true })
  await rename(fresh, home.store)
  const line = `${totals.loaded} of ${totals.recordings} recordings loaded, ${totals.refused} refused, ${totals.rejected} rows in quarantine`
  print(global, totals, [line])
}

/** Whether the warehouse of a home can be read, by this version or as one of another; `none` where it is lost or damaged. */
async function stateOf(path: string): Promise<'readable' | 'none'> {
  try {
    await (await openStore(path)).close()
    return 'readable'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'STORE_HELD') throw error
    return code === 'STORE_OUTDATED' ? 'readable' : 'none'
  }
}
