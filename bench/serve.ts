import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Server, serve, serverOf } from './measured-process.ts'
import { type BenchRow, median } from './row.ts'

/** An answer as bare Koa gives it again. */
export interface Recorded {
  readonly status: number
  readonly headers: Record<string, string>
  /** Base64. */
  readonly body: string
}

type Headers = Readonly<Record<string, string>>

const connections = 32
const markdown = '/api/btc'
const json = '/api/btc?format=json'
/** What Node and Koa write themselves. */
const own = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** Start and idle memory, and the processor time of an answer over that of bare Koa with the same bytes, in alternating rounds. */
export async function run(home: string, key: string, { quick }: { quick: boolean }): Promise<BenchRow[]> {
  const ours = await serve(home)
  await wait(2_000)
  const { rssMb } = await ours.usage()
  const keyed = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip, br' }
  const cases = [
    { goal: 'keyed GET of a Markdown briefing / bare Koa', target: 1.6, path: markdown, headers: keyed },
    { goal: 'keyed GET of a JSON briefing / bare Koa', target: 1.6, path: json, headers: keyed },
    { goal: '402 with both quotes / bare Koa', target: 2.5, path: markdown, headers: {} },
  ]
  try {
    const rows: BenchRow[] = [
      { goal: 'server start to first answer', measured: ours.startedMs / 1_000, target: 1, unit: 's' },
      { goal: 'idle memory of a server on the sample edition', measured: rssMb, target: 200, unit: 'MB' },
    ]
    for (const { goal, target, path, headers } of cases)
      rows.push({ goal, target, unit: '', ...(await compared(home, ours, path, headers, quick)) })
    return rows
  } finally {
    await ours.stop()
  }
}

async function compared(home: string, ours: Server, path: string, headers: Headers, quick: boolean) {
  const [rounds, requests] = quick ? [1, 200] : [7, 12_000]
  const answer = await recordedFrom(ours, path, headers)
  const file = join(home, 'answers.json')
  await writeFile(file, JSON.stringify({ '/': answer, [path]: answer }))
  const bare = await serverOf('bare-koa.ts', file)
  try {
    const pairs: [number, number][] = []
    const cost = (server: Server) => costOf(server, { path, headers, requests, status: answer.status })
    await Promise.all([cost(ours), cost(bare)])
    for (let round = 0; round < rounds; round += 1) pairs.push([await cost(ours), await cost(bare)])
    const [mine, least] = [0, 1].map((side) => median(pairs.map((pair) => pair[side]!)))
    return {
      measured: median(pairs.map(([cpu, floor]) => cpu / floor)),
      note: `processor time: ${mine!.toFixed(0)} us, bare Koa ${least!.toFixed(0)} us; ${rounds} rounds of ${requests} requests`,
    }
  } finally {
    await bare.stop()
  }
}

async function recordedFrom({ url }: Server, path: string, headers: Headers): Promise<Recorded> {
  const pool = new Pool(url)
  const { statusCode, headers: answered, body } = await pool.request({ path, method: 'GET', headers })
  const bytes = Buffer.from(await body.arrayBuffer())
  await pool.close()
  const kept = Object.entries(answered).filter(([name, value]) => !own.includes(name) && value !== undefined)
  const texts = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
  return { status: statusCode, headers: texts, body: bytes.toString('base64') }
}

interface Load {
  readonly path: string
  readonly headers: Headers
  readonly requests: number
  readonly status: number
}

/** Microseconds of the server's processor time an answer takes. */
export async function costOf(server: Server, { path, headers, requests, status }: Load): Promise<number> {
  const pool = new Pool(server.url, { connections })
  const before = await server.usage()
  let left = requests
  const caller = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump()
      if (statusCode !== status) throw new Error(`${path} answered ${statusCode}, not ${status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const { cpuMs } = await server.usage()
  await pool.close()
  return (1_000 * (cpuMs - before.cpuMs)) / requests
}
