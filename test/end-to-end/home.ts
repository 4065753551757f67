import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../../activities/activity.ts'
import { createDeps, type Deps } from '../../activities/deps.ts'
import type { FeedsMode } from '../../activities/fetch/feeds.ts'
import { homeAt } from '../../activities/home.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { writeAnalystCopy } from '../../activities/publish/market.ts'
import { type EditionView, openReader } from '../../pipeline/editions/reader.ts'
import type { Transport } from '../../pipeline/http/request.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { folderRecorder } from '../../pipeline/recordings/recorder.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { awaitingReview } from '../../pipeline/warehouse/load/quarantine.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'
import { onceARun } from '../once-a-run.ts'
import { smallTransport } from '../small-transport.ts'

export const quiet: Log = { info: () => undefined, warn: () => undefined }

const run = promisify(execFile)

/** Copies what is in a home into another folder: ten times faster than Node copies two thousand files. */
export const copyHome = async (like: string, folder: string): Promise<void> => void (await run('cp', ['-a', `${like}/.`, folder]))

/** A folder under the system's temporary one, empty or a copy, removed by `remove`. */
export async function temporaryHome(like?: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-'))
  if (like !== undefined) await copyHome(like, folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Homes of one test file: empty ones and copies of others, removed together. */
export function temporaryHomes(): { make(like?: string): Promise<string>; remove(): Promise<void> } {
  const made: { remove(): Promise<void> }[] = []
  return {
    async make(like) {
      const home = await temporaryHome(like)
      made.push(home)
      return home.folder
    },
    async remove() {
      for (const home of made.splice(0)) await home.remove()
    },
  }
}

/**
 * Dependencies of a home; the transport is that of the small world at the run's time unless another is given. All runs are of one program, so that
 * a run keeps what an earlier one composed, unless another is named.
 */
export function depsOf(folder: string, transport?: (now: number) => Transport, program = 'tested'): Deps {
  return createDeps({
    program,
    home: homeAt(folder),
    credentials: new Set(),
    transport: async (_feeds, now) => (transport ?? smallTransport)(now),
    clock: () => 0,
  })
}

interface Run {
  readonly feeds: FeedsMode
  readonly asOf: string
  readonly now: number
  readonly only?: readonly string[]
  readonly companies?: readonly string[]
  readonly transport?: (now: number) => Transport
  readonly program?: string
}

/** One refresh in this process. */
export async function refreshHome(folder: string, run: Run, activitiesOf = createActivities): Promise<RefreshResult> {
  const deps = depsOf(folder, run.transport, run.program)
  try {
    const options = { activities: activitiesOf(deps), policies, nonRetryable, concurrency, now: run.now, log: quiet }
    return await runInProcess(options, refresh, {
      feeds: run.feeds,
      only: run.only ?? [],
      companies: run.companies ?? [],
      asOf: run.asOf,
    })
  } finally {
    await deps.close()
  }
}

/**
 * A refresh that ends with the warehouse and its copy for analysts, without documents: they take most of the time, and many tests look at
 * none. What would be stale or missing is not worked out.
 */
export const loadHome = (folder: string, run: Run): Promise<RefreshResult> =>
  refreshHome(folder, run, (deps) => ({
    ...createActivities(deps),
    compute: async () => ({
      ...{ shards: [], kept: [], readings: 0, stale: [], missing: [], entries: null, releases: { releases: [], watched: [] } },
      held: await awaitingReview(await deps.store()),
    }),
    publish: async ({ asOf }) => {
      await writeAnalystCopy(deps)
      return { edition: '', asOf }
    },
  }))

/** The edition of a home, as a server loads it. */
export async function viewOf(folder: string): Promise<EditionView> {
  const reader = await openReader(folderBlobs(folder), { pollMs: 60_000, log: quiet })
  reader.close()
  return reader.current()!
}

/** A document of that edition. */
export const servedBy = async <Document>(folder: string, place: string): Promise<Document> =>
  JSON.parse((await viewOf(folder)).resident(place, 'json')!.plain.toString())

/** When the sample home was refreshed, and for which day. */
export const sampleNow = Date.parse('2026-11-20T22:00:00Z')
export const sampleRun = { feeds: { kind: 'sample' }, asOf: '2026-11-20', now: sampleNow } as const

export interface SharedHome {
  readonly folder: string
  /** What the refresh was answered, as a recorded folder; empty for a home that was itself replayed. */
  readonly tape: string
  readonly result: RefreshResult
}

/** A home refreshed once from the sample feeds, made once a run and shared by its test files. It is read, never written: copy it for that. */
export const sampleHome = (): Promise<SharedHome> =>
  sharedHome('sample', { ...sampleRun, transport: (now) => sampleTransport({ now }) })

/** Feeds of the small world: bitcoin by the day, the hash rate, commodities by the month, and treasuries by their filings. */
const smallFeeds = ['coinmetrics-api', 'mempool-hashrate', 'worldbank-prices', 'sec-submissions', 'coingecko-treasuries'] as const
export const smallRun = () => ({ ...sampleRun, only: [...smallFeeds] })

/** The same from those feeds alone. */
export const smallHome = (): Promise<SharedHome> => sharedHome('small', smallRun())

/** A home of a run by that name, made once a run. */
export function sharedHome(name: string, run: Run): Promise<SharedHome> {
  return onceARun(`home-${name}`, async (place) => {
    const [folder, tape] = [join(place, 'home'), join(place, 'tape')]
    if (run.feeds.kind !== 'sample') return { folder, tape, result: await refreshHome(folder, run) }
    const recorder = await folderRecorder(tape, { sample: true })
    const transport = (at: number): Transport => {
      const sample = (run.transport ?? smallTransport)(at)
      return {
        name: 'sample',
        fetch: async (request, signal) => {
          const response = await sample.fetch(request, signal)
          await recorder.record(response)
          return response
        },
      }
    }
    const result = await refreshHome(folder, { ...run, transport })
    await recorder.close()
    return { folder, tape, result }
  })
}
