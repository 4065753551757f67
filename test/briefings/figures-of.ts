import { FigureHistory } from '../../pipeline/analysis/dated-figures.ts'
import type { Day } from '../../pipeline/briefings/day.ts'
import { firstFoldedDay } from '../../pipeline/briefings/state.ts'
import { dayMs } from '../../pipeline/calendar/day.ts'
import type { Column } from '../../pipeline/column.ts'

/** Each value is due at the end of its day and stale four days later. */
const schedule = { due: (period: number) => period * dayMs, stale: (period: number) => (period + 5) * dayMs }

/** What a day gives of histories by metric, those known by then. */
export function figuresOf(histories: Readonly<Record<string, Column>>): Day['figures'] {
  return ({ metrics, measure }) => {
    const columns = metrics.flatMap((metric) => histories[metric] ?? [])
    if (columns.length < metrics.length) return null
    return new FigureHistory(
      measure,
      columns.map(() => schedule),
      firstFoldedDay,
    ).of(columns)
  }
}
