import { NativeConnection, Runtime, Worker, type WorkerOptions, type WorkflowBundleOption } from '@temporalio/worker'
import type { ActivityMap, Log } from '../activities/activity.ts'
import type { Queue } from '../activities/policies.ts'
import { UnavailableError } from '../pipeline/errors.ts'
import { buildOf, workflowBundle } from './bundle.ts'
import { type FetchLimitsOptions, keepFetchLimits, setFetchLimits } from './fetch-limits.ts'
import { makeFirstBuildCurrent, routingOf } from './hosts/deployments.ts'
import type { InProcessOptions } from './hosts/in-process.ts'
import { identityWith, otherHomeError } from './hosts/pollers.ts'
import { type TaskQueue, taskQueue, taskQueues } from './hosts/queues.ts'
import type { TemporalHostOptions } from './hosts/temporal.ts'
import { temporalActivities } from './hosts/temporal-activities.ts'
import { connectWithPatience, refuseUnknownNamespace, temporalSettings, throwTemporalError } from './hosts/temporal-connection.ts'

/** Import this module only when a worker is asked for: it loads Temporal's native library (0.4 s, 116 MB). */
export interface WorkersOptions<A extends ActivityMap>
  extends TemporalHostOptions,
    Pick<InProcessOptions<A>, 'activities' | 'policies' | 'concurrency'> {
  /** Queues this process serves; all by default. One process of an installation serves `writer`: it owns the warehouse. */
  readonly queues?: readonly TaskQueue[]
  readonly bundle?: WorkflowBundleOption
  /** Version of the program: with it the orchestrations are of a build, and a run that began on a build ends on it. */
  readonly version?: string | undefined
  /** Id of the store that the activities write to: a live worker of this installation with another one is refused. */
  readonly store?: string
  /** Of a process that fetches: the limits of upstreams, and who learns how many processes share them. */
  readonly fetching?: Pick<FetchLimitsOptions, 'rates' | 'onFetchers'>
}

export type Workers = Awaited<ReturnType<typeof startWorkers>>

/** Time a running activity has to finish after a stop; the platform should wait a little longer before it kills. */
export const graceMs = 20_000

/** After this long an activity that does not let go is left behind: its next attempt runs elsewhere. */
const forceMs = 2 * graceMs

/** When the queues are looked at again for a worker with another store. */
const homeCheck = { firstMs: 5_000, eachMs: 60_000 }

/**
 * Serves the queues over one connection, one worker a queue.
 * @throws UnavailableError when the server cannot be reached, refuses this process or does not know the namespace, or a worker with another
 *   store serves these queues
 */
export async function startWorkers<A extends ActivityMap>(options: WorkersOptions<A>) {
  const { env, log, installation } = options
  const { address, namespace, connection: settings } = temporalSettings(env)
  installRuntime(log)
  const queues = options.queues ?? taskQueues
  const connection = await connectWithPatience(address, () => NativeConnection.connect(settings), log, options.patience)
  try {
    await refuseUnknownNamespace(connection, { address, namespace })
    const { store } = options
    const otherNow = async () =>
      store === undefined
        ? null
        : otherHomeError({ workflowService: connection.workflowService, namespace }, installation, store, Date.now())
    const standing = await otherNow()
    if (standing !== null) throw standing
    const bundle = queues.includes('workflow') ? (options.bundle ?? (await workflowBundle())) : undefined
    const build = bundle && (await joinDeployment({ connection, namespace, installation, log }, bundle, options.version))
    const workers: Worker[] = []
    for (const queue of queues)
      workers.push(
        await Worker.create({
          connection,
          namespace,
          ...(store === undefined ? {} : { identity: identityWith(store) }),
          taskQueue: taskQueue(installation, queue),
          shutdownGraceTime: graceMs,
          shutdownForceTime: forceMs,
          ...(queue === 'workflow' && bundle
            ? { workflowBundle: bundle, ...(build ? pinned(installation, build) : {}) }
            : activityWorker(options, queue as Queue)),
        }),
      )
    let yielded: Error | null = null
    // Of two that started at the same time neither saw the other: the one with the greater id gives way.
    const look = async () => {
      const other = await otherNow().catch(() => null)
      if (other === null || String(other.facts['other']) > store!) return
      yielded = other
      stopAll(workers)
    }
    const fetcher = workers[queues.indexOf('fetch')]
    const limits = fetcher &&
      options.fetching && {
        ...{ connection, namespace, installation, log, ...options.fetching },
        identity: fetcher.options.identity,
      }
    if (limits) await setFetchLimits(limits)
    const first = setTimeout(look, homeCheck.firstMs)
    const each = setInterval(look, homeCheck.eachMs)
    const stopCounting = limits ? keepFetchLimits(limits) : () => {}
    const done = runAll(workers)
      .then(() => {
        if (yielded !== null) throw yielded
      })
      .catch((error: unknown) => throwTemporalError(error, { address, namespace }))
      .finally(() => {
        clearTimeout(first)
        clearInterval(each)
        stopCounting()
        return connection.close()
      })
    return {
      address,
      namespace,
      queues: workers.map((worker) => worker.options.taskQueue),
      /** The build of the orchestrations; null where they have none. */
      build: build ?? null,
      /** Resolves when every worker has stopped, rejects when one failed; the others are then stopped first. */
      done,
      /** Takes nothing new, lets what runs finish for `graceMs`, then cancels it. SIGTERM and SIGINT do the same. */
      stop: () => stopAll(workers),
    }
  } catch (error) {
    // Refused while an earlier worker of the list still holds it; the first error is the one to tell.
    await connection.close().catch(() => {})
    return throwTemporalError(error, { address, namespace })
  }
}

/** Options by which a run that begins here ends on the same build. */
function pinned(deploymentName: string, buildId: string): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const version = { deploymentName, buildId }
  return { workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior: 'PINNED' } }
}

/**
 * Makes the build of a first worker current, and warns where new runs go elsewhere. Null without `version`, and where the server has no
 * deployments: then a run continues with whatever program polls.
 */
async function joinDeployment(
  { connection, namespace, installation, log }: Pick<FetchLimitsOptions, 'connection' | 'namespace' | 'installation' | 'log'>,
  bundle: WorkflowBundleOption,
  version: string | undefined,
): Promise<string | null> {
  const server = { workflowService: connection.workflowService, namespace }
  try {
    if (version === undefined) {
      const current = (await routingOf(server, installation))?.current
      if (current)
        log.warn('new runs go to workers with a build, not to this worker; send them here: briefing deploy --unversioned', {
          current,
        })
      return null
    }
    const build = await buildOf(bundle, version)
    const current = await makeFirstBuildCurrent(server, installation, build)
    if (current !== build)
      log.warn('new runs do not go to the build of this worker; send them here: briefing deploy', { build, current })
    return build
  } catch (error) {
    // without a build only the warning is lost, and not every server lets everyone describe a deployment
    if (version === undefined) return null
    if (!(error instanceof UnavailableError)) throw error
    log.warn('a run that is under way during a deploy continues with the new program', { reason: error.message })
    return null
  }
}

function activityWorker<A extends ActivityMap>(
  { activities, policies, concurrency }: WorkersOptions<A>,
  queue: Queue,
): Partial<WorkerOptions> {
  const ofQueue = Object.entries(activities).filter(([name]) => policies[name]?.queue === queue)
  return {
    activities: temporalActivities(Object.fromEntries(ofQueue), policies),
    maxConcurrentActivityTaskExecutions: concurrency[queue],
  }
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
