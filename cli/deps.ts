import type { AlertChannel } from '../activities/alerts.ts'
import { createDeps, type Deps } from '../activities/deps.ts'
import type { FeedsMode } from '../activities/feeds.ts'
import { homeAt } from '../activities/home.ts'
import type { Transport } from '../pipeline/source/http/request.ts'
import type { FolderRecorder } from '../pipeline/source/recordings/recorder.ts'
import type { RunHost } from '../pipeline/warehouse/tables/run.ts'
import { programMark } from './package-file.ts'
import type { Settings } from './settings.ts'

/**
 * The pipeline's dependencies for one process: home, transports, credentials, clock, alerts. `record` is a folder every response is kept
 * in; `host` is what calls the activities.
 */
export function depsFor(settings: Settings, home: string, record?: string, host: RunHost = 'in-process'): Deps {
  const transports = new Map<string, Promise<Transport>>()
  const closing: Closing = []
  const transport = (feeds: FeedsMode, now: number): Promise<Transport> => {
    const key = `${feeds.kind} ${feeds.kind === 'sample' ? now : ''}`
    let made = transports.get(key)
    if (!made) {
      // a sample transport is for one logical time; that of the run before is done with
      if (feeds.kind === 'sample') transports.clear()
      made = makeTransport(settings, feeds, now, record, closing)
      transports.set(key, made)
    }
    return made
  }
  return createDeps({
    home: homeAt(home),
    credentials: new Set(settings.credentials.keys()),
    licences: settings.licences,
    transport,
    clock: Date.now,
    ...programMark(),
    host,
    alerts: alertChannels(settings),
    onClose: async () => {
      for (const close of closing) await close()
    },
  })
}

/** The channels of alerts that are set. What sends is loaded when there is something to send. */
export function alertChannels({ alerts: { command, webhook, secret } }: Pick<Settings, 'alerts'>): AlertChannel[] {
  const channels: AlertChannel[] = []
  if (command !== null)
    channels.push({
      name: 'command',
      send: async (alert) => {
        const { runAlertCommand } = await import('../activities/alert-command.ts')
        const { PATH = '', HOME = '' } = process.env
        await runAlertCommand({ program: command, env: { PATH, HOME } }, alert)
      },
    })
  if (webhook !== null)
    channels.push({
      name: 'webhook',
      send: async (alert) => {
        const { postWebhook } = await import('../pipeline/source/http/webhook.ts')
        await postWebhook({ url: webhook, secret, clock: Date.now }, alert.run, alert)
      },
    })
  return channels
}

type Closing = (() => Promise<void>)[]

async function makeTransport(
  settings: Settings,
  feeds: FeedsMode,
  now: number,
  record: string | undefined,
  closing: Closing,
): Promise<Transport> {
  const transport = await (feeds.kind === 'live' ? liveOver(settings, closing) : sampleAt(now))
  if (record === undefined) return transport
  const { folderRecorder } = await import('../pipeline/source/recordings/recorder.ts')
  const recorder: FolderRecorder = await folderRecorder(record, { sample: transport.name === 'sample' })
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

async function liveOver({ credentials }: Settings, closing: Closing): Promise<Transport> {
  const { liveTransport } = await import('../pipeline/source/http/live.ts')
  const live = liveTransport({ credentials, clock: Date.now })
  closing.push(() => live.close())
  return live
}

async function sampleAt(now: number): Promise<Transport> {
  const { sampleTransport } = await import('../pipeline/source/http/sample.ts')
  return sampleTransport({ now })
}
