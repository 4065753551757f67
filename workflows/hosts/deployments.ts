import type { Connection } from '@temporalio/client'
import { UnavailableError } from '../../pipeline/errors.ts'
import { pollerGoneMs, pollersOf } from './pollers.ts'
import { taskQueue } from './queues.ts'
import { grpcCode } from './temporal-connection.ts'

/** A namespace of a server, as far as its deployments are read and set. */
export interface DeploymentServer {
  readonly workflowService: Connection['workflowService']
  readonly namespace: string
}

/**
 * State of a build on the server: `inactive` never was current, `drained` has no open run, `ramping` gets a share of
 * new runs, which only Temporal's own tools set.
 */
export type BuildState = 'inactive' | 'current' | 'ramping' | 'draining' | 'drained'

export interface Build {
  readonly build: string
  readonly state: BuildState
  /** When it last became current, in milliseconds since 1970 UTC by the clock of the server; null where it never was. */
  readonly currentSince: number | null
  /** Processes of it that poll for orchestrations. */
  readonly workers: number
  /** Open runs pinned to it, child runs included. The server counts them within seconds, not immediately. */
  readonly runs: number
  /** Query, in Temporal's words, that finds these runs. */
  readonly query: string
}

export interface Deployment {
  readonly current: string | null
  /** False until a build is made current for the first time. */
  readonly wasSet: boolean
  readonly builds: readonly Build[]
  /** Workers that poll without a build, and open runs that began with them. */
  readonly unversioned: { readonly workers: number; readonly runs: number }
  /** Names the state that was read; a change that names an older one is refused. */
  readonly token: Uint8Array | null
}

const grpc = { notFound: 5, permissionDenied: 7, failedPrecondition: 9, aborted: 10, unimplemented: 12 } as const

/** States by their number in Temporal's protocol; the rest, such as one that is only announced, have no run yet. */
const states: Readonly<Record<number, BuildState>> = { 2: 'current', 3: 'ramping', 4: 'draining', 5: 'drained' }

/**
 * Which build of an installation is current: new runs go to it, and a run that began stays on its own. Null where no worker with a build
 * ever polled.
 * @throws UnavailableError `DEPLOYMENTS_UNSUPPORTED`
 */
export async function routingOf(server: DeploymentServer, installation: string) {
  const { workflowService, namespace } = server
  const described = await workflowService
    .describeWorkerDeployment({ namespace, deploymentName: installation })
    .catch(unlessAbsent)
  const info = described?.workerDeploymentInfo
  if (!info) return null
  const { currentDeploymentVersion, currentVersionChangedTime } = info.routingConfig ?? {}
  return {
    info,
    token: described.conflictToken ?? null,
    current: currentDeploymentVersion?.buildId || null,
    wasSet: Boolean(currentVersionChangedTime),
  }
}

/**
 * The builds of an installation with their workers and open runs, newest first; null and errors as in `routingOf`.
 * @param now in milliseconds since 1970 UTC
 */
export async function deploymentOf(server: DeploymentServer, installation: string, now: number): Promise<Deployment | null> {
  const routing = await routingOf(server, installation)
  if (routing === null) return null
  const { info, ...rest } = routing
  const pollers = (await pollersOf(server, installation, 'workflow')).filter(({ at }) => at + pollerGoneMs > now)
  const workersOf = (wanted: string | null) => pollers.filter(({ build }) => build === wanted).length
  const made = (info.versionSummaries ?? []).toSorted(
    (a, b) => Number(b.createTime?.seconds ?? 0) - Number(a.createTime?.seconds ?? 0),
  )
  const builds = await Promise.all(
    made.map(async ({ deploymentVersion, status, lastCurrentTime }): Promise<Build> => {
      const build = deploymentVersion?.buildId ?? ''
      const query = `${versionOf} = '${installation}:${build}' AND ${isOpen}`
      return {
        build,
        state: states[status ?? 0] ?? 'inactive',
        currentSince: lastCurrentTime ? Number(lastCurrentTime.seconds) * 1_000 : null,
        workers: workersOf(build),
        runs: await openRuns(server, query),
        query,
      }
    }),
  )
  const runs = await openRuns(
    server,
    `TaskQueue = '${taskQueue(installation, 'workflow')}' AND ${versionOf} IS NULL AND ${isOpen}`,
  )
  return { ...rest, builds, unversioned: { workers: workersOf(null), runs } }
}

