import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dayNumber, isoDay } from '../pipeline/calendar/day.ts'
import type { Side } from './backfill-process.ts'
import { publishSampleHome } from './home.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const newest = '2026-11-19'

/** A backfill of every briefing over the rendering of the same documents alone, by processor time, and the memory it takes at most. */
export async function run({ quick = false } = {}): Promise<BenchRow[]> {
  const days = quick ? 40 : 1_000
  const from = isoDay(dayNumber(newest)! - days + 1)
  const ratios: number[] = []
  const peaks: number[] = []
  let shown: { whole: Side; floor: Side } | null = null
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const home = await mkdtemp(join(tmpdir(), 'bench-backfill-'))
    try {
      await publishSampleHome(home)
      const floor = await side('render', home, from)
      const whole = await side('backfill', home, from)
      if (whole.documents !== floor.documents) throw new Error(`${whole.documents} documents were added, not ${floor.documents}`)
      ratios.push(whole.cpuMs / floor.cpuMs)
      peaks.push(whole.peakMb)
      shown = { whole, floor }
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  }
  const { whole, floor } = shown!
  return [
    {
      goal: `backfill ${days} days of every briefing / rendering alone`,
      target: 2,
      measured: `${whole.cpuMs.toFixed(0)} ms`,
      floor: `${floor.cpuMs.toFixed(0)} ms`,
      ratio: median(ratios),
      note: `processor time; ${whole.documents} documents into packs`,
    },
    {
      goal: `backfill ${days} days: memory at most / 250 MB`,
      target: 1,
      measured: `${median(peaks).toFixed(0)} MB`,
      floor: '250 MB',
      ratio: median(peaks) / 250,
    },
  ]
}

async function side(name: 'backfill' | 'render', home: string, from: string): Promise<Side> {
  const file = fileURLToPath(new URL('backfill-process.ts', import.meta.url))
  const child = fork(file, [name, home, from, newest], { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)))
  const [result] = (await Promise.race([once(child, 'message'), gone])) as [Side]
  gone.catch(() => undefined)
  await ended
  return result
}
