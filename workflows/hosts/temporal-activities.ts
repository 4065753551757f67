import { Context } from '@temporalio/activity'
import { CancelledFailure } from '@temporalio/common'
import type { Activity, ActivityMap } from '../../activities/activity.ts'
import type { Policy } from '../../activities/policies.ts'
import { TimeoutError } from './failure.ts'
import { roundTrip } from './payload-codec.ts'
import { isWriterReplaced, retryDelayMs } from './retry.ts'
import { toApplicationFailure } from './temporal-failure.ts'

export type TemporalActivities<A extends ActivityMap> = { readonly [Name in keyof A]: (input: unknown) => Promise<unknown> }

/** What a heartbeat keeps on the server for the next attempt, wherever it runs. */
interface Progress {
  /** Attempts that ended with an error. Those lost with their machine are not among them. */
  readonly failures: number
  /** Last detail that the activity reported. */
  readonly resume?: unknown
}

/** Plain activities as a Temporal worker takes them: the context is the worker's, errors become failures that keep name, code and facts. */
export function temporalActivities<A extends ActivityMap>(
  activities: A,
  policies: Readonly<Record<string, Policy>>,
): TemporalActivities<A> {
  return Object.fromEntries(
    Object.entries(activities).map(([name, activity]) => [
      name,
      (input: unknown) => perform(name, activity, policies[name]!, input),
    ]),
  ) as TemporalActivities<A>
}

async function perform(name: string, activity: Activity, policy: Policy, input: unknown): Promise<unknown> {
  const temporal = Context.current()
  const { attempt, heartbeatDetails, heartbeatTimeoutMs } = temporal.info
  const { failures = 0, resume } = (heartbeatDetails ?? {}) as Partial<Progress>
  let progress: Progress = { failures, resume }
  const report = (next: Progress) => {
    progress = next
    temporal.heartbeat(next)
  }
  // The server's own limit reaches an activity only when it heartbeats; without this one a late attempt would run next to its successor.
  const { startToCloseMs } = policy
  const late = new AbortController()
  const alarm = setTimeout(() => late.abort(new TimeoutError(name, 'finish', startToCloseMs)), startToCloseMs)
  // A dead worker is noticed by its silence, whether or not its activity has anything to say.
  const alive = heartbeatTimeoutMs ? setInterval(() => temporal.heartbeat(progress), heartbeatTimeoutMs / 3) : undefined
  try {
    const result = await activity(input, {
      signal: AbortSignal.any([temporal.cancellationSignal, late.signal]),
      attempt,
      resume,
      heartbeat: (detail) => report({ failures, resume: roundTrip(detail, `heartbeat of ${name}`) }),
      log: temporal.log,
    })
    return roundTrip(result, `result of ${name}`)
  } catch (error) {
    if (temporal.cancellationSignal.aborted) throw await cancellation(temporal)
    const cause = late.signal.aborted ? late.signal.reason : error
    if (isWriterReplaced(cause)) throw toApplicationFailure(cause, policy.retry.firstMs)
    // what no retry can cure by its name is final by the retry policy of the call
    const delayMs = retryDelayMs(policy, [], failures + 1, cause)
    if (delayMs !== null) report({ ...progress, failures: failures + 1 })
    throw toApplicationFailure(cause, delayMs)
  } finally {
    clearTimeout(alarm)
    clearInterval(alive)
  }
}

function cancellation(temporal: Context): Promise<unknown> {
  return temporal.cancelled.catch((reason: unknown) =>
    reason instanceof CancelledFailure ? reason : new CancelledFailure('CANCELLED'),
  )
}
