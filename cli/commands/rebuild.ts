import { rename, rm } from 'node:fs/promises'
import { tellAlerts } from '../../activities/alerts.ts'
import type { RunError } from '../../activities/feeds.ts'
import { homeAt } from '../../activities/home.ts'
import { appliedDecisions } from '../../activities/inbox.ts'
import { readKnown } from '../../activities/known.ts'
import { renewSeriesTables } from '../../activities/metric-values.ts'
import { parseRecordings } from '../../activities/parse-recording.ts'
import { judgeReports } from '../../activities/report-figures.ts'
import { closeRun, openRun, type RunDeps, writeRows } from '../../activities/runs.ts'
import { paged } from '../../activities/work.ts'
import { metricRows } from '../../data/metrics.ts'
import { Days } from '../../pipeline/analysis/days/day-view.ts'
import { extractTotals } from '../../pipeline/companies/treasuries/extract-totals.ts'
import { recordingStore } from '../../pipeline/source/recordings/store.ts'
import { diskFull, isDiskFull, needSpace } from '../../pipeline/source/store/disk-full.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { spaceAt } from '../../pipeline/source/store/space.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { putDecisions } from '../../pipeline/warehouse/decisions.ts'
import { publishExports } from '../../pipeline/warehouse/exports.ts'
import { publishMarket } from '../../pipeline/warehouse/market.ts'
import { copyKept } from '../../pipeline/warehouse/readings.ts'
import { newestDay } from '../../pipeline/warehouse/recordings.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { declare, home, noHost, running } from '../command.ts'
import { alertChannels } from '../deps.ts'
import { homeOf, needHome } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'
import { print } from '../print.ts'
import { openProgress } from '../progress.ts'
import type { Settings } from '../settings.ts'

/** Recordings loaded in one transaction. */
const batchSize = 25

/**
 * `briefing rebuild`: a new warehouse from the recordings and the decisions applied to them, swapped in when it is whole. The rows are the
 * same as before, and the readings and runs of the old warehouse are taken over, from one that another version made too; a home whose
 * warehouse was lost or damaged has it back without the readings, and with the runs of the last days.
 */
export const command = declare({
  options: [home],
  examples: ['rebuild', '--json rebuild --home /srv/briefing'],
  unreachable: noHost,
  guide: running,
  action: async ({ settings, global }, options) => {
    const folder = homeOf(settings, options)
    await needHome(folder)
    const home = homeAt(folder)
    const before = await stateOf(home.store)
    const blobs = folderBlobs(home.folder)
    const deps: RunDeps = { home, blobs, clock: Date.now, host: 'in-process', alerts: alertChannels(settings) }
    const { run } = await openRun(deps, { kind: 'rebuild', trigger: 'briefing rebuild', feeds: null, now: Date.now() })
    const end = async (status: 'ok' | 'failed', error: RunError | null) => {
      await closeRun(deps, { run, status, edition: null, feeds: [], error, otherFailures: 0 })
      await tellAlerts(deps, run, pipelineLog(settings.logLevel))
    }
    try {
      const totals = await rebuilt(settings, deps, before, global)
      await end('ok', null)
      const line = `${totals.loaded} of ${totals.recordings} recordings loaded, ${totals.refused} refused, ${totals.rejected} rows in quarantine`
      print(global, totals, [line])
    } catch (error) {
      const { name, message, code = name } = error as Error & { code?: string }
      await end('failed', { code, message })
      throw error
    }
  },
})

async function rebuilt(settings: Settings, deps: RunDeps, before: 'readable' | 'none', global: { json?: boolean }) {
  const { home, blobs } = deps
  const recordings = recordingStore(blobs)
  const ids = await recordings.list()
  const fresh = `${home.store}.rebuilt`
  const remove = async () => {
    for (const left of [fresh, `${fresh}.wal`]) await rm(left, { force: true })
  }
  // what a killed rebuild left, its log too: DuckDB would replay that into the new file
  await remove()
  const store = await openStore(fresh)
  const totals = { recordings: ids.length, loaded: 0, refused: 0, rejected: 0 }
  const progress = openProgress(global.json)
  try {
    await putDecisions(store, await appliedDecisions(blobs, progress.log(pipelineLog(settings.logLevel))))
    for (const batch of paged(ids, batchSize)) {
      progress.at('loading recordings', totals.loaded, ids.length)
      await needSpace(home.folder)
      const loads = await parseRecordings(
        { recordings },
        store,
        batch.map((id) => ({ id })),
      )
      const result = await load(store, loads, extractTotals)
      totals.loaded += result.loaded
      totals.refused += result.refused
      totals.rejected += result.rejected
    }
    progress.at('writing the warehouse')
    await judgeReports(store)
    if (before === 'readable') await copyKept(store, home.store)
    const newest = await newestDay(store)
    if (newest !== null) {
      const known = await readKnown(store, newest)
      await renewSeriesTables(store, new Days(known), newest, metricRows)
    }
    await writeRows(deps, store)
    await publishMarket(store, home.market)
    await publishExports(store, home.exports)
    await store.close()
  } catch (error) {
    await store.close()
    await remove()
    throw isDiskFull(error) ? diskFull(await spaceAt(home.folder)) : error
  } finally {
    progress.end()
  }
  await rm(`${home.store}.wal`, { force: true })
  await rename(fresh, home.store)
  return totals
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
