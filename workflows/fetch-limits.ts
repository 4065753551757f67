import type { NativeConnection } from '@temporalio/worker'
import type { Log } from '../activities/activity.ts'
import { pollersOf } from './hosts/pollers.ts'
import { taskQueue } from './hosts/queues.ts'

export interface FetchLimitsOptions {
  readonly connection: Pick<NativeConnection, 'workflowService'>
  readonly namespace: string
  readonly installation: string
  /** How this process names itself to the server. */
  readonly identity: string
  /** Requests per second of each upstream. */
  readonly rates: Readonly<Record<string, number>>
  readonly log: Log
  /** Learns how many processes fetch, this one included: each keeps to its share of every rate, and sends nothing before it knows. */
  onFetchers(count: number): void
}

const activityQueue = 2
/** Between two counts: so long a process may not know of a new one, which sends nothing before its own first count. */
const countMs = 5_000
/** A poll waits a minute at most: a process that was last seen longer ago is gone. */
const seenWithinMs = 70_000

/**
 * Counts the processes that fetch, again and again, for the first time when those that started together have all been seen by the server.
 * Gives the function that ends it.
 */
export function keepFetchLimits(options: FetchLimitsOptions): () => void {
  const count = () => countFetchers(options).then(options.onFetchers, () => undefined)
  const alarm = setInterval(count, countMs)
  alarm.unref()
  return () => clearInterval(alarm)
}

/**
 * Has the server hand out fetches no faster than each upstream allows, whichever worker takes them. Every worker sets the limits when it
 * starts, so that none can be forgotten: the rate of a key is the default of 1 per second times its weight. A server without fairness
 * ignores them, or does not know them; then only the share that each process keeps to holds the limit.
 */
export async function setFetchLimits(options: Omit<FetchLimitsOptions, 'onFetchers'>): Promise<void> {
  const { connection, namespace, installation, identity, rates, log } = options
  const queue = taskQueue(installation, 'fetch')
  try {
    await connection.workflowService.updateTaskQueueConfig({
      ...{ namespace, identity, taskQueue: queue, taskQueueType: activityQueue },
      updateFairnessKeyRateLimitDefault: { rateLimit: { requestsPerSecond: 1 }, reason: 'limits of upstreams' },
      setFairnessWeightOverrides: { ...rates },
    })
  } catch (error) {
    log.warn('this Temporal server cannot limit a queue by upstream; each fetch worker keeps to its share of the limits', {
      queue,
      reason: (error as Error).message,
    })
  }
}

async function countFetchers({ connection, namespace, installation, identity }: FetchLimitsOptions): Promise<number> {
  const pollers = await pollersOf({ workflowService: connection.workflowService, namespace }, installation, 'fetch')
  const since = Date.now() - seenWithinMs
  const others = pollers.filter(({ identity: name, at }) => name !== '' && name !== identity && at > since)
  return new Set(others.map(({ identity: name }) => name)).size + 1
}
