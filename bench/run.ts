/**
 * `npm run bench`: goal, measured, target and verdict of every goal of speed and memory. With `-- --quick` small sizes that only show that it
 * runs, with `-- --full` 5,000 companies too. No goal that is missed fails it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as backfill from './backfill.ts'
import * as companies from './companies.ts'
import * as companyfacts from './companyfacts.ts'
import * as editions from './editions/calls.ts'
import * as events from './events.ts'
import * as freshClone from './fresh-clone.ts'
import { createKey } from './measured-process.ts'
import * as refresh from './refresh.ts'
import { lastRehearsal } from './rehearsal/figures.ts'
import { type BenchRow, holds, lineOf } from './row.ts'
import * as serve from './serve.ts'
import * as signIns from './sign-ins.ts'
import * as statistics from './statistics.ts'
import * as strangers from './strangers.ts'

const quick = process.argv.includes('--quick')
const full = process.argv.includes('--full')
const home = await mkdtemp(join(tmpdir(), 'bench-home-'))
const rows: BenchRow[] = []

process.stdout.write('goal\tmeasured\ttarget\tverdict\tnote\n')
try {
  const benches = [
    // publishes the home of the others
    () => refresh.run(home),
    () => backfill.run(home, { quick }),
    () => statistics.run(home, { quick }),
    () => companyfacts.run({ quick, full }),
    () => companies.run({ quick, full }),
    () => editions.run({ quick: !full }),
    () => events.run(),
    async () => serve.run(home, await createKey(home), { quick }),
    () => strangers.run(home, { quick }),
    async () => signIns.run(home, await createKey(home), { quick }),
    ...(quick ? [] : [() => freshClone.run()]),
    lastRehearsal,
  ]
  for (const bench of benches)
    for (const row of await bench()) {
      process.stdout.write(lineOf(row))
      rows.push(row)
    }
} finally {
  await rm(home, { recursive: true, force: true })
}
process.stdout.write(`${rows.length} goals, ${rows.filter(holds).length} hold\n`)
