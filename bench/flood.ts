import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { getsPerSecond, path, seconds, slowest, startServer } from './bench-server.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const rounds = 5
const callers = 40

/**
 * Time of a keyed GET in the slowest twentieth while callers without a key send credentials that pay for nothing, each the next when the last
 * is answered, over the same without them. Alternating rounds; the server is as it is installed, in its sandbox.
 */
export async function run({ home }: { home: string }): Promise<BenchRow[]> {
  const server = await startServer(home)
  const client = fork(
    fileURLToPath(new URL('./flood-client.ts', import.meta.url)),
    [String(server.port), path, String(callers)],
    {
      execArgv: ['--import', 'tsx'],
    },
  )
  // it stands for other machines: the processors here are for the server
  setPriority(client.pid!, 19)
  const order = async (flood: boolean): Promise<number> => {
    client.send(flood)
    const [answered] = (await once(client, 'message')) as [number]
    return answered
  }
  try {
    await once(client, 'message')
    await slowest(server, 0.95)
    const took: { alone: number; beside: number; answered: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await slowest(server, 0.95)
      await order(true)
      const beside = await slowest(server, 0.95)
      took.push({ alone, beside, answered: await order(false) })
    }
    const answered = Math.round(median(took.map((each) => each.answered)) / seconds)
    return [
      {
        goal: `p95 of a keyed GET while ${callers} callers send credentials that pay for nothing`,
        target: 2,
        measured: `${median(took.map(({ beside }) => beside)).toFixed(2)} ms`,
        floor: `${median(took.map(({ alone }) => alone)).toFixed(2)} ms`,
        ratio: median(took.map(({ alone, beside }) => beside / alone)),
        note: `floor: the same without; ${getsPerSecond} GETs a second; ${rounds} rounds of ${seconds} s; ${answered} credentials a second answered`,
      },
    ]
  } finally {
    client.kill()
    await server.stop()
  }
}
