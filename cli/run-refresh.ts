import { type RefreshInput, type RefreshResult, refresh } from '../workflows/orchestrations/refresh.ts'
import { exits } from './exit.ts'
import { type HostRun, runOnHost } from './on-host.ts'

export interface RefreshRun extends HostRun {
  readonly input: RefreshInput
}

/** One refresh on the chosen host; it is never fallen back from one to the other. */
export function runRefresh(run: RefreshRun): Promise<RefreshResult> {
  return runOnHost(run, 'refresh', refresh, run.input)
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
