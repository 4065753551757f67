import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { benchKey } from './bench-key.ts'
import { startServer } from './bench-server.ts'
import { slowestBeside } from './beside.ts'
import type { BenchRow } from './row.ts'

const polls = 200

/** What callers who wait for an event cost readers: 200 open reads of the feed. */
export async function run({ home }: { home: string }): Promise<BenchRow[]> {
  const server = await startServer(home)
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: polls })
  try {
    const goal = {
      goal: `p99 of a keyed GET while ${polls} reads wait for an event`,
      target: 1.25,
      counted: (count: number) => `${count} waiting`,
    }
    return [
      await slowestBeside(server, goal, async () => {
        const ended = new AbortController()
        setMaxListeners(polls, ended.signal)
        const waiting = Array.from({ length: polls }, () => poll(pool, ended.signal))
        // how they come in is not what is measured
        await wait(1_000)
        return async () => {
          ended.abort()
          const outcomes = await Promise.all(waiting)
          return outcomes.filter((outcome) => outcome === 'waited').length
        }
      }),
    ]
  } finally {
    await pool.destroy()
    await server.stop()
  }
}

/** One read that waits until it is broken off; what else came of it. */
async function poll(pool: Pool, signal: AbortSignal): Promise<string> {
  const headers = { 'X-API-Key': benchKey.key }
  try {
    const { statusCode, body } = await pool.request({ path: '/api/events?wait=30', method: 'GET', headers, signal })
    await body.dump()
    return `answered ${statusCode}`
  } catch {
    return signal.aborted ? 'waited' : 'failed'
  }
}
