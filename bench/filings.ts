import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Side } from './filings-process.ts'
import type { BenchRow } from './row.ts'

const allowedMb = 200

/** All facts and text blocks of a 4 MB filing with inline XBRL, over one pass of the SAX parser alone, and the memory it takes at most. */
export async function run({ quick = false } = {}): Promise<BenchRow[]> {
  const time = await side('time', quick ? 5 : 41)
  const memory = await side('memory', 1)
  return [
    {
      goal: 'facts of a 4 MB inline-XBRL filing / one pass of the SAX parser alone',
      target: 1.5,
      measured: `${time.readMs.toFixed(1)} ms`,
      floor: `${time.parseMs.toFixed(1)} ms`,
      ratio: time.readMs / time.parseMs,
      note: `${time.name}, ${time.bytes} bytes, ${time.facts} facts; htmlparser2 as it comes, without handlers`,
    },
    {
      goal: `facts of a 4 MB inline-XBRL filing: memory at most / ${allowedMb} MB`,
      target: 1,
      measured: `${memory.peakMb.toFixed(0)} MB`,
      floor: `${allowedMb} MB`,
      ratio: memory.peakMb / allowedMb,
      note: 'the whole process',
    },
  ]
}

async function side(mode: 'time' | 'memory', rounds: number): Promise<Side> {
  const file = fileURLToPath(new URL('filings-process.ts', import.meta.url))
  const child = fork(file, [mode, String(rounds)], { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]) => Promise.reject(new Error(`${mode} ended with ${code}`)))
  const [result] = (await Promise.race([once(child, 'message'), gone])) as [Side]
  gone.catch(() => undefined)
  await ended
  return result
}
