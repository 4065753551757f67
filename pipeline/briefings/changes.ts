import type { Briefing } from '../../data/briefings.ts'
import type { Change } from '../documents/briefing.ts'
import type { Briefer, Day } from './day.ts'
import { figure } from './words.ts'

/**
 * What differs from the day `days` before, as that day was known then: the briefing's state, each metric's signal, and new values of
 * metrics that are released on set days. `rank` is their order.
 */
export function changesSince(row: Briefing, briefer: Briefer, day: Day, days: number): Change[] {
  const changes: Omit<Change, 'rank'>[] = []
  const state = briefer.state(day)
  const stateThen = day.label(briefer, days)
  if (state !== stateThen)
    changes.push({ what: row.id, field: 'state', from: stateThen, to: state, text: `State: ${stateThen} to ${state}.` })
  for (const metric of row.metrics) {
    const reading = day.reading(metric)
    const before = day.closing(metric, days)
    if (!reading || before.period === null) continue
    const signal = [before.signal, reading.signal?.direction ?? null] as const
    if (signal[0] !== signal[1])
      changes.push({
        what: metric,
        field: 'signal',
        from: signal[0],
        to: signal[1],
        text: `${reading.title}: signal ${signal[0] ?? 'none'} to ${signal[1] ?? 'none'}.`,
      })
    if (!reading.freshness.cadence.endsWith('daily') && reading.period !== before.period)
      changes.push({
        what: metric,
        field: 'release',
        from: before.value,
        to: reading.value,
        text: `${reading.title}: ${figure(before.value!)} (${before.period}) to ${figure(reading.value)} (${reading.period}) ${reading.unit}.`,
      })
  }
  return changes.map((change, at) => ({ ...change, rank: at + 1 }))
}
