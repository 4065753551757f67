import { FigureHistory } from '../../pipeline/analysis/dated-figures.ts'
import { type Day, firstFoldedDay, noSignalCode, type SignalRuns } from '../../pipeline/days/day.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'

/** Each value is due at the end of its day and stale four days later. */
const schedule = { due: (period: number) => period * dayMs, stale: (period: number) => (period + 5) * dayMs }

/** What a day gives of histories by metric, those known by then. */
export function figuresOf(histories: Readonly<Record<string, Column>>): Day['figures'] {
  return ({ metrics, measuring }) => {
    const columns = metrics.flatMap((metric) => histories[metric] ?? [])
    if (columns.length < metrics.length) return null
    return new FigureHistory(
      measuring(),
      columns.map(() => schedule),
      firstFoldedDay,
    ).of(columns)
  }
}

const ways = { bullish: 1, neutral: 0, bearish: -1, none: noSignalCode } as const

/** A signal of one value a day, the last of them on `last` (day number); each stands the four days after unless another follows. */
export function signalsOf(last: number, directions: readonly (keyof typeof ways)[], weight = 1): SignalRuns {
  const from = Int32Array.from(directions, (_, i) => last - directions.length + 1 + i)
  const way = Int8Array.from(directions, (direction) => ways[direction])
  return {
    from,
    until: from.map((day) => day + 4),
    way,
    force: way.map((each) => (each === noSignalCode ? 0 : weight * Math.abs(each))),
  }
}
