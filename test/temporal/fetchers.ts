import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageRef } from '../../activities/fetch/feeds.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import type { TemporalServer } from '../../scripts/temporal-server.ts'
import { temporalHost } from '../../workflows/hosts/temporal.ts'
import type { GatherInput, GatherResult } from '../../workflows/orchestrations/gather.ts'
import { startWorkers } from '../../workflows/worker.ts'
import { compiled } from '../compiled.ts'
import { quiet } from '../end-to-end/home.ts'
import { bundled } from './bundled.ts'

export interface Sent {
  readonly at: number
  readonly process: number
  readonly upstream: string
  readonly request: string
}

export interface FetchersOptions {
  readonly count: number
  /** Requests per second of each upstream; none are limited where empty. */
  readonly rates: Readonly<Record<string, number>>
  /** Milliseconds that a request lasts. */
  readonly hold?: number
  /** Requests that a process has under way at a time. */
  readonly places?: number
  /** Whether what is sent is kept; it is unless given. */
  readonly isNoted?: boolean
}

/** Processes of the role `fetch` on a server, and in this one the orchestrations and a writer that loads nothing. */
export async function fetchersOn(server: TemporalServer, options: FetchersOptions) {
  const { count, rates, hold = 0, places = concurrency.fetch, isNoted = true } = options
  const folder = mkdtempSync(join(tmpdir(), 'fetchers-'))
  const events = join(folder, 'events')
  writeFileSync(events, '')
  const installation = `fetchers-${randomUUID()}`
  const env = { ...process.env, TEMPORAL_ADDRESS: server.address }
  const shared = { env, log: quiet, installation }
  const load = async ({ batches }: { batches: readonly string[] }) => {
    const counts = { recordings: batches.length, loaded: batches.length, refused: 0, rejected: 0 }
    return { ...counts, changed: true, feeds: [], next: [] }
  }
  const own = await startWorkers({
    ...{ ...shared, activities: { load }, policies, nonRetryable, concurrency },
    ...{ queues: ['workflow', 'writer'] as const, bundle: await bundled() },
  })
  const host = await temporalHost(shared)
  const start = async (): Promise<ChildProcess> => {
    const worker = spawn(process.execPath, [compiled('test/temporal/fetch-process.ts')], {
      env: {
        ...{ ...env, INSTALLATION: installation, EVENTS: isNoted ? events : 'none', RATES: JSON.stringify(rates) },
        ...{ HOLD: String(hold), PLACES: String(places) },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(worker.stdout!, 'data')
    return worker
  }
  const processes: ChildProcess[] = []
  for (let at = 0; at < count; at++) processes.push(await start())
  return {
    processes,
    /** Events in the history of a run by the end of its id. */
    eventsOf: async (id: string): Promise<number> =>
      Number((await host.client.workflow.getHandle(`${installation}-${id}`).describe()).historyLength),
    sent: (): Sent[] =>
      readFileSync(events, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [at, process, upstream, request] = line.split(' ') as [string, string, string, string]
          return { at: Number(at), process: Number(process), upstream, request }
        }),
    /** Gathers these pages; gives the result when all is loaded. */
    gather: (id: string, pages: readonly PageRef[]): Promise<GatherResult> =>
      host.run<GatherInput, GatherResult>({
        ...{ workflow: 'gather', id: `${installation}-${id}`, now: 0 },
        input: { run: 'run', feeds: { kind: 'live' }, pages, batches: [], round: 0 },
      }),
    async close(): Promise<void> {
      for (const worker of processes) worker.kill('SIGKILL')
      await host.close()
      own.stop()
      await own.done
      rmSync(folder, { recursive: true })
    },
  }
}

/** The most in any span of so many milliseconds that begins with one of these times. */
export function mostWithin(times: readonly number[], milliseconds: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  let most = 0
  for (let from = 0, to = 0; to < sorted.length; to++) {
    while (sorted[to]! - sorted[from]! >= milliseconds) from++
    most = Math.max(most, to - from + 1)
  }
  return most
}
