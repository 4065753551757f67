import { briefing, resultOf } from './measured-process.ts'
import { type BenchRow, benchRow } from './row.ts'

const day = '2026-11-20'

/** A first refresh of the sample feeds, a second with nothing new, and the edition of a quarter of an hour. Publishes the home. */
export async function run(home: string): Promise<BenchRow[]> {
  const refresh = () => briefing('refresh', '--home', home, '--as-of', day, '--now', `${day}T12:00:00Z`, '--host', 'in-process')
  const first = await refresh()
  const second = await refresh()
  const { cpuMs } = await resultOf<{ cpuMs: number }>('quarter-hour.ts', home, `${day}T13:00:00Z`)
  return [
    benchRow('first refresh of the sample: processor time', first.cpuMs / 1_000, 15, 's'),
    benchRow('first refresh of the sample: memory at most', first.peakMb, 600, 'MB'),
    benchRow('second refresh in a new process, nothing new: processor time', second.cpuMs / 1_000, 3, 's'),
    benchRow('edition after a quarter of an hour, one series changed: processor time', cpuMs, 1_000, 'ms'),
  ]
}
