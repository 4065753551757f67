/**
 * 5,000 documents, made up from those of the sample feeds, through the refresh orchestration under Temporal: its time with two processes that
 * render over its time with one. Everything but rendering is a stand-in that answers at once.
 *
 *     npx tsx bench/render-workers.ts [DOCUMENTS]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { concurrency, policies } from '../activities/policies.ts'
import { putShards } from '../activities/shards.ts'
import { metricRows } from '../data/metrics.ts'
import { openReader } from '../pipeline/publish/reader.ts'
import type { ComputedDocument } from '../pipeline/render/artifact.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { temporalServer } from '../scripts/temporal-server.ts'
import { temporalHost } from '../workflows/hosts/temporal.ts'
import type { RefreshInput, RefreshResult } from '../workflows/orchestrations/refresh.ts'
import { startWorkers } from '../workflows/worker.ts'
import { publishSampleEdition } from './home.ts'
import { median } from './median.ts'

const count = Number(process.argv[2] ?? 5_000)
const rounds = 3
const target = 0.7
const installation = 'bench-render'
const silent = { info: () => undefined, warn: () => undefined }
const now = Date.parse('2026-11-20T22:00:00Z')

/** Metric documents of the sample home, each under as many names as it takes. */
async function madeUp(folder: string): Promise<ComputedDocument[]> {
  const reader = await openReader(folderBlobs(folder), { log: silent })
  reader.close()
  const published = metricRows.flatMap(({ metric }) => reader.current()?.resident(`metric/${metric}`, 'json') ?? [])
  return Array.from({ length: count }, (_, i) => {
    const { computed_at, fingerprint, ...document } = JSON.parse(published[i % published.length]!.plain.toString())
    return { document: { ...document, metric: `${document.metric}-${i}` } }
  })
}

async function startRenderer(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('render-worker.ts', import.meta.url))
  const child = fork(file, { execArgv: ['--import', 'tsx'], env })
  await once(child, 'message')
  return child
}

async function stopped(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

const folder = await mkdtemp(join(tmpdir(), 'bench-render-'))
const server = await temporalServer()
const env = { ...process.env, TEMPORAL_ADDRESS: server.address, HOME_FOLDER: folder, INSTALLATION: installation }
try {
  await publishSampleEdition(folder)
  const shards = await putShards(folderBlobs(folder), 'bench', { now, sample: true }, { metric: await madeUp(folder) })
  const workers = await startWorkers({
    activities: {
      plan: async () => ({ run: 'bench', pages: [], batches: [], untaken: [], untakenCount: 0, faults: [] }),
      compute: async () => ({ shards, readings: 0, stale: [], missing: [], held: [] }),
      publish: async () => ({ edition: 'none' }),
    },
    policies,
    concurrency,
    env,
    installation,
    queues: ['workflow', 'writer'],
    log: silent,
  })
  const host = await temporalHost({ env, log: silent, installation })
  const refreshed = async (id: string): Promise<number> => {
    const input: RefreshInput = { feeds: { kind: 'sample' }, only: [], asOf: '2026-11-20' }
    const start = performance.now()
    const { documents } = await host.run<RefreshInput, RefreshResult>({ workflow: 'refresh', id, input, now })
    if (documents !== count) throw new Error(`${documents} of ${count} documents were rendered`)
    return performance.now() - start
  }
  const medians: number[] = []
  const renderers: ChildProcess[] = []
  for (const processes of [1, 2]) {
    renderers.push(await startRenderer(env))
    await refreshed(`warm-${processes}`)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await refreshed(`run-${processes}-${round}`))
    medians.push(median(times))
    process.stdout.write(
      `${processes} processes render ${count} documents in ${shards.length} shards: ${times.map((ms) => `${Math.round(ms)} ms`).join(', ')}\n`,
    )
  }
  const ratio = medians[1]! / medians[0]!
  process.stdout.write(`two over one: ${ratio.toFixed(2)} (goal at most ${target}) ${ratio <= target ? 'holds' : 'MISSED'}\n`)
  for (const child of renderers) await stopped(child)
  await host.close()
  workers.stop()
  await workers.done
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
