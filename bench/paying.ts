import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type BenchServer, getsPerSecond, path, seconds, slowest, startServer } from './bench-server.ts'
import { median } from './median.ts'
import type { Answered, Order } from './paying-client.ts'
import type { BenchRow } from './row.ts'

const rounds = 5
const paymentsPerSecond = 200
/** For the first 15 seconds of payments V8 compiles what takes them, in threads of its own: the machine's processors are short meanwhile. */
const warming = 3_000

/**
 * Time of a keyed GET in the slowest hundredth while one client pays for 200 calls a second, over the same without, and over the same at a
 * second server that nobody pays: what that one loses too is the machine's, not the server's. Alternating rounds; the servers are as they
 * are installed, in their sandbox, so that checking signatures and keeping the books of play money are their own work too.
 */
export async function run({ home }: { home: string }): Promise<BenchRow[]> {
  const paid = await startServer(home)
  const neighbour = await startServer(home)
  const client = fork(
    fileURLToPath(new URL('./paying-client.ts', import.meta.url)),
    [String(paid.port), path, String(warming + 2 * rounds * seconds * paymentsPerSecond)],
    { execArgv: ['--import', 'tsx'] },
  )
  // it stands for another machine: the processors here are for those that are measured
  setPriority(client.pid!, 19)
  const gone = once(client, 'exit').then(([code]) => {
    throw new Error(`the client that pays ended with ${code}`)
  })
  gone.catch(() => {})
  const pay = async (order: Order): Promise<void> => {
    const report = once(client, 'message')
    const began = performance.now()
    client.send(order)
    const [answered] = (await Promise.race([report, gone])) as [Answered]
    if (answered[200] !== order.payments) throw new Error(`of ${order.payments} payments: ${JSON.stringify(answered)}`)
    const rate = (1_000 * order.payments) / (performance.now() - began)
    if (rate < 0.95 * order.perSecond) throw new Error(`${rate.toFixed(0)} payments a second, not ${order.perSecond}`)
  }
  const whilePaying = async (server: BenchServer): Promise<number> => {
    const paying = pay({ payments: seconds * paymentsPerSecond, perSecond: paymentsPerSecond })
    const [ms] = await Promise.all([slowest(server, 0.99), paying])
    return ms
  }
  try {
    await Promise.race([once(client, 'message'), gone])
    await pay({ payments: warming, perSecond: paymentsPerSecond })
    for (const server of [paid, neighbour]) await slowest(server, 0.99)
    const took: { alone: number; beside: number; next: number }[] = []
    for (let round = 0; round < rounds; round += 1)
      took.push({
        alone: await slowest(paid, 0.99),
        beside: await whilePaying(paid),
        next: await whilePaying(neighbour),
      })
    const row = (floor: 'alone' | 'next', what: string): BenchRow => ({
      goal: `p99 of a keyed GET while one client pays ${paymentsPerSecond} times a second${floor === 'next' ? ', by itself' : ''}`,
      target: 2,
      measured: `${median(took.map(({ beside }) => beside)).toFixed(2)} ms`,
      floor: `${median(took.map((each) => each[floor])).toFixed(2)} ms`,
      ratio: median(took.map((each) => each.beside / each[floor])),
      note: `floor: ${what}; ${getsPerSecond} GETs a second; ${rounds} rounds of ${seconds} s after ${warming} payments, every payment served`,
    })
    return [row('alone', 'the same without'), row('next', 'the same at a second server, which nobody pays')]
  } finally {
    client.kill()
    await Promise.all([paid.stop(), neighbour.stop()])
  }
}
