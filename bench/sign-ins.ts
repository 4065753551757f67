import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { serve } from './measured-process.ts'
import { type BenchRow, median } from './row.ts'

const people = 200
const getsPerSecond = 500
const path = '/api/btc'

/**
 * The slowest hundredth of keyed GETs, sent at an even rate for four seconds, while 200 people sign in at once. The server is behind a proxy
 * that names where each comes from, so that no limit by address spares it the passwords.
 */
export async function run(home: string, key: string, { quick }: { quick: boolean }): Promise<BenchRow[]> {
  const [rounds, seconds] = quick ? [1, 1] : [5, 4]
  const server = await serve(home, { BRIEFING_PROXIES: '127.0.0.1' })
  const pool = new Pool(server.url, { connections: 32 })
  const crowd = fork(fileURLToPath(new URL('sign-in-crowd.ts', import.meta.url)), [server.url, String(people)], {
    execArgv: ['--import', 'tsx'],
  })
  // it stands for other machines: the processors here are for the server
  setPriority(crowd.pid!, 19)
  const get = async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { 'X-API-Key': key } })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  }
  const p99 = async () => {
    const took = await evenly(seconds * getsPerSecond, getsPerSecond, get)
    return took.sort((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!
  }
  try {
    await p99()
    const slowest: number[] = []
    let examined = 0
    for (let round = 0; round < rounds; round += 1) {
      crowd.send(round)
      const done = once(crowd, 'message') as Promise<[number]>
      slowest.push(await p99())
      examined += (await done)[0]
    }
    const note = `${getsPerSecond} GETs a second, ${rounds} rounds of ${seconds} s; ${examined} of ${rounds * people} passwords examined`
    return [{ goal: `p99 of a keyed GET beside ${people} sign-ins`, measured: median(slowest), target: 100, unit: 'ms', note }]
  } finally {
    crowd.kill()
    await pool.close()
    await server.stop()
  }
}

/** Begins calls at an even rate, whether or not those before have ended; the milliseconds each took. */
export async function evenly(count: number, perSecond: number, call: () => Promise<void>): Promise<number[]> {
  const took: number[] = []
  const calls: Promise<void>[] = []
  const began = performance.now()
  const left = () => began + (calls.length * 1_000) / perSecond - performance.now()
  while (calls.length < count) {
    while (calls.length < count && left() <= 0) {
      const sent = performance.now()
      calls.push(call().then(() => void took.push(performance.now() - sent)))
    }
    await new Promise((resolve) => setTimeout(resolve, left()))
  }
  await Promise.all(calls)
  return took
}
