import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Connection } from '@temporalio/client'
import { z } from 'zod'
import { UnavailableError } from '../../pipeline/errors.ts'
import { type Blobs, trySwap } from '../../pipeline/store/blobs.ts'
import { readCell } from '../../pipeline/store/cell.ts'
import { type TaskQueue, taskQueue, taskQueues } from './queues.ts'

/** Which installation a store belongs to. `id` is that of the store; `name` is what the installation was called when it got the id. */
export interface Installation {
  readonly id: string
  readonly name: string
}

const installationKey = 'installation'
const shape = z.object({ id: z.string(), name: z.string() })

/** The installation of a store, which gets an id when it is first asked for: two stores are told apart by it, wherever they are mounted. */
export async function installationOf(blobs: Pick<Blobs, 'get' | 'swap'>, name: string): Promise<Installation> {
  const made = { id: randomUUID(), name }
  for (;;) {
    const standing = await blobs.get(installationKey)
    const read = readCell(installationKey, standing, shape, 'stop all workers, remove it, and start them again')
    if (read !== null) return read
    if (await trySwap(blobs, installationKey, null, Buffer.from(JSON.stringify(made)))) return made
  }
}

/** A namespace of a server, as far as its queues are looked at. */
export interface Namespace {
  readonly workflowService: Pick<Connection['workflowService'], 'describeTaskQueue'>
  readonly namespace: string
}

/** A process that asked a queue for work in the last five minutes. */
export interface Poller {
  readonly identity: string
  /** When it last asked, in milliseconds since 1970 UTC by the clock of the server. */
  readonly at: number
  /** Build of its orchestrations; null where it has none. */
  readonly build: string | null
  /** Whether new runs go to its build. */
  readonly takesNew: boolean
}

/** A worker polls once a minute at the least, so one that has not polled for longer is gone. */
export const pollerGoneMs = 75_000

/** Who polls a queue of an installation. */
export async function pollersOf(
  { workflowService, namespace }: Namespace,
  installation: string,
  queue: TaskQueue,
): Promise<readonly Poller[]> {
  const { pollers, versioningInfo } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue(installation, queue) },
    taskQueueType: queue === 'workflow' ? 1 : 2,
  })
  const current = versioningInfo?.currentDeploymentVersion?.buildId || null
  return (pollers ?? []).map(({ identity, lastAccessTime, deploymentOptions }) => {
    const build = (deploymentOptions?.workerVersioningMode === versioned && deploymentOptions.buildId) || null
    const at = Number(lastAccessTime?.seconds ?? 0) * 1_000
    return { identity: identity ?? '', at, build, takesNew: build === current }
  })
}

/** The mode of a worker with a build, in Temporal's protocol. */
const versioned = 2

/** How a worker is called on the server: its process, its machine and the store its activities write to. */
export function identityWith(store: string): string {
  return `${process.pid}@${hostname()} store:${store}`
}

const identityShape = /^(\d+)@(.*) store:([0-9a-f-]+)$/

/** The live worker of another store among pollers; null where there is none. Pollers that name no store are not ours. */
export function pollerOfOtherStore(pollers: readonly Pick<Poller, 'identity' | 'at'>[], store: string, now: number) {
  for (const { identity, at } of pollers) {
    const [, pid, host, other] = identityShape.exec(identity) ?? []
    const goneInMs = at + pollerGoneMs - now
    if (other !== undefined && other !== store && goneInMs > 0) return { pid: Number(pid), host: host!, store: other, goneInMs }
  }
  return null
}

/**
 * What to refuse to work with: `OTHER_HOME` where a live worker of the installation has another store, else null. Workers of two stores on
 * one queue would fail each other's runs, because one cannot read what the other stores.
 * @param server where the queues are
 * @param store id of the store of this worker
 */
export async function otherHomeError(
  server: Namespace,
  installation: string,
  store: string,
  now: number,
): Promise<UnavailableError | null> {
  const pollers = await Promise.all(taskQueues.map((queue) => pollersOf(server, installation, queue)))
  const other = pollerOfOtherStore(pollers.flat(), store, now)
  if (other === null) return null
  const seconds = Math.min(Math.ceil(other.goneInMs / 1_000), pollerGoneMs / 1_000)
  return new UnavailableError(
    'OTHER_HOME',
    `installation ${installation} is served by process ${other.pid} on ${other.host} from home ${short(other.store)}, ` +
      `and this worker on ${hostname()} has home ${short(store)}; give both the same BRIEFING_STORE, or one of them another ` +
      `BRIEFING_INSTALLATION, or, if that process has ended, retry in ${seconds} s`,
    { installation, store, other: other.store, host: other.host, pid: other.pid },
  )
}

const short = (id: string): string => id.slice(0, 8)
