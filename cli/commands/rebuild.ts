import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { renewSeriesTables } from '../../activities/compute/metric-values.ts'
import type { RunError } from '../../activities/fetch/feeds.ts'
import { homeAt } from '../../activities/home.ts'
import { notifyAlertChannels } from '../../activities/runs/alerts.ts'
import { closeRun, openRun, type RunDeps, writeRunRows } from '../../activities/runs/runs.ts'
import { type CatchUpCounts, loadRecorded } from '../../activities/writer/catch-up.ts'
import { replaceSharedWarehouse } from '../../activities/writer/warehouse.ts'
import { metricRows } from '../../data/metrics.ts'
import { PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { codeAndMessage } from '../../pipeline/errors.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import { diskFullError, isDiskFull, needSpace } from '../../pipeline/store/disk-full.ts'
import { diskSpaceAt } from '../../pipeline/store/space.ts'
import { publishExports } from '../../pipeline/warehouse/analysts/exports.ts'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { newestDay } from '../../pipeline/warehouse/load/recordings.ts'
import { copyUnrecoverableTables } from '../../pipeline/warehouse/readings.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { declare, home, noHostText, runningGuide } from '../command.ts'
import { alertChannels, writerOptions } from '../deps.ts'
import { homeOf, makeWritable, needHome } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'
import { openBlobs } from '../open-blobs.ts'
import { print } from '../print.ts'
import { openProgress } from '../progress.ts'
import type { Settings } from '../settings.ts'

const fromNothing =
  'A rebuild needs recordings: choose the home that has them with --home, copy a backup there first, or set BRIEFING_STORE if they are in a bucket.'

/**
 * `briefing rebuild`: a new warehouse from the recordings and the decisions applied to them, swapped in when it is whole. The rows are the
 * same as before, and the readings and runs of the old warehouse are taken over, from one that another version made too; a home whose
 * warehouse was lost or damaged has it back without the readings, and with the runs of the last days. With BRIEFING_STORE, which has the
 * recordings, a home that does not exist is made. Throws `UnavailableError` WRITER_ELSEWHERE, before anything is built, while another
 * process is the writer of the bucket.
 */
export const command = declare({
  options: [home],
  examples: ['rebuild', '--json rebuild --home /srv/briefing'],
  unreachable: noHostText,
  guide: runningGuide,
  action: async ({ settings, global }, options) => {
    const folder = homeOf(settings, options)
    if (settings.store === null) await needHome(folder, fromNothing)
    // recordings are in the bucket, so a machine that lost its home has it back
    else makeWritable(folder, 0o777)
    const home = homeAt(folder)
    const before = await stateOf(home.store)
    await removeUnfinished(home.store)
    const blobs = await openBlobs(settings, home.folder)
    const deps: RunDeps = { home, blobs, clock: Date.now, host: 'in-process', alerts: alertChannels(settings) }
    let run: string | null = null
    const end = async (status: 'ok' | 'failed', error: RunError | null) => {
      // beside another writer nothing began, and nobody is to be alerted
      if (run === null) return
      await closeRun(deps, { run, status, edition: null, feeds: [], error, otherFailures: 0 })
      await notifyAlertChannels(deps, run, pipelineLog(settings.logLevel))
    }
    const make = async () => {
      run = (await openRun(deps, { kind: 'rebuild', trigger: 'briefing rebuild', feeds: null, now: Date.now() })).run
      return rebuilt(settings, deps, settings.store === null ? before : await stateOf(home.store), global)
    }
    try {
      // in a bucket the new warehouse is what every later writer begins with
      const totals = await (settings.store === null ? make() : replaceSharedWarehouse(deps, writerOptions(settings, false), make))
      await end('ok', null)
      const line = `${totals.loaded} of ${totals.recordings} recordings loaded, ${totals.refused} refused, ${totals.rejected} rows in quarantine`
      print(global, totals, [line])
    } catch (error) {
      await end('failed', codeAndMessage(error))
      throw error
    }
  },
})

const freshOf = (store: string): string => `${store}.rebuilt`

/**
 * Removes what a killed rebuild left, its log too: DuckDB would replay that into the new file.
 * @throws UnavailableError STORE_HELD while that rebuild is running
 */
async function removeUnfinished(store: string): Promise<void> {
  const fresh = freshOf(store)
  await stateOf(fresh)
  for (const left of [fresh, `${fresh}.wal`, `${fresh}.tmp`]) await rm(left, { recursive: true, force: true })
}

async function rebuilt(settings: Settings, deps: RunDeps, before: 'readable' | 'none', global: { json?: boolean }) {
  const { home, blobs } = deps
  const recordings = recordingStore(blobs)
  const listed = await recordings.list()
  const fresh = freshOf(home.store)
  const store = await openStore(fresh)
  const progress = openProgress(global.json)
  let loaded: CatchUpCounts
  try {
    const log = progress.log(pipelineLog(settings.logLevel))
    loaded = await loadRecorded({ blobs, recordings }, store, listed, log, async (done) => {
      progress.at('loading recordings', done, listed.length)
      await needSpace(home.folder)
    })
    progress.at('writing the warehouse')
    if (before === 'readable') await copyUnrecoverableTables(store, home.store)
    const newest = await newestDay(store)
    if (newest !== null) {
      const known = await readKnownVersions(store, newest)
      await renewSeriesTables(store, new PointInTimeDays(known), newest, metricRows)
    }
    await writeRunRows(deps, store)
    await publishMarket(store, home.market)
    await publishExports(store, home.exports)
    await store.close()
  } catch (error) {
    await store.close()
    await removeUnfinished(home.store)
    throw isDiskFull(error) ? diskFullError(await diskSpaceAt(home.folder)) : error
  } finally {
    progress.end()
  }
  await rm(`${home.store}.wal`, { force: true })
  await rename(fresh, home.store)
  return { recordings: listed.length, ...loaded }
}

/** Whether the warehouse of a home can be read, by this version or as one of another; `none` where it is lost or damaged. */
async function stateOf(path: string): Promise<'readable' | 'none'> {
  // opening would make it
  if (!existsSync(path)) return 'none'
  try {
    await (await openStore(path)).close()
    return 'readable'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'STORE_HELD') throw error
    return code === 'STORE_OUTDATED' ? 'readable' : 'none'
  }
}
