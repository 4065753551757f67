import {
  ActivityCancellationType,
  CancellationScope,
  CancelledFailure,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { ActivityMap } from '../../activities/activity.ts'
import type { Policy } from '../../activities/policies.ts'
import type { Host, Orchestration } from '../host.ts'
import { CancelledError } from './failure.ts'
import { roundTrip } from './payload-codec.ts'
import { queuesOf } from './queues.ts'
import { type Rules, type RulesFor, scheduleToCloseMs } from './retry.ts'
import { fromTemporal, toApplicationFailure } from './temporal-failure.ts'

/** Beside its input, what a run is told. Without `now` its logical time is when it was due (a schedule's), else when it started. */
export interface RunTime {
  readonly now?: number
}

export type BoundWorkflow<I, O> = (input: I, time?: RunTime) => Promise<O>

/**
 * An orchestration as a Temporal workflow of the same name. Whatever it throws ends the run, a bug too: a workflow task that fails would
 * be tried again for ever. Like the in-process host it ends only when nothing of it is under way.
 */
export function bind<A extends ActivityMap, I, O>(
  orchestration: Orchestration<A, I, O>,
  rules: RulesFor<A>,
): BoundWorkflow<I, O> {
  const workflow = async (input: I, time: RunTime = {}): Promise<O> => {
    const now = time.now ?? startedFor()
    const scope = new CancellationScope({ cancellable: true })
    const underWay = new Set<Promise<unknown>>()
    try {
      const result = await scope.run(() => orchestration(workflowHost<A>(rules, now, underWay), input))
      return roundTrip(result, `result of ${orchestration.name}`)
    } catch (error) {
      throw error instanceof CancelledError ? new CancelledFailure(error.message) : toApplicationFailure(error, true)
    } finally {
      if (underWay.size > 0) scope.cancel()
      while (underWay.size > 0) await Promise.all(underWay)
    }
  }
  return Object.defineProperty(workflow, 'name', { value: orchestration.name })
}

/** A schedule starts a run late after an outage; what the run is for is the time it was due. */
function startedFor(): number {
  const { startTime, searchAttributes } = workflowInfo()
  const due = searchAttributes['TemporalScheduledStartTime']?.[0]
  return (due instanceof Date ? due : startTime).getTime()
}

function workflowHost<A extends ActivityMap>(rules: Rules, now: number, underWay: Set<Promise<unknown>>): Host<A> {
  const queues = queuesOf(workflowInfo().taskQueue)
  async function failingAsThrown<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw fromTemporal(error, rules.policies)
    }
  }
  function track<T>(work: () => Promise<T>): Promise<T> {
    const result = failingAsThrown(work)
    const settled: Promise<unknown> = result.catch(() => {}).finally(() => underWay.delete(settled))
    underWay.add(settled)
    return result
  }
  const activities = Object.fromEntries(
    Object.entries(rules.policies).map(([name, policy]) => {
      const call = proxyActivities<Record<string, (input: unknown) => Promise<unknown>>>({
        taskQueue: queues[policy.queue],
        ...optionsOf(policy, rules.nonRetryable),
      })[name]!
      const sent = (input: unknown) => call(roundTrip(input, `input of ${name}`))
      const made = policy.afterCancel ? (input: unknown) => CancellationScope.nonCancellable(() => sent(input)) : sent
      return [name, (input: unknown) => track(async () => made(input))]
    }),
  )
  return { activities: activities as Host<A>['activities'], now: () => now, log }
}

/** A policy in Temporal's words. Attempts and the whole time are always bounded: Temporal's own default tries for ever. */
function optionsOf(policy: Policy, nonRetryable: readonly string[]) {
  const { startToCloseMs, heartbeatMs, retry } = policy
  const firstMs = Math.max(1, retry.firstMs)
  return {
    startToCloseTimeout: startToCloseMs,
    scheduleToCloseTimeout: scheduleToCloseMs(policy),
    ...(heartbeatMs === null ? {} : { heartbeatTimeout: heartbeatMs }),
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: {
      initialInterval: firstMs,
      backoffCoefficient: Math.max(1, retry.factor),
      maximumInterval: Math.max(firstMs, retry.maxMs),
      maximumAttempts: retry.attempts,
      nonRetryableErrorTypes: [...nonRetryable],
    },
  }
}
