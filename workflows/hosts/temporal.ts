import {
  Client,
  Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import type { Log } from '../../activities/activity.ts'
import { UnavailableError } from '../../pipeline/errors.ts'
import { roundTrip } from './payload-codec.ts'
import { pollersOf } from './pollers.ts'
import { taskQueue, taskQueues } from './queues.ts'
import {
  connectWithPatience,
  type Environment,
  isUnavailable,
  refuseUnknownNamespace,
  temporalPatienceMs,
  temporalSettings,
  throwTemporalError,
} from './temporal-connection.ts'
import { errorFromTemporal } from './temporal-failure.ts'

export type TemporalHost = Awaited<ReturnType<typeof temporalHost>>

export interface RunRequest<I> {
  /** Name of an export of workflows/index.ts. */
  readonly workflow: string
  /** One run of an id at a time; a second one is refused with `RUN_UNDER_WAY`. */
  readonly id: string
  readonly input: I
  /** The run's logical time in milliseconds. */
  readonly now: number
  readonly signal?: AbortSignal | undefined
}

export interface TemporalHostOptions {
  readonly env: Environment
  readonly log: Log
  /** Names the queues. */
  readonly installation: string
  /** Milliseconds to wait for a server that does not answer. */
  readonly patience?: number
}

/** After this long without a result the queues are looked at, and again each minute: a run nobody works on must not wait in silence. */
const workerCheck = { firstMs: 10_000, thenMs: 60_000 }
/** How long calls may take that nobody waits for but the end of the connection. */
const besideMs = 5_000

/**
 * A Temporal server, as the side that asks for runs sees it; the work itself is done by `briefing worker`. Connects to the configured server,
 * which is never replaced by another host.
 * @throws UnavailableError `TEMPORAL_UNREACHABLE` | `TEMPORAL_REFUSED` | `TEMPORAL_NAMESPACE`
 */
export async function temporalHost(options: TemporalHostOptions) {
  const { env, log, installation, patience = temporalPatienceMs } = options
  const { address, namespace, connection: settings } = temporalSettings(env)
  const connectTimeout = Math.min(5_000, Math.max(250, patience / 4))
  const connection = await connectWithPatience(address, () => Connection.connect({ ...settings, connectTimeout }), log, patience)
  await refuseUnknownNamespace(connection, { address, namespace }).catch(async (error: unknown) => {
    await connection.close()
    throw error
  })
  const client = new Client({ connection, namespace })
  const underWay = new Set<Promise<unknown>>()
  const beside: Side['beside'] = (call) => {
    const ended = connection
      .withDeadline(Date.now() + besideMs, call)
      .catch(() => {})
      .finally(() => underWay.delete(ended))
    underWay.add(ended)
  }
  return {
    address,
    namespace,
    client,
    /** Starts a run and waits for its end. Errors come back as of the in-process host. */
    run: <I, O>(request: RunRequest<I>) => run<I, O>({ client, address, installation, log, patience, beside }, request),
    /** Other calls of the server; one that it does not answer is an `UnavailableError`. */
    reached: <T>(calls: () => Promise<T>): Promise<T> =>
      calls().catch((error: unknown) => {
        return throwTemporalError(error, { address, namespace }, patience)
      }),
    async close(): Promise<void> {
      await Promise.all(underWay)
      await connection.close()
    },
  }
}

interface Side {
  readonly client: Client
  readonly address: string
  readonly installation: string
  readonly log: Log
  readonly patience: number
  /**
   * Makes a call that nobody waits for but `close`: on a connection that is closed the client would try it again, and what it throws then
   * ends the process.
   */
  beside(call: () => Promise<unknown>): void
}

async function run<I, O>(side: Side, request: RunRequest<I>): Promise<O> {
  const { client, installation, log } = side
  const { workflow, id, now, signal } = request
  const input = roundTrip(request.input, `input of ${workflow}`)
  let runId: string
  try {
    const started = await client.workflow.start(workflow, {
      workflowId: id,
      taskQueue: taskQueue(installation, 'workflow'),
      args: [input, { now }],
    })
    runId = started.firstExecutionRunId
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError)
      throw new UnavailableError(
        'RUN_UNDER_WAY',
        `${id} is already running; wait for it to end, or cancel it (temporal workflow cancel -w ${id})`,
        { id },
      )
    return throwTemporalError(error, { address: side.address, namespace: client.options.namespace }, side.patience)
  }
  log.info('started on Temporal', { workflow, id, run: runId, address: side.address })
  const cancel = () =>
    side.beside(() =>
      client.workflow
        .getHandle(id, runId)
        .cancel()
        .catch(() =>
          log.warn('the run could not be cancelled; cancel it by hand', { id, command: `temporal workflow cancel -w ${id}` }),
        ),
    )
  if (signal?.aborted) cancel()
  else signal?.addEventListener('abort', cancel, { once: true })
  const stopWatching = watchWorkers(side)
  try {
    return await result<O>(side, id, runId)
  } finally {
    stopWatching()
    signal?.removeEventListener('abort', cancel)
  }
}

/** Waits for the end of a run, over a restart of the server: the run continues there, only the call that waits for it breaks. */
async function result<O>(side: Side, id: string, runId: string): Promise<O> {
  const { client, address, log, patience } = side
  for (;;) {
    try {
      return (await client.workflow.getHandle(id, runId).result()) as O
    } catch (error) {
      if (error instanceof WorkflowFailedError) throw errorFromTemporal(error.cause)
      if (error instanceof WorkflowNotFoundError)
        throw new UnavailableError('RUN_LOST', `Temporal at ${address} no longer knows ${id}; start it again`, { id, address })
      if (!isUnavailable(error)) throw error
      const asked = () => client.connection.withDeadline(Date.now() + 5_000, () => client.workflowService.getSystemInfo({}))
      await connectWithPatience(address, asked, log, patience)
    }
  }
}

const nobodyPolls =
  'no worker polls a queue of this run; start one (briefing worker), or send new runs to a build that polls (briefing deploy)'

function watchWorkers({ client, installation, log, beside }: Side): () => void {
  const server = { workflowService: client.workflowService, namespace: client.options.namespace }
  let alarm = setTimeout(() => beside(look), workerCheck.firstMs)
  let over = false
  async function look(): Promise<void> {
    for (const queue of taskQueues) {
      if (over) return
      const polled = await pollersOf(server, installation, queue).then(
        (pollers) => pollers.some(({ takesNew }) => takesNew),
        () => true,
      )
      if (!polled && !over) log.warn(nobodyPolls, { queue: taskQueue(installation, queue) })
    }
    if (!over) alarm = setTimeout(() => beside(look), workerCheck.thenMs)
  }
  return () => {
    over = true
    clearTimeout(alarm)
  }
}
