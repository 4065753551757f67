import { briefing } from './measured-process.ts'
import { type BenchRow, benchRow } from './row.ts'

/** Past days of every briefing into the archive of a home, by the command. */
export async function run(home: string, { quick }: { quick: boolean }): Promise<BenchRow[]> {
  const from = quick ? '2026-11-18' : '2026-07-22'
  const { cpuMs, peakMb, output } = await briefing('--json', 'backfill', '--home', home, '--from', from, '--to', '2026-11-18')
  const { days, documents } = JSON.parse(output) as { days: number; documents: number }
  return [
    {
      ...benchRow('backfill: processor time of a day of every briefing', cpuMs / 1_000 / days, 1, 's'),
      note: `${days} days, ${documents} documents; starting the command included`,
    },
    benchRow('backfill: memory at most', peakMb, 300, 'MB'),
  ]
}
