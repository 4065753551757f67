/** `tsx bench/editions/run.ts`: calls and objects at 1,000 documents, with `--full` at 10,000 and at 100,000 companies too. */
import { lineOf } from '../row.ts'
import { run } from './calls.ts'

for (const row of await run({ quick: !process.argv.includes('--full') })) process.stdout.write(lineOf(row))
