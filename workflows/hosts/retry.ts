import type { Policy } from '../../activities/policies.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import type { Timer } from '../../pipeline/http/timer.ts'

/** How activities are run, as both hosts read it. */
export interface ActivityRules {
  readonly policies: Readonly<Record<string, Policy>>
  /** Names of errors that no retry can cure. */
  readonly nonRetryable: readonly string[]
}

/** Rules that leave out none of these activities. */
export type ActivityRulesFor<A> = ActivityRules & { readonly policies: Readonly<Record<keyof A & string, Policy>> }

/**
 * If an upstream asks for a longer wait than this, the activity fails immediately: the run continues without it and says so. In one process the
 * runs of all other schedules wait meanwhile.
 */
export const longestRetryAfterMs = 60_000

/** Time an activity may wait for a free worker before the run gives up on there being one. */
export const queueAllowanceMs = 60 * 60_000

/** While another process has the warehouse: for seconds, or some minutes while it is rebuilt. */
const heldRetry: Policy['retry'] = { attempts: 10, firstMs: 1_000, factor: 3, maxMs: 60_000 }
const isHeld = (error: unknown) =>
  error instanceof BriefingError && (error.code === 'STORE_HELD' || error.code === 'WRITER_ELSEWHERE')

/** Whether another process has taken over as writer: an activity on that process can succeed, a retry in this process cannot. */
export const isWriterReplaced = (error: unknown): boolean =>
  error instanceof BriefingError && (error.code === 'WRITER_FENCED' || error.code === 'WRITER_LOST')

/** May this error be cured by another attempt: an upstream's failure, a held warehouse or a time limit, never a bug. */
function retryable(error: unknown): boolean {
  if (isHeld(error)) return true
  if (error instanceof BriefingError) return error.retryable && (retryAfterOf(error) ?? 0) <= longestRetryAfterMs
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Milliseconds to wait after failure number `attempt` (1 is the first), or null when it is final. */
export function retryDelayMs(policy: Policy, nonRetryable: readonly string[], attempt: number, error: unknown): number | null {
  const { attempts, firstMs, factor, maxMs } = isHeld(error) ? heldRetry : policy.retry
  if (attempt >= attempts || !retryable(error) || nonRetryable.includes((error as Error).name)) return null
  return retryAfterOf(error) ?? Math.min(firstMs * factor ** (attempt - 1), maxMs)
}

/** What the upstream asked for, in milliseconds; an absent or zero wait leaves the policy's own. */
function retryAfterOf(error: unknown): number | undefined {
  const { retryAfterMs } = error as { retryAfterMs?: number }
  return retryAfterMs !== undefined && retryAfterMs > 0 ? retryAfterMs : undefined
}

/**
 * The most an activity may take from being asked for to its last attempt's end. Within it any number of attempts may be lost with their
 * machines.
 */
export function scheduleToCloseMs(policy: Policy): number {
  const { attempts, maxMs } = policy.retry
  const waits = (attempts - 1) * Math.max(maxMs, longestRetryAfterMs)
  return attempts * policy.startToCloseMs + waits + queueAllowanceMs
}

/** Waits for so long, or until the signal aborts. */
export function waitUnlessAborted(milliseconds: number, timer: Pick<Timer, 'after'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const callOff = timer.after(milliseconds, done)
    function done(): void {
      callOff()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
  })
}
