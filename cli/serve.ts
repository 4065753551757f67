import { readFileSync } from 'node:fs'
import { type EditionReader, openReader } from '../pipeline/publish/reader.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { openLog, type ServerLog } from '../server/log.ts'
import { openGate } from '../server/open-gate.ts'
import { startServer } from '../server/start.ts'
import { homeOf, needHome, statePlace } from './home-folder.ts'
import { paymentsOf } from './payments.ts'
import type { Settings } from './settings.ts'

export interface ServeOptions {
  readonly home?: string
  readonly port?: string
}

/** `briefing serve`: serves what is published in the home, and adopts each new edition; returns when stopped. A folder that is no home is refused. */
export async function serve(settings: Settings, options: ServeOptions, signal: AbortSignal): Promise<void> {
  const log = openLog({ level: settings.logLevel, now: Date.now })
  const home = homeOf(settings, options)
  await needHome(home)
  const reader = await openReader(folderBlobs(home), { pollMs: 500, log })
  let listening = (_port: number) => {}
  const baseUrl = new Promise<string>((known) => {
    listening = (port) => known(settings.url ?? `http://${settings.address}:${port}`)
  })
  const telemetry = settings.metrics && (await metricsOf(settings.metrics, reader, log))
  const place = statePlace(settings, home)
  const payments = await paymentsOf({ place, settings, baseUrl, log, telemetry })
  const { gate, close } = openGate({ place, log, telemetry, payments })
  const server = await startServer({
    reader,
    gate,
    port: portOf(options.port, settings),
    host: settings.address,
    log,
    telemetry,
    version: packageVersion(),
    origin: settings.url?.replace(/\/+$/, '') ?? null,
    methodology: methodologyText,
    now: Date.now,
  })
  listening(server.port)
  process.stdout.write(`serving http://${settings.address}:${server.port}/ from ${home}\n`)
  await new Promise<void>((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
  await server.close()
  await close()
  await telemetry?.close()
  reader.close()
  await log.flush()
}

/** Operator metrics, on a separate port. */
async function metricsOf(where: NonNullable<Settings['metrics']>, reader: EditionReader, log: ServerLog) {
  const { openTelemetry } = await import('../server/telemetry/open.ts')
  const telemetry = await openTelemetry({ ...where, reader, now: Date.now })
  log.info('metrics', { host: where.host, port: telemetry.port })
  return telemetry
}

function portOf(option: string | undefined, settings: Settings): number {
  return option === undefined ? settings.port : Number(option)
}

/** A file of the package by its place in the checkout: one folder above the sources, two above what is compiled. */
function packageFile(place: string): string {
  for (const up of ['../', '../../']) {
    try {
      return readFileSync(new URL(`${up}${place}`, import.meta.url), 'utf8')
    } catch {
      // the other place has it
    }
  }
  throw new Error(`${place} is missing from the installation; reinstall the program`)
}

export function packageVersion(): { name: string; version: string } {
  const { name, version } = JSON.parse(packageFile('package.json')) as { name: string; version: string }
  return { name, version }
}

/** docs/methodology.md, which the server hands on under the address each metric names. */
export function methodologyText(): string {
  return packageFile('docs/methodology.md')
}
