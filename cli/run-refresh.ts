import { createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import type { Log } from '../workflows/host.ts'
import { selectHost } from '../workflows/hosts/select.ts'
import { type RefreshInput, type RefreshResult, refresh } from '../workflows/orchestrations/refresh.ts'
import { depsFor } from './deps.ts'
import { exits } from './exit.ts'
import type { Settings } from './settings.ts'

export interface RefreshRun {
  readonly settings: Settings
  readonly home: string
  readonly input: RefreshInput
  readonly now: number
  readonly record?: string | undefined
  readonly host?: string | undefined
  readonly signal: AbortSignal
  readonly log: Log
}

/** One refresh on the chosen host; it is never fallen back from one to the other. */
export async function runRefresh(run: RefreshRun): Promise<RefreshResult> {
  const host = selectHost(run.host ?? run.settings.host, process.env)
  run.log.info('refresh', { host, home: run.home, feeds: run.input.feeds.kind, as_of: run.input.asOf })
  if (host === 'temporal') {
    const { temporalHost } = await import('../workflows/hosts/temporal.ts')
    const temporal = await temporalHost({ env: process.env, log: run.log })
    try {
      return await temporal.run<RefreshInput, RefreshResult>({
        workflow: 'refresh',
        id: 'refresh',
        input: run.input,
        now: run.now,
        signal: run.signal,
      })
    } finally {
      await temporal.close()
    }
  }
  const { runInProcess } = await import('../workflows/hosts/in-process.ts')
  const deps = depsFor(run.settings, run.home, run.record)
  try {
    return await runInProcess(
      { activities: createActivities(deps), policies, nonRetryable, concurrency, now: run.now, log: run.log, signal: run.signal },
      refresh,
      run.input,
    )
  } finally {
    await deps.close()
  }
}

/** 2 when something is stale, held or missing, so that a scheduler notices; else 0. */
export function exitOf(result: RefreshResult): number {
  const trouble =
    result.stale.length + result.missing.length + result.held.length + result.failures.length + result.refused + result.rejected
  return trouble > 0 ? exits.dataTrouble : exits.fine
}

/** The result in lines for a person. */
export function linesOf(result: RefreshResult): string[] {
  const lines = [
    `edition ${result.edition ?? 'none'} as of ${result.asOf}: ${result.documents} documents`,
    `${result.recordings} recordings, ${result.loaded} new, ${result.refused} refused, ${result.rejected} rows in quarantine`,
  ]
  if (result.untakenCount > 0)
    lines.push(`${result.untakenCount} recorded addresses that no feed takes`, ...result.untaken.map((url) => `  ${url}`))
  for (const { feed, code, message } of result.failures) lines.push(`failed: ${feed}: ${code}: ${message}`)
  if (result.stale.length > 0) lines.push(`stale: ${result.stale.join(', ')}`)
  if (result.missing.length > 0) lines.push(`missing: ${result.missing.join(', ')}`)
  if (result.held.length > 0) lines.push(`held for review: ${result.held.join(', ')}`)
  return lines
}
