/**
 * Loads recorded bodies of company facts from a store of recordings into a warehouse, or parses them, in a process of its own so that its
 * time and memory are its own: `load` or `parse`, the folder of recordings, how often, and the warehouse.
 */
import { secCompanyfacts } from '../pipeline/feeds/sec-companyfacts.ts'
import { recordingStore } from '../pipeline/recordings/store.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { loadFiles } from '../pipeline/warehouse/bulk.ts'
import { openStore, select } from '../pipeline/warehouse/store.ts'
import { median } from './median.ts'

export interface Side {
  readonly ms: number
  /** Of the process, user and system. */
  readonly cpuMs: number
  readonly facts: number
  readonly peakMb: number
}

/** Of the database, which would otherwise keep as much of the table in memory as it may. */
const memoryLimit = '200MB'

const [mode, folder, rounds, warehouse] = process.argv.slice(2)
const recordings = recordingStore(folderBlobs(folder!))
const ids = await recordings.list()
const times: number[] = []
const cpu: number[] = []
let facts = 0

for (let round = 0; round < Number(rounds); round++) {
  const used = process.cpuUsage()
  if (mode === 'load') facts = await loaded()
  else await timed(parse)
  const { user, system } = process.cpuUsage(used)
  cpu.push((user + system) / 1_000)
}
process.send?.({
  ms: median(times),
  cpuMs: median(cpu),
  facts,
  peakMb: process.resourceUsage().maxRSS / 1_024,
} satisfies Side)

async function timed(work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  times.push(performance.now() - start)
}

/** What a refresh does with the bodies of one kind of its own. */
async function loaded(): Promise<number> {
  const store = await openStore(warehouse!, { memoryLimit })
  try {
    await timed(async () => {
      const loads = await Promise.all(
        ids.map(async (id) => {
          const recording = (await recordings.get(id))!
          return { recording, feed: secCompanyfacts.id, bulk: secCompanyfacts, body: () => recordings.body(recording) }
        }),
      )
      const { loaded: count, refused, rejected } = await loadFiles(store, loads, false)
      if (count !== ids.length || refused + rejected > 0)
        throw new Error(`${count} loaded, ${refused} refused, ${rejected} rejected`)
    })
    const [found] = await select<{ n: number }>(store, 'SELECT count(*)::INTEGER AS n FROM company_fact')
    return found!.n
  } finally {
    await store.close()
  }
}

/** The same recordings read and checked, and nothing made of them but what JSON.parse makes. */
async function parse(): Promise<void> {
  for (const id of ids) {
    const recording = (await recordings.get(id))!
    JSON.parse(Buffer.from(await recordings.body(recording)).toString('utf8'))
  }
}
