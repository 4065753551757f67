import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sha256Hex } from '../pipeline/recordings/recording.ts'
import { bodyKey, recordingStore } from '../pipeline/recordings/store.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import type { Side } from './companyfacts-process.ts'
import { resultOf } from './measured-process.ts'
import { type BenchRow, median } from './row.ts'

const recorded = join(import.meta.dirname, ...['..', '..', 'shared', 'feeds', 'sec', 'companyfacts'])
const at = '2026-11-20T00:00:00.000Z'

/**
 * Company facts from the store of recordings into a table, over JSON.parse of the same recordings, and the memory of it. With `full` of
 * 5,000 companies, which takes minutes and some 6 GB of disk.
 */
export async function run({ quick, full }: { quick: boolean; full: boolean }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-companyfacts-'))
  try {
    const count = quick ? 4 : full ? 5_000 : 64
    const bytes = await record(folder, bodiesOf(quick), count)
    const ratios: number[] = []
    let peakMb = 0
    let facts = 0
    for (let round = 0; round < (quick || full ? 1 : 5); round++) {
      const load = await resultOf<Side>('companyfacts-process.ts', 'load', folder)
      const parse = await resultOf<Side>('companyfacts-process.ts', 'parse', folder)
      ratios.push(load.ms / parse.ms)
      peakMb = Math.max(peakMb, load.peakMb)
      facts = load.facts
    }
    const goal = `company facts of ${count} companies`
    const note = `${(bytes / 1e6).toFixed(0)} MB, ${facts} facts; both sides unpack and check the bodies`
    return [
      { goal: `${goal} into a table / JSON.parse of the same`, measured: median(ratios), target: 1, unit: '', note },
      { goal: `${goal}: memory at most`, measured: peakMb, target: 400, unit: 'MB' },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Recorded bodies, without the head that names the company; none where the recordings are absent. */
export const companyBodies = (): Buffer[] => (existsSync(recorded) ? bodiesOf(false) : [])

/** Recorded bodies, without the head that names the company; invented ones where the recordings are absent, or to be quick. */
function bodiesOf(quick: boolean): Buffer[] {
  const there = !quick && existsSync(recorded)
  const texts = there
    ? readdirSync(recorded).map((name) => readFileSync(join(recorded, name), 'utf8'))
    : Array.from({ length: 4 }, () => invented(quick ? 500 : 25_000))
  return texts.map((text) => Buffer.from(text.replace(/^\s*\{\s*"cik"\s*:\s*"?\d+"?\s*,/, '')))
}

function invented(facts: number): string {
  const tags = Array.from({ length: Math.ceil(facts / 50) }, (_, tag) => {
    const values = Array.from({ length: 50 }, (_, number) => {
      const year = 2010 + (number % 16)
      return `{"start":"${year}-01-01","end":"${year}-12-31","val":${tag * 1_000_003 + number},"accn":"0000000001-${year % 100}-${100_000 + number}","fy":${year},"fp":"FY","form":"10-K","filed":"${year + 1}-02-20","frame":"CY${year}"}`
    })
    return `"InventedConcept${tag}":{"label":"x","description":"x","units":{"USD":[${values.join(',')}]}}`
  })
  return `{"cik":1,"entityName":"x","facts":{"us-gaap":{${tags.join(',')}}}}`
}

/**
 * Keeps `count` recordings, the bodies in turn, each under a company of its own. A stored body is two gzip members, of which only the head
 * is packed anew: packing all of it 5,000 times would take longer than the bench. Gives the bytes of all bodies.
 */
async function record(folder: string, bodies: readonly Buffer[], count: number): Promise<number> {
  const blobs = folderBlobs(folder)
  const recordings = recordingStore(blobs)
  const packed = bodies.map((body) => gzipSync(body, { level: 6 }))
  let total = 0
  for (let no = 0; no < count; no++) {
    const head = Buffer.from(`{"cik":${no + 1},`)
    const body = Buffer.concat([head, bodies[no % bodies.length]!])
    const url = `https://data.sec.gov/api/xbrl/companyfacts/CIK${String(no + 1).padStart(10, '0')}.json`
    const key = bodyKey(sha256Hex(body))
    await blobs.put(key, Buffer.concat([gzipSync(head), packed[no % bodies.length]!]))
    await recordings.put({ url, at, status: 200, headers: {}, body }, true)
    total += body.length
  }
  return total
}
