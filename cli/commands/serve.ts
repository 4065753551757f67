import { setTimeout as wait } from 'node:timers/promises'
import type { EditionReader } from '../../pipeline/editions/reader.ts'
import { openMail } from '../../server/access/mail.ts'
import { openClock } from '../../server/http/clock.ts'
import { isEverywhere, localServerUrl } from '../../server/http/listen.ts'
import { openLog, type ServerLog } from '../../server/http/log.ts'
import { openGate } from '../../server/open-gate.ts'
import { startServer } from '../../server/start.ts'
import { watchDisk } from '../../server/state/reserve.ts'
import type { FamiliesOptions } from '../../server/telemetry/families.ts'
import { declare, home, portCliOption, runningGuide } from '../command.ts'
import { homeOf, namedHome, statePlace } from '../home-folder.ts'
import { terminalLog } from '../log-line.ts'
import { packageFile, packageVersion } from '../package-file.ts'
import { paymentsOf } from '../payments/payments.ts'
import { firstRunOf, openServedStore } from '../served-store.ts'
import type { ServerNews } from '../server-process.ts'
import { portOf, type Settings } from '../settings.ts'

/**
 * `briefing serve`: serves what is published in the home or in the bucket of BRIEFING_STORE, and adopts each new edition; returns when
 * stopped, or when the process that started it is gone. A folder that is not a home is refused.
 */
export const command = declare({
  options: [
    home,
    portCliOption,
    ['--cache <folder>', 'with BRIEFING_STORE, keep up to 2 GB of documents here (default: a folder for temporary files)'],
    ['--accept-older', 'with BRIEFING_STORE, serve an older edition than before, after the bucket was restored'],
  ],
  examples: ['serve', 'serve --home /srv/briefing --port 9000'],
  unreachable: 'the port is taken, or the bucket does not answer',
  guide: runningGuide,
  action: async ({ settings, stopping: signal }, options) => {
    const clock = openClock()
    const log = openLog({ level: settings.logLevel, now: clock.wall, ...(process.stderr.isTTY ? { to: terminalLog } : {}) })
    const home = settings.store && settings.stateUrl ? namedHome(settings, options) : homeOf(settings, options)
    const port = portOf(options.port) ?? settings.port
    const served = await openServedStore({ settings, home, log, cache: options.cache, acceptOlder: options.acceptOlder })
    const { reader, blobs, folder } = served
    const disk = folder === null ? null : await watchDisk(folder, log)
    const readRuns = async () => (await import('../../activities/runs/runs-state.ts')).readRunsState(blobs)
    const runs = folder === null ? lastKnown(atMostEvery(2_000, readRuns)) : readRuns
    const readFirst = async () => (await import('../../activities/runs/runs-state.ts')).readFirstRun(blobs)
    let listening = (_port: number) => {}
    const baseUrl = new Promise<string>((known) => {
      listening = (port) => known(settings.url ?? localServerUrl(settings.address, port))
    })
    const families = { reader, runs, space: () => disk?.space() ?? null, now: clock.now }
    const telemetry = settings.metrics && (await metricsOf(settings.metrics, families, log))
    const place = statePlace(settings, home)
    const payments = await paymentsOf({ settings, baseUrl, log, clock, telemetry })
    const { gate, close } = openGate({
      place,
      log,
      clock,
      telemetry,
      keyPrefix: settings.keyPrefix,
      signUp: settings.signUp === 'open',
      mail: settings.mail && openMail(settings.mail),
      webhooks: {
        reader,
        local: settings.webhooks === 'local',
        origin: settings.url ?? localServerUrl(settings.address, port),
      },
      payments,
    })
    const server = await startServer({
      reader,
      gate,
      port,
      host: settings.address,
      log,
      telemetry,
      version: packageVersion(),
      origin: settings.url,
      proxies: settings.proxies,
      contact: settings.contact,
      planPrices: settings.planPrices,
      files: settings.dataPlan && { plan: settings.dataPlan, open: served.open },
      doc: packageFile,
      runs,
      ...(disk && { disk: disk.space }),
      firstRun: folder === null ? atMostEvery(10_000, () => firstRunOf(blobs)) : atMostEvery(2_000, readFirst),
      now: clock.now,
    })
    listening(server.port)
    const address = `${localServerUrl(settings.address, server.port)}/`
    if (settings.url === null && isEverywhere(settings.address))
      log.warn('links lead to this machine; set BRIEFING_URL to the address that others use', { url: address })
    // only the command itself: whatever else runs this in a separate process may have a channel for other news
    const isStarted = process.send !== undefined && process.argv[2] === 'serve'
    if (!isStarted) process.stdout.write(`serving ${address} from ${served.name}\n`)
    else tellStarter(settings.url === null ? address : `${settings.url}/`, reader)
    await new Promise<void>((done) => {
      if (signal.aborted) done()
      else signal.addEventListener('abort', () => done(), { once: true })
      if (isStarted) process.once('disconnect', done)
    })
    // the channel would keep this process from ending
    if (isStarted && process.connected) process.disconnect()
    await server.close()
    await close()
    await telemetry?.close()
    await disk?.close()
    reader.close()
    await log.flush()
  },
})

/** The same look for all who ask within a time: those who wait for the first edition may be many. */
function atMostEvery<T>(ms: number, look: () => Promise<T>): () => Promise<T> {
  let looked: Promise<T> | null = null
  return () => {
    if (looked !== null) return looked
    setTimeout(() => {
      looked = null
    }, ms).unref()
    looked = look()
    return looked
  }
}

/** What is known of the last time, where a look takes long or fails: a page of the runs does not wait for a store that is gone. */
function lastKnown<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { readonly known: T } | null = null
  return async () => {
    const looking = look().then((known) => {
      last = { known }
      return known
    })
    if (last === null) return looking
    const { known } = last
    return Promise.race([looking.catch(() => known), wait(longestLookMs, known, { ref: false })])
  }
}

const longestLookMs = 250

/** Operator metrics, on a separate port. */
async function metricsOf(where: NonNullable<Settings['metrics']>, families: FamiliesOptions, log: ServerLog) {
  const { openTelemetry } = await import('../../server/telemetry/open.ts')
  const telemetry = await openTelemetry({ ...where, ...families })
  log.info('metrics', { host: where.host, port: telemetry.port })
  return telemetry
}

/** Tells the process that started this one where it listens, and when there is a document to read. */
function tellStarter(listening: string, reader: EditionReader): void {
  const tell = (news: ServerNews) => {
    if (process.connected) process.send?.(news)
  }
  tell({ listening })
  let announced = false
  reader.onAdopt(({ entries }) => {
    if (announced || ![...entries.keys()].some((place) => place.startsWith('briefing/'))) return
    announced = true
    tell({ readable: true })
  })
}