const versionOf = 'TemporalWorkerDeploymentVersion'
const isOpen = "ExecutionStatus = 'Running'"

async function openRuns({ workflowService, namespace }: DeploymentServer, query: string): Promise<number> {
  return Number((await workflowService.countWorkflowExecutions({ namespace, query })).count ?? 0)
}

/**
 * Sends new runs to a build, or with null to workers without one. A run that began stays where it is.
 * @throws UnavailableError `DEPLOYMENT_NONE` | `BUILD_NOT_POLLING` | `DEPLOYMENT_CHANGED` | `DEPLOYMENTS_UNSUPPORTED`
 */
export async function deploy(server: DeploymentServer, installation: string, build: string | null, now: number): Promise<void> {
  const standing = await deploymentOf(server, installation, now)
  if (standing === null) throw noDeployment(installation)
  if (standing.current === build) return
  const polling = standing.builds.filter(({ workers }) => workers > 0).map((each) => each.build)
  if (build === null ? standing.unversioned.workers === 0 : !polling.includes(build))
    throw notPolling(installation, build, polling)
  await setCurrent(server, installation, build, { conflictToken: standing.token ?? new Uint8Array() }).catch((error: unknown) => {
    if (!isGrpc(error, grpc.failedPrecondition, grpc.aborted)) throw error
    throw new UnavailableError(
      'DEPLOYMENT_CHANGED',
      `the deployment ${installation} changed while it was being set; inspect it (briefing deploy --list) and retry`,
      { installation },
    )
  })
}

/**
 * Makes the build current where none ever was, so that the runs of a first worker do not wait; a later one becomes current by `deploy`.
 * Of two first workers the second finds the build of the first.
 * @returns the build that is current; null for workers without a build
 * @throws UnavailableError `DEPLOYMENTS_UNSUPPORTED`
 */
export async function makeFirstBuildCurrent(
  server: DeploymentServer,
  installation: string,
  build: string,
): Promise<string | null> {
  const standing = await routingOf(server, installation)
  if (standing?.wasSet) return standing.current
  await setCurrent(server, installation, build, {
    allowNoPollers: true,
    conflictToken: standing?.token ?? new Uint8Array(),
  }).catch((error: unknown) => {
    if (!isGrpc(error, grpc.failedPrecondition, grpc.aborted)) throw error
  })
  return (await routingOf(server, installation))?.current ?? null
}

async function setCurrent(
  { workflowService, namespace }: DeploymentServer,
  installation: string,
  build: string | null,
  more: { readonly conflictToken: Uint8Array; readonly allowNoPollers?: boolean },
): Promise<void> {
  const version = { namespace, deploymentName: installation, buildId: build ?? '', identity: `briefing@${process.pid}` }
  await workflowService.setWorkerDeploymentCurrentVersion({ ...version, ...more, ignoreMissingTaskQueues: true })
}

export function noDeployment(installation: string): UnavailableError {
  return new UnavailableError(
    'DEPLOYMENT_NONE',
    `no worker of installation ${installation} has polled with a build yet; start one: briefing worker --roles workflow`,
    { installation },
  )
}

function notPolling(installation: string, build: string | null, polling: readonly string[]): UnavailableError {
  const wanted = build === null ? 'without a build' : `of build ${build}`
  const start = build === null ? 'briefing worker' : 'briefing worker --roles workflow, with the program of that build'
  return new UnavailableError(
    'BUILD_NOT_POLLING',
    `no worker ${wanted} polls for installation ${installation}, so its runs would wait; start one (${start}), or deploy a build that polls: ${polling.join(', ') || 'none'}`,
    { installation, build },
  )
}

function unlessAbsent(error: unknown): null {
  // a server where deployments are switched off refuses them as it refuses a caller
  const isOff = isGrpc(error, grpc.permissionDenied) && /deployment/i.test((error as Error).message)
  if (isOff || isGrpc(error, grpc.unimplemented))
    throw new UnavailableError(
      'DEPLOYMENTS_UNSUPPORTED',
      'the Temporal server has no worker deployments; upgrade it to 1.32 or later, or set system.enableDeploymentVersions, or run "briefing worker" without --roles',
    )
  if (isGrpc(error, grpc.notFound)) return null
  throw error
}

function isGrpc(error: unknown, ...codes: readonly number[]): boolean {
  return codes.includes(grpcCode(error) ?? -1)
}
