import { NativeConnection, Runtime, Worker, type WorkerOptions, type WorkflowBundleOption } from '@temporalio/worker'
import type { ActivityMap, Log } from '../activities/activity.ts'
import type { Queue } from '../activities/policies.ts'
import { workflowBundle } from './bundle.ts'
import type { InProcessOptions } from './hosts/in-process.ts'
import { defaultInstallation, type TaskQueue, taskQueue } from './hosts/queues.ts'
import type { TemporalHostOptions } from './hosts/temporal.ts'
import { temporalActivities } from './hosts/temporal-activities.ts'
import { reach, refuseUnknownNamespace, temporalSettings, throwKnown } from './hosts/temporal-connection.ts'

/** Import this module only when a worker is asked for: it loads Temporal's native library (0.4 s, 116 MB). */
export interface WorkersOptions<A extends ActivityMap>
  extends TemporalHostOptions,
    Pick<InProcessOptions<A>, 'activities' | 'policies' | 'concurrency'> {
  /** Queues this process serves; all by default. One process of an installation serves `writer`: it owns the warehouse. */
  readonly queues?: readonly TaskQueue[]
  readonly bundle?: WorkflowBundleOption
}

export type Workers = Awaited<ReturnType<typeof startWorkers>>

/** Time a running activity has to finish after a stop; the platform should wait a little longer before it kills. */
export const graceMs = 20_000

/** After this long an activity that does not let go is left behind: its next attempt runs elsewhere. */
const forceMs = 2 * graceMs

const allQueues: readonly TaskQueue[] = ['workflow', 'writer', 'fetch', 'render']

/**
 * Serves the queues over one connection, one worker a queue.
 * @throws UnavailableError when the server cannot be reached, refuses this process or does not know the namespace
 */
export async function startWorkers<A extends ActivityMap>(options: WorkersOptions<A>) {
  const { env, log, installation = defaultInstallation } = options
  const { address, namespace, connection: settings } = temporalSettings(env)
  installRuntime(log)
  const queues = options.queues ?? allQueues
  const connection = await reach(address, () => NativeConnection.connect(settings), log, options.patience)
  try {
    await refuseUnknownNamespace(connection, { address, namespace })
    const bundle = queues.includes('workflow') ? (options.bundle ?? (await workflowBundle())) : undefined
    const workers: Worker[] = []
    for (const queue of queues)
      workers.push(
        await Worker.create({
          connection,
          namespace,
          taskQueue: taskQueue(installation, queue),
          shutdownGraceTime: graceMs,
          shutdownForceTime: forceMs,
          ...(queue === 'workflow' && bundle ? { workflowBundle: bundle } : activityWorker(options, queue as Queue)),
        }),
      )
    const done = runAll(workers)
      .catch((error: unknown) => throwKnown(error, { address, namespace }))
      .finally(() => connection.close())
    return {
      address,
      namespace,
      queues: workers.map((worker) => worker.options.taskQueue),
      /** Resolves when every worker has stopped, rejects when one failed; the others are then stopped first. */
      done,
      /** Takes nothing new, lets what runs finish for `graceMs`, then cancels it. SIGTERM and SIGINT do the same. */
      stop: () => stopAll(workers),
    }
  } catch (error) {
    // Refused while an earlier worker of the list still holds it; the first error is the one to tell.
    await connection.close().catch(() => {})
    return throwKnown(error, { address, namespace })
  }
}

function activityWorker<A extends ActivityMap>(
  { activities, policies, concurrency }: WorkersOptions<A>,
  queue: Queue,
): Partial<WorkerOptions> {
  const ofQueue = Object.entries(activities).filter(([name]) => policies[name]?.queue === queue)
  return { activities: temporalActivities(Object.fromEntries(ofQueue)), maxConcurrentActivityTaskExecutions: concurrency[queue] }
}

async function runAll(workers: readonly Worker[]): Promise<void> {
  const ends = workers.map(async (worker) => {
    try {
      await worker.run()
    } finally {
      stopAll(workers)
    }
  })
  const failed = (await Promise.allSettled(ends)).find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

function stopAll(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
}

/** Each worker here serves one kind of task; that it has none of the other is as it should be. */
const expected = /^No (activities|workflows) registered, not polling/

let installed = false

/** There is one Temporal runtime per process, and it must know the log before anything connects. */
function installRuntime(log: Log): void {
  if (installed) return
  installed = true
  const write = (level: string, message: string, facts: Record<string, unknown> = {}) => {
    if (level === 'TRACE' || level === 'DEBUG' || expected.test(message)) return
    const { error, ...others } = facts
    const known = error instanceof Error ? { ...others, error: error.name, reason: error.message } : others
    if (level === 'INFO') log.info(message, known)
    else log.warn(message, known)
  }
  Runtime.install({
    logger: {
      log: write,
      trace: () => {},
      debug: () => {},
      info: (message, facts) => write('INFO', message, facts),
      warn: (message, facts) => write('WARN', message, facts),
      error: (message, facts) => write('ERROR', message, facts),
    },
    telemetryOptions: { logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } } },
  })
}
