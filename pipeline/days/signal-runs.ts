import type { Metric } from '../../data/metrics.ts'
import type { SignalBacktest } from '../analysis/past.ts'
import { signalDirectionOf } from '../analysis/signal.ts'
import { dayOf } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { noSignalCode, type SignalRuns } from './day.ts'
import { dueTimes, nextValueDue } from './release-times.ts'

/** Of what nobody has to publish. */
const lastDay = 2_147_483_647
const signs = { bullish: 1, neutral: 0, bearish: -1 } as const

/**
 * The signals of a metric over its whole history, as they are on a column.
 *
 * @param through the newest period whose inputs have been read, from that of an entry on (`newestReadPeriod`)
 * @param before those of another column of the metric: the times of its first periods need not be worked out again
 */
export function signalRuns(
  row: Metric,
  column: Column,
  past: SignalBacktest,
  through: (period: number) => number,
  before: { readonly column: Column; readonly runs: SignalRuns } | undefined,
): SignalRuns {
  const { period } = column
  const { length } = period
  const way = new Int8Array(length).fill(noSignalCode)
  const force = new Int8Array(length)
  for (const [from, standing, weight] of past.runs(column, length - 1)) {
    way.fill(standing === null || row.mechanical ? noSignalCode : signs[signalDirectionOf(standing, row.polarity)], from)
    force.fill(weight, from)
  }
  const from = new Int32Array(length)
  const until = new Int32Array(length)
  const due = dueTimes(row.clock)
  for (let i = 0; i < length; i++) {
    if (before !== undefined && before.column.period[i] === period[i] && i < before.column.period.length - 1) {
      from[i] = before.runs.from[i]!
      until[i] = before.runs.until[i]!
      continue
    }
    const { nextDueAt, staleMs } = nextValueDue(row.clock, through(period[i]!))
    // one that came early counts from the day it came
    from[i] = dayOf(Math.min(due(period[i]!), column.known[i]!))
    until[i] = nextDueAt === null ? lastDay : dayOf(nextDueAt + staleMs) - 1
  }
  return { from, until, way, force }
}
