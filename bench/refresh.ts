import { briefing, resultOf } from './measured-process.ts'
import type { BenchRow } from './row.ts'

const day = '2026-11-20'

/** A first refresh of the sample feeds, a second with nothing new, and the edition of a quarter of an hour. Publishes the home. */
export async function run(home: string): Promise<BenchRow[]> {
  const refresh = () => briefing('refresh', '--home', home, '--as-of', day, '--now', `${day}T12:00:00Z`, '--host', 'in-process')
  const first = await refresh()
  const second = await refresh()
  const { cpuMs } = await resultOf<{ cpuMs: number }>('quarter-hour.ts', home, `${day}T13:00:00Z`)
  return [
    { goal: 'first refresh of the sample: processor time', measured: first.cpuMs / 1_000, target: 15, unit: 's' },
    { goal: 'first refresh of the sample: memory at most', measured: first.peakMb, target: 600, unit: 'MB' },
    {
      goal: 'second refresh in a new process, nothing new: processor time',
      measured: second.cpuMs / 1_000,
      target: 3,
      unit: 's',
    },
    {
      goal: 'edition after a quarter of an hour, one series changed: processor time',
      measured: cpuMs,
      target: 1_000,
      unit: 'ms',
    },
  ]
}
