/**
 * Records test/histories anew from real runs: `tsx test/temporal/record-histories.ts [WORKFLOW ...]`; all workflows when none is named. Do so
 * when an orchestration has changed on purpose and no run of its earlier form is under way any more.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import type { Log } from '../../activities/activity.ts'
import { temporalServer } from '../../scripts/temporal-server.ts'
import { bundleWorkflows } from '../../workflows/bundle.ts'
import { temporalHost } from '../../workflows/hosts/temporal.ts'
import { startWorkers } from '../../workflows/worker.ts'
import { changed, changedFolder, historiesFolder, type Recorded, recorded, recordingConcurrency } from './histories.ts'

const { version: sdk } = createRequire(import.meta.url)('@temporalio/workflow/package.json') as { version: string }
const now = Date.UTC(2026, 10, 20)
const quiet: Log = { info: () => {}, warn: () => {} }

const only = new Set(process.argv.slice(2))

async function record({ entry, activities, rules, cases }: Recorded, folder: URL, address: string): Promise<void> {
  const wanted = cases.filter(({ workflow }) => only.size === 0 || only.has(workflow))
  if (wanted.length === 0) return
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder))
    if (wanted.some(({ workflow, name }) => file.startsWith(`${workflow}.`) && file.endsWith(`.${name}.json`)))
      await rm(new URL(file, folder))
  const env = { ...process.env, TEMPORAL_ADDRESS: address }
  const installation = `record-${randomUUID()}`
  const shared = { env, log: quiet, installation }
  const bundle = { code: await bundleWorkflows(entry) }
  const workers = await startWorkers({ ...shared, ...rules, activities, concurrency: recordingConcurrency, bundle })
  const host = await temporalHost(shared)
  for (const { workflow, name, input } of wanted) {
    await host.run({ workflow, id: name, input, now })
    const history = await host.client.workflow.getHandle(name).fetchHistory()
    const file = new URL(`${workflow}.${sdk}.${name}.json`, folder)
    await writeFile(file, `${JSON.stringify(JSON.parse(historyToJSON(history)), anonymous, 1)}\n`)
    console.log(`${workflow} ${name}: ${history.events?.length ?? 0} events`)
  }
  await host.close()
  workers.stop()
  await workers.done
}

/** Who ran it says nothing about the run and names the machine, as do the names of the queues that workers keep for themselves. */
function anonymous(key: string, value: unknown): unknown {
  const own = key === 'identity' || (typeof value === 'string' && value.startsWith(`${process.pid}@`))
  return own ? 'recorder' : value
}

const server = await temporalServer()
try {
  for (const set of recorded) await record(set, historiesFolder, server.address)
  await record(changed, changedFolder, server.address)
} finally {
  await server.stop()
}
