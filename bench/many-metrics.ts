import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishSampleHome } from './home.ts'
import type { Computed } from './many-metrics-process.ts'
import type { BenchRow } from './row.ts'

const now = '2026-11-20T13:00:00Z'

/**
 * The documents of 300 metrics and 40 briefings after one series changed, a quarter of an hour after the refresh before: processor time and
 * memory. They must be byte for byte what another process works out from nothing.
 */
export async function run(): Promise<BenchRow[]> {
  const home = await mkdtemp(join(tmpdir(), 'bench-many-'))
  try {
    await publishSampleHome(home)
    await computed(home)
    const changed = await computed(home, 'change')
    const whole = await computed(home, 'forget')
    if (changed.documents !== whole.documents) throw new Error('What changed was worked out to something else than the whole.')
    return [
      {
        goal: '300 metrics, 40 briefings: compute after one series changed / 1 s',
        target: 1,
        measured: `${changed.cpuMs.toFixed(0)} ms`,
        floor: '1000 ms',
        ratio: changed.cpuMs / 1_000,
        note: `processor time; from nothing ${whole.cpuMs.toFixed(0)} ms, the same bytes`,
      },
      {
        goal: '300 metrics, 40 briefings: memory of it at most / 500 MB',
        target: 1,
        measured: `${changed.peakMb.toFixed(0)} MB`,
        floor: '500 MB',
        ratio: changed.peakMb / 500,
      },
    ]
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function computed(home: string, ...doing: readonly string[]): Promise<Computed> {
  const file = fileURLToPath(new URL('many-metrics-process.ts', import.meta.url))
  const child = fork(file, [home, now, ...doing], { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]) => Promise.reject(new Error(`computing ended with ${code}`)))
  const [result] = (await Promise.race([once(child, 'message'), gone])) as [Computed]
  gone.catch(() => undefined)
  await ended
  return result
}
