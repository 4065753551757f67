import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { type AppliedInbox, applyInbox, type NewDecision, putDecision } from '../activities/load/inbox.ts'
import { BriefingError, InputError } from '../pipeline/errors.ts'
import { isoTime } from '../pipeline/time/day.ts'
import { depsFor } from './deps.ts'
import { pipelineLog } from './log.ts'
import type { Settings } from './settings.ts'

export interface DecisionOptions {
  readonly home?: string
  readonly why?: string
  readonly by?: string
}

/** Who decides: `--by`, else the user of this machine. */
export function whoDecides({ by }: DecisionOptions): string {
  return by ?? userName()
}

/** The name of the user; the number where no passwd entry names it, as for an arbitrary user of a container. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** The reason given. Throws `InputError` WHY where one is due and none is. */
export function requireReason({ why }: DecisionOptions, verdict: string): string {
  if (why === undefined || why.trim() === '') throw new InputError('WHY', `give the reason: add --why "REASON" to ${verdict}`)
  return why.trim()
}

/**
 * Puts decisions into the inbox of a home and applies it. Returns null if another process owns the warehouse, which applies the inbox at
 * its next refresh.
 */
export async function submitDecisions(
  settings: Settings,
  home: string,
  decisions: readonly Omit<NewDecision, 'when'>[],
): Promise<AppliedInbox | null> {
  const when = isoTime(Date.now())
  const deps = await depsFor(settings, home)
  for (const decision of decisions) {
    const id = `${when.replaceAll(/[-:]/g, '')}-${randomUUID().slice(0, 8)}`
    await putDecision(deps.blobs, { ...decision, when }, id)
  }
  try {
    return await applyInbox(deps, pipelineLog(settings.logLevel))
  } catch (error) {
    if (error instanceof BriefingError && ['STORE_HELD', 'WRITER_ELSEWHERE'].includes(error.code)) return null
    throw error
  } finally {
    await deps.close()
  }
}

/** What became of decisions, for a person. */
export function outcomeLine(decided: number, applied: AppliedInbox | null): string {
  const count = `${decided} ${decided === 1 ? 'decision' : 'decisions'}`
  return applied === null
    ? `${count} in the inbox: the process using the warehouse will apply them at its next refresh`
    : `${count} applied; documents will reflect them after the next refresh`
}
