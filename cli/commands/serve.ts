import { open as openFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { homeAt } from '../../activities/home.ts'
import { type EditionReader, openReader } from '../../pipeline/editions/reader.ts'
import type { Blobs } from '../../pipeline/source/store/blobs.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { openMail } from '../../server/access/mail.ts'
import type { Files } from '../../server/files/route.ts'
import { openClock } from '../../server/http/clock.ts'
import { isEverywhere, reachedAt } from '../../server/http/listen.ts'
import { openLog, type ServerLog } from '../../server/http/log.ts'
import { openGate } from '../../server/open-gate.ts'
import { startServer } from '../../server/start.ts'
import { type DiskWatch, watchDisk } from '../../server/state/reserve.ts'
import { declare, home, port, running } from '../command.ts'
import { homeOf, needHome, statePlace } from '../home-folder.ts'
import { terminalLog } from '../log-line.ts'
import { packageFile, packageVersion } from '../package-file.ts'
import { paymentsOf } from '../payments/payments.ts'
import type { ServerNews } from '../server-process.ts'
import { portOf, type Settings } from '../settings.ts'

/**
 * `briefing serve`: serves what is published in the home, and adopts each new edition; returns when stopped, or when the process that
 * started it is gone. A folder that is not a home is refused.
 */
export const command = declare({
  options: [home, port],
  examples: ['serve', 'serve --home /srv/briefing --port 9000'],
  unreachable: 'the port is taken',
  guide: running,
  action: async ({ settings, stopping: signal }, options) => {
    const clock = openClock()
    const log = openLog({ level: settings.logLevel, now: clock.wall, ...(process.stderr.isTTY ? { to: terminalLog } : {}) })
    const home = homeOf(settings, options)
    const port = portOf(options.port) ?? settings.port
    await needHome(home)
    const blobs = folderBlobs(home)
    const disk = await watchDisk(home, log)
    const reader = await openReader(blobs, { pollMs: 500, log })
    let listening = (_port: number) => {}
    const baseUrl = new Promise<string>((known) => {
      listening = (port) => known(settings.url ?? reachedAt(settings.address, port))
    })
    const telemetry = settings.metrics && (await metricsOf(settings.metrics, { reader, blobs, disk, log, now: clock.now }))
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
        origin: settings.url?.replace(/\/+$/, '') ?? reachedAt(settings.address, port),
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
      origin: settings.url?.replace(/\/+$/, '') ?? null,
      proxies: settings.proxies,
      contact: settings.contact,
      planPrices: settings.planPrices,
      files: settings.dataPlan && filesOf(home, settings.dataPlan),
      doc: packageFile,
      runs: async () => (await import('../../activities/runs-state.ts')).readRunsState(blobs),
      disk: disk.space,
      firstRun: atMostEvery(2_000, async () => (await import('../../activities/runs-state.ts')).readFirstRun(blobs)),
      now: clock.now,
    })
    listening(server.port)
    const address = `${reachedAt(settings.address, server.port)}/`
    if (settings.url === null && isEverywhere(settings.address))
      log.warn('links lead to this machine; set BRIEFING_URL to the address that others use', { url: address })
    // only the command itself: whatever else runs this in a separate process may have a channel for other news
    const isStarted = process.send !== undefined && process.argv[2] === 'serve'
    if (!isStarted) process.stdout.write(`serving ${address} from ${home}\n`)
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
    await disk.close()
    reader.close()
    await log.flush()
  },
})

/** The analysts' copy of the warehouse and its exports, for keys of a plan. */
function filesOf(home: string, plan: 'pro' | 'enterprise'): Files {
  const { market, exports } = homeAt(home)
  const pathOf = (name: string) =>
    name === basename(market) ? market : /^[a-z_]+\.parquet$/.test(name) ? join(exports, name) : null
  return {
    plan,
    open: async (name) => {
      const path = pathOf(name)
      return path === null ? null : openFile(path, 'r').catch(() => null)
    },
  }
}

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

/** Operator metrics, on a separate port. */
async function metricsOf(
  where: NonNullable<Settings['metrics']>,
  { reader, blobs, disk, log, now }: { reader: EditionReader; blobs: Blobs; disk: DiskWatch; log: ServerLog; now: () => number },
) {
  const { openTelemetry } = await import('../../server/telemetry/open.ts')
  const { readRunsState } = await import('../../activities/runs-state.ts')
  const telemetry = await openTelemetry({ ...where, reader, runs: () => readRunsState(blobs), space: disk.space, now })
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
