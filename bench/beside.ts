import { setTimeout as wait } from 'node:timers/promises'
import { type BenchServer, getsPerSecond, seconds, slowest } from './bench-server.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const rounds = 5

/**
 * Time of a keyed GET in the slowest hundredth while something else is under way, over the same without it, in alternating rounds.
 *
 * @param begin resolves when it is under way for a round, to what ends it, or waits for its end, and gives a count for the note
 */
export async function slowestBeside(
  server: BenchServer,
  { goal, target, counted }: Pick<BenchRow, 'goal' | 'target'> & { readonly counted: (count: number) => string },
  begin: (round: number) => Promise<() => Promise<number>>,
): Promise<BenchRow> {
  await slowest(server, 0.99)
  const took: { alone: number; beside: number; count: number }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await slowest(server, 0.99)
    const end = await begin(round)
    const beside = await slowest(server, 0.99)
    took.push({ alone, beside, count: await end() })
    // what is left of it would count against the next round without it
    await wait(2_000)
  }
  return {
    goal,
    target,
    measured: `${median(took.map(({ beside }) => beside)).toFixed(2)} ms`,
    floor: `${median(took.map(({ alone }) => alone)).toFixed(2)} ms`,
    ratio: median(took.map(({ alone, beside }) => beside / alone)),
    note: `floor: the same without; ${getsPerSecond} GETs a second; ${rounds} rounds of ${seconds} s; ${counted(median(took.map(({ count }) => count)))}`,
  }
}
