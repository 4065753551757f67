import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { type BenchServer, getsPerSecond, seconds, slowest, startServer } from './bench-server.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const rounds = 5
const signIns = 200

/** Sends that many sign-ins with wrong passwords at the same moment, each from a network of its own; how many were looked at. */
async function flood(pool: Pool, round: number): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: signIns }, async (_, n) => {
      const { statusCode, body } = await pool.request({
        path: '/sign-in',
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
          'X-Forwarded-For': `198.18.${round}.${n}`,
        },
        body: `email=person${n}%40example.com&password=${'not+the+password+'.repeat(2)}`,
      })
      await body.dump()
      return statusCode
    }),
  )
  return statuses.filter((status) => status === 401).length
}

/**
 * Time of a keyed GET in the slowest hundredth while 200 people sign in at once, over the same without them. Alternating rounds; the server is
 * as it is installed, behind a proxy that says where each comes from, so that no limit by address spares it the passwords.
 */
export async function run({ home }: { home: string }): Promise<BenchRow[]> {
  const server: BenchServer = await startServer(home, { BRIEFING_PROXIES: '127.0.0.1' })
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: signIns })
  try {
    await flood(pool, 0)
    await slowest(server, 0.99)
    const took: { alone: number; beside: number; answered: number }[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const alone = await slowest(server, 0.99)
      const flooding = wait(200).then(() => flood(pool, round))
      const beside = await slowest(server, 0.99)
      took.push({ alone, beside, answered: await flooding })
    }
    return [
      {
        goal: `p99 of a keyed GET while ${signIns} people sign in at once`,
        target: 2,
        measured: `${median(took.map(({ beside }) => beside)).toFixed(2)} ms`,
        floor: `${median(took.map(({ alone }) => alone)).toFixed(2)} ms`,
        ratio: median(took.map(({ alone, beside }) => beside / alone)),
        note: `floor: the same without; ${getsPerSecond} GETs a second; ${rounds} rounds of ${seconds} s; of the passwords ${median(took.map(({ answered }) => answered))} were looked at, the others told to retry`,
      },
    ]
  } finally {
    await pool.close()
    await server.stop()
  }
}
