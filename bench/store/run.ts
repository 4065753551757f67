/**
 * `tsx bench/store/run.ts`: what a call of the bucket costs this process, and how many a second an S3 server on this machine takes. Needs what
 * scripts/object-store.ts finds.
 */
import { randomUUID } from 'node:crypto'
import { inParallel } from '../../pipeline/store/pool.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { objectStore } from '../../scripts/object-store.ts'
import { type BenchRow, lineOf } from '../row.ts'

const count = 4_000
const width = 32
const body = Buffer.alloc(4_096, 'x')

const server = await objectStore()
const blobs = s3Blobs({ ...server, prefix: `bench-${randomUUID()}/` }, server)
const keys = Array.from({ length: count }, (_, at) => `k/${at}`)

interface Cost {
  readonly perSecond: number
  /** Processor time of this process, microseconds a call. */
  readonly cpuUs: number
}

async function costOf(calls: number, work: () => Promise<void>): Promise<Cost> {
  const began = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (calls / (performance.now() - began)) * 1_000, cpuUs: (user + system) / calls }
}

async function rows(): Promise<BenchRow[]> {
  await blobs.prove()
  await inParallel(keys.slice(0, 200), width, (key) => blobs.put(key, body))
  const puts = await costOf(count, () => inParallel(keys, width, (key) => blobs.put(key, body)))
  const gets = await costOf(count, () => inParallel(keys, width, async (key) => void (await blobs.get(key))))
  const swaps: number[] = []
  let standing: Buffer | null = null
  for (let round = 0; round < 300; round++) {
    const next = Buffer.from(String(round))
    const began = performance.now()
    if (!(await blobs.swap('cell', standing, next))) throw new Error('a swap without another writer was refused')
    swaps.push(performance.now() - began)
    standing = next
  }
  const p99 = swaps.sort((a, b) => a - b)[Math.ceil(swaps.length * 0.99) - 1]!
  const note = `${server.endpoint}, ${width} at a time, 4 KB`
  const rate = (goal: string, { perSecond }: Cost, least: number): BenchRow => ({
    ...{ goal, measured: 1_000 / perSecond, target: 1_000 / least, unit: 'ms' },
    note: `${Math.round(perSecond)} a second, ${note}`,
  })
  const cpu = (goal: string, { cpuUs }: Cost): BenchRow => ({ goal, measured: cpuUs / 1_000, target: 0.25, unit: 'ms', note })
  return [
    rate('a put to the bucket, time a call', puts, 900),
    rate('a get from the bucket, time a call', gets, 2_500),
    cpu('a put to the bucket, processor time of the client', puts),
    cpu('a get from the bucket, processor time of the client', gets),
    { goal: 'a swap nobody contends, slowest hundredth', measured: p99, target: 20, unit: 'ms' },
  ]
}

try {
  for (const row of await rows()) process.stdout.write(lineOf(row, 3))
} finally {
  await blobs.close()
  await server.stop()
}
