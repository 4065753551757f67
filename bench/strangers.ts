/**
 * What strangers can make the server do: `node --import tsx bench/strangers.ts HOME` prints the processor time of each anonymous call, those above the
 * goal marked; with `flood` after it how `/api/version` answers beside 200 of them a second.
 */
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { type AnonymousCall, anonymousCalls } from './anonymous-calls.ts'
import { type Server, serve } from './measured-process.ts'
import type { BenchRow } from './row.ts'
import { evenly } from './sign-ins.ts'

const mostMs = 1
const connections = 8
const rounds = 3

/** Processor time of each call that anyone may make. `tell` receives each as it is measured. */
export async function run(
  home: string,
  { quick, tell = () => {} }: { quick: boolean; tell?: (row: BenchRow) => void },
): Promise<BenchRow[]> {
  const server = await serve(home, { BRIEFING_PROXIES: '127.0.0.1' })
  try {
    const rows: BenchRow[] = []
    for (const call of await callsOn(server)) {
      const { ms, statuses } = await costOf(server, call, quick ? 20 : 60)
      rows.push({ goal: `anonymous: ${call.name}`, measured: ms, target: call.most ?? mostMs, unit: 'ms', note: statuses })
      tell(rows.at(-1)!)
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function callsOn({ url }: Server): Promise<AnonymousCall[]> {
  const { companies } = (await (await fetch(`${url}/api/companies?limit=200`)).json()) as { companies: { address: string }[] }
  const { briefings } = (await (await fetch(`${url}/api/briefings`)).json()) as { briefings: { id: string; last_date: string }[] }
  const day = briefings[0]!.last_date
  return anonymousCalls({ companies: companies.map(({ address }) => address), past: day, day })
}

/** Every call comes from its own address, as the proxy says: what is measured is not the wait of an address that asks too much. */
const addressOf = (n: number) => `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`

async function send(pool: Pool, call: AnonymousCall, n: number, address: string): Promise<number> {
  const { method, path, headers, body } = call
  const { statusCode, body: answer } = await pool.request({
    ...{ method, path: path(n), headers: { 'x-forwarded-for': address, ...headers?.(n) } },
    ...(body === undefined ? {} : { body: body(n) }),
  })
  await answer.dump()
  return statusCode
}

let sent = 0

/** Milliseconds of the server's processor time a call takes, and what it was answered with. */
async function costOf(server: Server, call: AnonymousCall, requests: number) {
  const pool = new Pool(server.url, { connections })
  const statuses = new Map<number, number>()
  const calls = async (count: number) => {
    let left = count
    const caller = async () => {
      while (left-- > 0) {
        const n = sent++
        const status = await send(pool, call, n, addressOf(n))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: connections }, caller))
  }
  await calls(Math.ceil(requests / 2))
  // other work on the machine makes a round more expensive, never cheaper
  let ms = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = await server.usage()
    await calls(requests)
    const after = await server.usage()
    ms = Math.min(ms, (after.cpuMs - before.cpuMs) / requests)
  }
  await pool.close()
  return {
    ms,
    statuses: [...statuses].map(([status, count]) => `${status} x ${count}`).join(', '),
  }
}

const perSecond = 200

/** The slowest hundredth of `/api/version` during a flood of one call, from one address over several connections. */
export async function flood(home: string, seconds: number, only: string | undefined): Promise<void> {
  const server = await serve(home, { BRIEFING_PROXIES: '127.0.0.1' })
  const version = new Pool(server.url, { connections: 4 })
  try {
    for (const call of [null, ...(await callsOn(server))]) {
      if (call !== null && only !== undefined && !call.name.includes(only)) continue
      const pool = new Pool(server.url, { connections: 64 })
      const took: number[] = []
      let over = false
      const statuses = new Map<number, number>()
      const before = await server.usage()
      const beside = (async () => {
        while (!over) {
          const began = performance.now()
          await (await version.request({ path: '/api/version', method: 'GET' })).body.dump()
          took.push(performance.now() - began)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })()
      const address = addressOf(sent)
      await Promise.race([
        evenly(seconds * perSecond, perSecond, async () => {
          if (call === null) return
          const status = await send(pool, call, sent++, address).catch(() => 0)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
        new Promise((resolve) => setTimeout(resolve, seconds * 2_000)),
      ])
      over = true
      await beside
      await pool.destroy()
      const { cpuMs } = await server.usage()
      const at = (share: number) => took.sort((a, b) => a - b)[Math.ceil(took.length * share) - 1]!.toFixed(0)
      const answered = [...statuses].map(([status, count]) => `${status} x ${count}`).join(', ')
      process.stdout.write(
        `p50 ${at(0.5)}\tp99 ${at(0.99)} ms\tcpu ${((cpuMs - before.cpuMs) / 1_000).toFixed(1)} s\t${answered}\t${call?.name ?? 'nothing beside it'}\n`,
      )
    }
  } finally {
    await version.close()
    await server.stop()
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , home = '', mode = '', seconds = '10', only] = argv
  if (mode === 'flood') await flood(home, Number(seconds), only)
  else
    await run(home, {
      quick: mode === 'quick',
      tell: ({ goal, measured, target, note }) =>
        process.stdout.write(
          `${measured > target ? 'MISSED' : 'holds'}\t${measured.toFixed(2)} ms\t<= ${target}\t${note}\t${goal}\n`,
        ),
    })
}
