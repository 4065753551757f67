import { briefing } from './measured-process.ts'
import type { BenchRow } from './row.ts'

/** Past days of every briefing into the archive of a home, by the command. */
export async function run(home: string, { quick }: { quick: boolean }): Promise<BenchRow[]> {
  const from = quick ? '2026-11-18' : '2026-07-22'
  const { cpuMs, peakMb, output } = await briefing('--json', 'backfill', '--home', home, '--from', from, '--to', '2026-11-18')
  const { days, documents } = JSON.parse(output) as { days: number; documents: number }
  return [
    {
      goal: 'backfill: processor time of a day of every briefing',
      measured: cpuMs / 1_000 / days,
      target: 1,
      unit: 's',
      note: `${days} days, ${documents} documents; starting the command included`,
    },
    { goal: 'backfill: memory at most', measured: peakMb, target: 300, unit: 'MB' },
  ]
}
