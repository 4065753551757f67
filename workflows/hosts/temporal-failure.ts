import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  TemporalFailure,
  TerminatedFailure,
  TimeoutFailure,
  type TimeoutType,
} from '@temporalio/common'
import type { Policy } from '../../activities/policies.ts'
import { CancelledError, errorOf, errorPayloadOf, type Failure, TimeoutError } from './failure.ts'
import { scheduleToCloseMs } from './retry.ts'

/**
 * An error as Temporal carries it: its name as `type`, the rest of it but its stack in `details`. `delayMs` is the wait before the next
 * attempt; null: it is final.
 */
export function toApplicationFailure(error: unknown, delayMs: number | null): ApplicationFailure {
  const { name, message, code, facts, retryAfterMs } = errorPayloadOf(error)
  const failure = ApplicationFailure.create({
    type: name,
    message,
    nonRetryable: delayMs === null,
    details: [{ code, facts, retryAfterMs }],
    ...(delayMs === null ? {} : { nextRetryDelay: Math.max(1, delayMs) }),
  })
  failure.stack = ''
  return failure
}

/**
 * The error that an activity, a child or a whole run failed with, as it was where it was thrown. `policies` give the limits that a timeout
 * names; `activity` is the one that timed out.
 */
export function errorFromTemporal(error: unknown, policies: Readonly<Record<string, Policy>> = {}, activity?: string): unknown {
  if (error instanceof ActivityFailure) return errorFromTemporal(error.cause, policies, error.activityType)
  if (error instanceof ApplicationFailure) {
    const [detail] = (error.details ?? []) as [Partial<Failure>?]
    return errorOf({
      name: error.type ?? 'Error',
      code: detail?.code ?? null,
      message: error.message,
      facts: detail?.facts ?? {},
      retryAfterMs: detail?.retryAfterMs ?? null,
    })
  }
  if (error instanceof CancelledFailure) return new CancelledError()
  if (error instanceof TerminatedFailure)
    return new CancelledError('the run was terminated from outside; run it again', 'TERMINATED')
  const policy = activity === undefined ? undefined : policies[activity]
  if (error instanceof TimeoutFailure && activity !== undefined && policy) return timedOut(activity, policy, error.timeoutType)
  if (error instanceof TemporalFailure && error.cause) return errorFromTemporal(error.cause, policies, activity)
  return error
}

function timedOut(activity: string, policy: Policy, type: TimeoutType): TimeoutError {
  if (type === 'HEARTBEAT') return new TimeoutError(activity, 'heartbeat', policy.heartbeatMs ?? policy.startToCloseMs)
  if (type === 'START_TO_CLOSE') return new TimeoutError(activity, 'finish', policy.startToCloseMs)
  return new TimeoutError(activity, 'worker', scheduleToCloseMs(policy))
}
