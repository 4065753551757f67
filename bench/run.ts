/**
 * Prints goal, target, measured, floor and ratio of every bench: `npm run bench`, with `-- --quick` small sizes that only show that it runs,
 * with `-- --full` 5,000 companies too.
 * Figures are ratios against a floor measured in the same run; nothing fails here because of one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as analysis from './analysis.ts'
import * as backfill from './backfill.ts'
import * as coldStart from './cold-start.ts'
import * as companyfacts from './companyfacts.ts'
import * as filings from './filings.ts'
import * as flood from './flood.ts'
import { publishSampleHome } from './home.ts'
import * as load from './load.ts'
import * as longPolls from './long-polls.ts'
import * as manyMetrics from './many-metrics.ts'
import * as paying from './paying.ts'
import * as refresh from './refresh.ts'
import type { BenchRow } from './row.ts'
import * as serve from './serve.ts'
import * as signIns from './sign-ins.ts'

const quick = process.argv.includes('--quick')
const home = await mkdtemp(join(tmpdir(), 'bench-home-'))
const rows: BenchRow[] = []
const show = (row: BenchRow): void => {
  const verdict = row.ratio <= row.target ? 'holds' : 'MISSED'
  process.stdout.write(
    `${row.goal}\t<= ${row.target}\t${row.measured}\t${row.floor}\t${row.ratio.toFixed(2)}\t${verdict}\t${row.note ?? ''}\n`,
  )
  rows.push(row)
}
process.stdout.write('goal\ttarget\tmeasured\tfloor\tratio\tverdict\tnote\n')
try {
  await publishSampleHome(home)
  const benches = [
    () => load.run({ quick }),
    () => refresh.run({ quick }),
    () => backfill.run({ quick }),
    () => manyMetrics.run(),
    () => filings.run({ quick }),
    () => companyfacts.run({ quick, full: process.argv.includes('--full') }),
    () => coldStart.run({ command: coldStart.serveCommand(home) }),
    ...(quick
      ? []
      : [
          () => serve.run(),
          () => paying.run({ home }),
          () => flood.run({ home }),
          () => signIns.run({ home }),
          () => longPolls.run({ home }),
          () => analysis.run(),
        ]),
  ]
  for (const bench of benches) for (const row of await bench()) show(row)
} finally {
  await rm(home, { recursive: true, force: true })
}
process.stdout.write(`${rows.length} goals, ${rows.filter((row) => row.ratio <= row.target).length} hold\n`)
