import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { startServer } from './bench-server.ts'
import { slowestBeside } from './beside.ts'
import type { BenchRow } from './row.ts'

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
 * What a flood of sign-ins costs readers. The server is as it is installed, behind a proxy that says where each comes from, so that no limit
 * by address spares it the passwords.
 */
export async function run({ home }: { home: string }): Promise<BenchRow[]> {
  const server = await startServer(home, { BRIEFING_PROXIES: '127.0.0.1' })
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: signIns })
  try {
    await flood(pool, 0)
    const goal = {
      goal: `p99 of a keyed GET while ${signIns} people sign in at once`,
      target: 2,
      counted: (count: number) => `of the passwords ${count} were looked at, the others told to retry`,
    }
    return [
      await slowestBeside(server, goal, async (round) => {
        const flooding = wait(200).then(() => flood(pool, round))
        return () => flooding
      }),
    ]
  } finally {
    await pool.close()
    await server.stop()
  }
}
