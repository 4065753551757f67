import { resolve } from 'node:path'
import { feedsMode, momentOf } from './day-and-time.ts'
import { pipelineLog } from './log.ts'
import { exitOf, linesOf, runRefresh } from './run-refresh.ts'
import type { Settings } from './settings.ts'

export interface RefreshOptions {
  readonly home?: string
  readonly feeds?: string
  readonly host?: string
  readonly asOf?: string
  readonly now?: string
  readonly only?: string
  readonly record?: string
  readonly dryRun?: boolean
}

/** `briefing refresh`: one run, its result on standard output, exit code 2 when something is stale, held or missing; with `--dry-run` what it would ask. */
export async function refreshOnce(
  settings: Settings,
  options: RefreshOptions,
  global: { json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { asOf, now } = momentOf(options.asOf, options.now, Date.now())
  const home = options.home ? resolve(options.home) : settings.home
  const feeds = feedsMode(options.feeds ?? settings.feeds)
  const only = options.only?.split(',').filter((id) => id !== '') ?? []
  if (options.dryRun) {
    const { dryRun, dryRunLines } = await import('./dry-run.ts')
    const wouldAsk = await dryRun(home, { feeds, only, now, credentials: new Set(settings.credentials.keys()) })
    process.stdout.write(global.json ? `${JSON.stringify(wouldAsk)}\n` : `${dryRunLines(wouldAsk).join('\n')}\n`)
    return
  }
  const result = await runRefresh({
    settings,
    home,
    input: { feeds, only, asOf },
    now,
    record: options.record ? resolve(options.record) : undefined,
    host: options.host,
    signal,
    log: pipelineLog(settings.logLevel),
    json: global.json,
  })
  process.stdout.write(global.json ? `${JSON.stringify(result)}\n` : `${linesOf(result).join('\n')}\n`)
  process.exitCode = exitOf(result)
}
