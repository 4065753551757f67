import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { recordingId, sha256Hex } from '../pipeline/recordings/recording.ts'
import { bodyKey, recordingStore } from '../pipeline/recordings/store.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import type { Side } from './companyfacts-process.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const recorded = join(import.meta.dirname, ...['..', '..', 'shared', 'feeds', 'sec', 'companyfacts'])
const at = '2026-11-20T00:00:00.000Z'
/** Companies of which each has one of the recorded bodies: what beginning costs is spread over them, as over thousands. */
const some = 64
const companies = 5_000
const allowedSeconds = 120
const allowedMb = 400

/**
 * Company facts from the store of recordings into a table, over JSON.parse of the same recordings; with `full` the time and memory of 5,000
 * companies too, which takes minutes and some 6 GB of disk.
 */
export async function run({ quick = false, full = false } = {}): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-companyfacts-'))
  try {
    const bodies = bodiesOf(quick)
    const small = join(folder, 'small')
    const count = quick ? bodies.length : some
    const bytes = await record(small, bodies, count)
    const sides = { load: [] as Side[], parse: [] as Side[] }
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      sides.load.push(await side('load', small, quick ? 1 : 3, ':memory:'))
      sides.parse.push(await side('parse', small, quick ? 1 : 3, ':memory:'))
    }
    const of = (name: keyof typeof sides, what: keyof Side) => median(sides[name].map((each) => each[what]))
    const ratio = (what: keyof Side) => median(sides.load.map((each, round) => each[what] / sides.parse[round]![what]))
    const rows: BenchRow[] = [
      {
        goal: `company facts of ${count} companies into a table / JSON.parse of the same recordings`,
        target: 1,
        measured: `${of('load', 'ms').toFixed(0)} ms`,
        floor: `${of('parse', 'ms').toFixed(0)} ms`,
        ratio: ratio('ms'),
        note: `${(bytes / 1e6).toFixed(0)} MB, ${sides.load[0]!.facts} facts, both sides unpack and check; processor time ${of('load', 'cpuMs').toFixed(0)} and ${of('parse', 'cpuMs').toFixed(0)} ms`,
      },
    ]
    return full ? [...rows, ...(await fiveThousand(folder, bodies))] : rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fiveThousand(folder: string, bodies: readonly Buffer[]): Promise<BenchRow[]> {
  const large = join(folder, 'large')
  const bytes = await record(large, bodies, companies)
  const { ms, facts, peakMb } = await side('load', large, 1, join(folder, 'warehouse.duckdb'))
  const note = `${(bytes / 1e9).toFixed(1)} GB of JSON, ${facts} facts, into a file: ${bodies.length} bodies under other companies`
  return [
    {
      goal: `company facts of ${companies} companies: time / ${allowedSeconds} s`,
      target: 1,
      measured: `${(ms / 1_000).toFixed(0)} s`,
      floor: `${allowedSeconds} s`,
      ratio: ms / 1_000 / allowedSeconds,
      note,
    },
    {
      goal: `company facts of ${companies} companies: memory at most / ${allowedMb} MB`,
      target: 1,
      measured: `${peakMb.toFixed(0)} MB`,
      floor: `${allowedMb} MB`,
      ratio: peakMb / allowedMb,
      note: 'the whole process',
    },
  ]
}

/** Recorded bodies, without the head that says whose they are; made up where the recordings are absent, or to be quick. */
function bodiesOf(quick: boolean): Buffer[] {
  const there = !quick && existsSync(recorded)
  const texts = there
    ? readdirSync(recorded).map((name) => readFileSync(join(recorded, name), 'utf8'))
    : Array.from({ length: 4 }, () => madeUp(quick ? 500 : 25_000))
  return texts.map((text) => Buffer.from(text.replace(/^\s*\{\s*"cik"\s*:\s*"?\d+"?\s*,/, '')))
}

function madeUp(facts: number): string {
  const tags = Array.from({ length: Math.ceil(facts / 50) }, (_, tag) => {
    const facts = Array.from({ length: 50 }, (_, at) => {
      const year = 2010 + (at % 16)
      return `{"start":"${year}-01-01","end":"${year}-12-31","val":${tag * 1_000_003 + at},"accn":"0000000001-${year % 100}-${100_000 + at}","fy":${year},"fp":"FY","form":"10-K","filed":"${year + 1}-02-20","frame":"CY${year}"}`
    })
    return `"MadeUpConcept${tag}":{"label":"x","description":"x","units":{"USD":[${facts.join(',')}]}}`
  })
  return `{"cik":1,"entityName":"x","facts":{"us-gaap":{${tags.join(',')}}}}`
}

/**
 * Keeps `count` recordings, the bodies in turn, each under a company of its own. A body in the store is two gzip members, of which only the
 * head is packed anew: to pack all of it 5,000 times would take longer than the bench. Gives the bytes of all bodies.
 */
async function record(folder: string, bodies: readonly Buffer[], count: number): Promise<number> {
  const blobs = folderBlobs(folder)
  const recordings = recordingStore(blobs)
  const packed = bodies.map((body) => gzipSync(body, { level: 6 }))
  let total = 0
  for (let no = 0; no < count; no++) {
    const cik = String(no + 1).padStart(10, '0')
    const head = Buffer.from(`{"cik":${no + 1},`)
    const body = Buffer.concat([head, bodies[no % bodies.length]!])
    const url = `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`
    const sha256 = sha256Hex(body)
    await blobs.putAll([[bodyKey(sha256), Buffer.concat([gzipSync(head), packed[no % bodies.length]!])]], { durable: false })
    const { id } = await recordings.put({ url, at, status: 200, headers: {}, body }, true)
    if (id !== recordingId(url, at, sha256)) throw new Error('a recording is not the one made')
    total += body.length
  }
  return total
}

async function side(mode: 'load' | 'parse', folder: string, rounds: number, warehouse: string): Promise<Side> {
  const file = fileURLToPath(new URL('companyfacts-process.ts', import.meta.url))
  const child = fork(file, [mode, folder, String(rounds), warehouse], { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]) => Promise.reject(new Error(`${mode} ended with ${code}`)))
  const [result] = (await Promise.race([once(child, 'message'), gone])) as [Side]
  gone.catch(() => undefined)
  await ended
  return result
}
