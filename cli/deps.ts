import { hostname } from 'node:os'
import { createDeps, type Deps } from '../activities/deps.ts'
import type { FeedsMode } from '../activities/fetch/feeds.ts'
import { homeAt } from '../activities/home.ts'
import type { AlertChannel } from '../activities/runs/alerts.ts'
import type { SharedLimits } from '../pipeline/http/live.ts'
import type { Transport } from '../pipeline/http/request.ts'
import { upstreamRestStore } from '../pipeline/http/rests.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import type { RunHost } from '../pipeline/tables/run.ts'
import { exitFor, printFailure } from './exit.ts'
import { pipelineLog } from './log.ts'
import { openBucket } from './open-blobs.ts'
import { programBuildHash } from './package-file.ts'
import type { Settings } from './settings.ts'

/**
 * The pipeline's dependencies for one process: home or bucket, transports, credentials, clock, alerts. `record` is a folder every response is
 * kept in; `host` is what calls the activities, and `fetchers` counts the processes that fetch for it and share the limits of upstreams. The clock of a machine that is more than a minute off is corrected by that of the bucket, so
 * that recordings of several machines are in order. Throws where the bucket of BRIEFING_STORE cannot be used.
 */
export async function depsFor(
  settings: Settings,
  home: string,
  record?: string,
  host: RunHost = 'in-process',
  fetchers?: Omit<SharedLimits, 'rests'>,
): Promise<Deps> {
  const bucket = await openBucket(settings)
  await bucket?.prove()
  const clock = () => Date.now() + (bucket?.clockAheadMs() ?? 0)
  const blobs = bucket ?? folderBlobs(home)
  const shared = fetchers && { ...fetchers, rests: upstreamRestStore(blobs) }
  const transports = new Map<string, Promise<Transport>>()
  const closing: Closing = []
  const transport = (feeds: FeedsMode, now: number): Promise<Transport> => {
    const key = `${feeds.kind} ${feeds.kind === 'sample' ? now : ''}`
    let made = transports.get(key)
    if (!made) {
      // a sample transport is for one logical time; that of the run before is done with
      if (feeds.kind === 'sample') transports.clear()
      made = makeTransport({ settings, feeds, now, record, closing, clock, shared })
      transports.set(key, made)
    }
    return made
  }
  return createDeps({
    home: homeAt(home),
    blobs,
    credentials: new Set(settings.credentials.keys()),
    licences: settings.licences,
    transport,
    clock,
    ...programBuildHash(),
    host,
    alerts: alertChannels(settings),
    shared: bucket && {
      open: async (parts) => {
        const { openWriterWarehouse } = await import('../activities/writer/warehouse.ts')
        return openWriterWarehouse(parts, writerOptions(settings, host === 'temporal'))
      },
      onLost,
    },
    onClose: async () => {
      for (const close of closing) await close()
    },
  })
}

/** What a process says of itself as the writer of a bucket. */
export function writerOptions({ logLevel }: Pick<Settings, 'logLevel'>, patient: boolean) {
  return { owner: `${hostname()} process ${process.pid}`, patient, log: pipelineLog(logLevel), onLost }
}

/** A writer that another process replaces ends immediately, with exit code 69: nothing that it has begun may continue. */
function onLost(error: Error): never {
  printFailure(error)
  process.exit(exitFor(error))
}

/** The channels of alerts that are set. What sends is loaded when there is something to send. */
export function alertChannels({ alerts: { command, webhook, secret } }: Pick<Settings, 'alerts'>): AlertChannel[] {
  const channels: AlertChannel[] = []
  if (command !== null)
    channels.push({
      name: 'command',
      send: async (alert) => {
        const { runAlertCommand } = await import('../activities/runs/alert-command.ts')
        const { PATH = '', HOME = '' } = process.env
        await runAlertCommand({ program: command, env: { PATH, HOME } }, alert)
      },
    })
  if (webhook !== null)
    channels.push({
      name: 'webhook',
      send: async (alert) => {
        const { postWebhook } = await import('../pipeline/http/webhook.ts')
        await postWebhook({ url: webhook, secret, clock: Date.now }, alert.run, alert)
      },
    })
  return channels
}

type Closing = (() => Promise<void>)[]

interface TransportOptions {
  readonly settings: Settings
  readonly feeds: FeedsMode
  readonly now: number
  readonly record: string | undefined
  readonly closing: Closing
  readonly clock: () => number
  readonly shared: SharedLimits | undefined
}

async function makeTransport({ settings, feeds, now, record, closing, clock, shared }: TransportOptions): Promise<Transport> {
  async function live(): Promise<Transport> {
    const { liveTransport } = await import('../pipeline/http/live.ts')
    const opened = liveTransport({ credentials: settings.credentials, clock, shared })
    closing.push(() => opened.close())
    return opened
  }
  const transport = feeds.kind === 'live' ? await live() : (await import('../pipeline/http/sample.ts')).sampleTransport({ now })
  if (record === undefined) return transport
  const { folderRecorder } = await import('../pipeline/recordings/recorder.ts')
  const recorder = await folderRecorder(record, { sample: transport.name === 'sample' })
  closing.push(() => recorder.close())
  return {
    name: transport.name,
    fetch: async ({ validators: _, ...whole }, signal) => {
      // what is replayed has every body
      const response = await transport.fetch(whole, signal)
      await recorder.record(response)
      return response
    },
  }
}
