/** Loads recorded bodies of company facts from FOLDER into a warehouse (`load`), or only parses them (`parse`): `companyfacts-process.ts MODE FOLDER`. */
import { join } from 'node:path'
import { secCompanyfacts } from '../pipeline/feeds/sec-companyfacts.ts'
import { recordingStore } from '../pipeline/recordings/store.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { load } from '../pipeline/warehouse/companies/load.ts'
import { openStore, select } from '../pipeline/warehouse/store.ts'

export interface Side {
  readonly ms: number
  readonly facts: number
  readonly peakMb: number
}

const [mode, folder] = process.argv.slice(2) as ['load' | 'parse', string]
const recordings = recordingStore(folderBlobs(folder))
const listed = await recordings.list()
let facts = 0
const ms = mode === 'load' ? await loaded() : await parsed()
process.stdout.write(JSON.stringify({ ms, facts, peakMb: process.resourceUsage().maxRSS / 1_024 } satisfies Side))

/** What a refresh does with the bodies of one kind of its own. */
async function loaded(): Promise<number> {
  // the database would otherwise keep as much of the table in memory as it may
  const store = await openStore(join(folder, `${process.pid}.duckdb`), { memoryLimit: '200MB' })
  try {
    const start = performance.now()
    const loads = await Promise.all(
      listed.map(async ({ id, at }) => {
        const recording = (await recordings.get(id, at))!
        return { recording, feed: secCompanyfacts.id, parsed: { bulk: secCompanyfacts, body: () => recordings.body(recording) } }
      }),
    )
    const { loaded: count, refused, rejected } = await load(store, loads, () => [])
    const took = performance.now() - start
    if (count !== listed.length || refused + rejected > 0)
      throw new Error(`${count} loaded, ${refused} refused, ${rejected} rejected`)
    const [row] = await select<{ n: number }>(store, 'SELECT count(*)::INTEGER AS n FROM company_fact')
    facts = row!.n
    return took
  } finally {
    await store.close()
  }
}

/** The same recordings read and checked, and nothing made of them but what JSON.parse makes. */
async function parsed(): Promise<number> {
  const start = performance.now()
  for (const { id, at } of listed)
    JSON.parse(Buffer.from(await recordings.body((await recordings.get(id, at))!)).toString('utf8'))
  return performance.now() - start
}
