import {
  ActivityCancellationType,
  CancellationScope,
  CancelledFailure,
  executeChild,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { ActivityMap } from '../../activities/activity.ts'
import type { Policy } from '../../activities/policies.ts'
import type { ConcurrencyWindows, Host, Orchestration } from '../host.ts'
import { CancelledError } from './failure.ts'
import { roundTrip } from './payload-codec.ts'
import { queuesOf } from './queues.ts'
import { type ActivityRules, type ActivityRulesFor, scheduleToCloseMs } from './retry.ts'
import { errorFromTemporal, toApplicationFailure } from './temporal-failure.ts'

/** What a run gets besides its input. Without `now` its logical time is when it was due (a schedule's), else when it started. */
export interface RunTime {
  readonly now?: number
}

export type BoundWorkflow<I, O> = (input: I, time?: RunTime) => Promise<O>

/**
 * An orchestration as a Temporal workflow of the same name. Whatever it throws ends the run, a bug too: a workflow task that fails would
 * be retried forever. Like the in-process host it ends only when nothing of it is under way.
 */
export function bindWorkflow<A extends ActivityMap, I, O>(
  orchestration: Orchestration<A, I, O>,
  rules: ActivityRulesFor<A>,
): BoundWorkflow<I, O> {
  const workflow = async (input: I, time: RunTime = {}): Promise<O> => {
    const now = time.now ?? startedFor()
    const scope = new CancellationScope({ cancellable: true })
    const underWay = new Set<Promise<unknown>>()
    try {
      const result = await scope.run(() => orchestration(workflowHost<A>(rules, now, underWay), input))
      return roundTrip(result, `result of ${orchestration.name}`)
    } catch (error) {
      throw error instanceof CancelledError ? new CancelledFailure(error.message) : toApplicationFailure(error, null)
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

function workflowHost<A extends ActivityMap>(rules: ActivityRules, now: number, underWay: Set<Promise<unknown>>): Host<A> {
  const queues = queuesOf(workflowInfo().taskQueue)
  async function failingAsThrown<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw errorFromTemporal(error, rules.policies)
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
      const options = { taskQueue: queues[policy.queue], ...optionsOf(policy, rules.nonRetryable) }
      const call = (input: unknown) =>
        proxyActivities<Record<string, (input: unknown) => Promise<unknown>>>({ ...options, ...priorityOf(policy, input) })[
          name
        ]!(roundTrip(input, `input of ${name}`))
      const made = policy.afterCancel ? (input: unknown) => CancellationScope.nonCancellable(() => call(input)) : call
      return [name, (input: unknown) => track(async () => made(input))]
    }),
  )
  let children = 0
  const child: Host<A>['child'] = <I, O>(part: Orchestration<A, I, O>, input: I) =>
    track(async () => {
      const workflowId = `${workflowInfo().workflowId}/${part.name}-${++children}`
      const args = [roundTrip(input, `input of ${part.name}`), { now } satisfies RunTime]
      return (await executeChild(part.name, { workflowId, args })) as O
    })
  return { activities: activities as Host<A>['activities'], child, windows, now: () => now, log }
}

/** The share of the queue that a call counts against, by its input. */
function priorityOf({ fairBy }: Policy, input: unknown) {
  const key = fairBy === undefined ? undefined : (input as Readonly<Record<string, unknown>>)[fairBy]
  return typeof key === 'string' ? { priority: { fairnessKey: key } } : {}
}

/** Requests wait on the server, which gives each upstream its share; enough of them wait that no worker is idle. */
const windows: ConcurrencyWindows = { fetch: 64, upstream: 16, render: 16 }

/** Milliseconds after the worker that the server ends a slow attempt. */
const serverLaterMs = 5_000

/**
 * A policy in Temporal's words. The server bounds the whole time, not the attempts: it counts an attempt that was lost with its machine
 * like one that failed, so the worker counts failures (`temporal-activities.ts`). The worker ends a slow attempt before the server does.
 */
function optionsOf(policy: Policy, nonRetryable: readonly string[]) {
  const { startToCloseMs, heartbeatMs, retry } = policy
  const firstMs = Math.max(1, retry.firstMs)
  return {
    startToCloseTimeout: startToCloseMs + serverLaterMs,
    scheduleToCloseTimeout: scheduleToCloseMs(policy),
    ...(heartbeatMs === null ? {} : { heartbeatTimeout: heartbeatMs }),
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: {
      initialInterval: firstMs,
      backoffCoefficient: Math.max(1, retry.factor),
      maximumInterval: Math.max(firstMs, retry.maxMs),
      nonRetryableErrorTypes: [...nonRetryable],
    },
  }
}
