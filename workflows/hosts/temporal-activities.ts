import { Context } from '@temporalio/activity'
import { CancelledFailure } from '@temporalio/common'
import type { Activity, ActivityMap } from '../../activities/activity.ts'
import { TimeoutError } from './failure.ts'
import { roundTrip } from './payload-codec.ts'
import { toApplicationFailure } from './temporal-failure.ts'

export type TemporalActivities<A extends ActivityMap> = { readonly [Name in keyof A]: (input: unknown) => Promise<unknown> }

/** Plain activities as a Temporal worker takes them: the context is the worker's, errors become failures that keep name, code and facts. */
export function temporalActivities<A extends ActivityMap>(activities: A): TemporalActivities<A> {
  return Object.fromEntries(
    Object.entries(activities).map(([name, activity]) => [name, (input: unknown) => perform(name, activity, input)]),
  ) as TemporalActivities<A>
}

async function perform(name: string, activity: Activity, input: unknown): Promise<unknown> {
  const temporal = Context.current()
  const { attempt, heartbeatDetails, heartbeatTimeoutMs, startToCloseTimeoutMs } = temporal.info
  // The server's own limit reaches an activity only when it heartbeats; without this one a late attempt would go on beside its successor.
  const late = new AbortController()
  const alarm = setTimeout(() => late.abort(new TimeoutError(name, 'finish', startToCloseTimeoutMs)), startToCloseTimeoutMs)
  // A dead worker is noticed by its silence, whether or not its activity has anything to say.
  let detailSent: unknown = heartbeatDetails
  const alive = heartbeatTimeoutMs ? setInterval(() => temporal.heartbeat(detailSent), heartbeatTimeoutMs / 3) : undefined
  try {
    const result = await activity(input, {
      signal: AbortSignal.any([temporal.cancellationSignal, late.signal]),
      attempt,
      resume: heartbeatDetails ?? undefined,
      heartbeat: (detail) => {
        detailSent = roundTrip(detail, `heartbeat of ${name}`)
        temporal.heartbeat(detailSent)
      },
      log: temporal.log,
    })
    return roundTrip(result, `result of ${name}`)
  } catch (error) {
    if (temporal.cancellationSignal.aborted) throw await cancellation(temporal)
    throw toApplicationFailure(late.signal.aborted ? late.signal.reason : error, false)
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
