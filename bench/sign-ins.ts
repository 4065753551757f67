import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startServer } from './bench-server.ts'
import { slowestBeside } from './beside.ts'
import type { BenchRow } from './row.ts'

const signIns = 200

/**
 * What a flood of sign-ins costs readers. The server is as it is installed, behind a proxy that says where each comes from, so that no limit
 * by address spares it the passwords.
 */
export async function run({ home }: { home: string }): Promise<BenchRow[]> {
  const server = await startServer(home, { BRIEFING_PROXIES: '127.0.0.1' })
  const crowd = fork(fileURLToPath(new URL('./sign-in-crowd.ts', import.meta.url)), [String(server.port), String(signIns)], {
    execArgv: ['--import', 'tsx'],
  })
  // it stands for other machines: the processors here are for the server
  setPriority(crowd.pid!, 19)
  const flood = async (round: number): Promise<number> => {
    crowd.send(round)
    return (await once(crowd, 'message'))[0] as number
  }
  try {
    await flood(0)
    const goal = {
      goal: `p99 of a keyed GET while ${signIns} people sign in at once`,
      target: 2,
      counted: (count: number) => `of the passwords ${count} were looked at, the others told to retry`,
    }
    return [
      await slowestBeside(server, goal, async (round) => {
        const flooding = wait(200).then(() => flood(round))
        return () => flooding
      }),
    ]
  } finally {
    crowd.kill()
    await server.stop()
  }
}
