import { metricRows } from '../../data/metrics.ts'
import type { Column } from '../column.ts'
import type { Calculated } from './formula.ts'
import { formulas } from './index.ts'

const byName = new Map(metricRows.map((row) => [row.metric, row]))

/**
 * All metrics as they were known at one moment. `known(series)` gives a series as known then, or null. Each metric is worked out when first
 * asked for and remembered; null where nothing it needs is known.
 */
export function evaluator(known: (series: string) => Column | null): (metric: string) => Calculated | null {
  const done = new Map<string, Calculated | null>()
  const read = (name: string): Calculated | null => {
    if (byName.has(name)) return evaluate(name)
    const column = known(name)
    return column && column.period.length > 0 ? { column, words: null, rests: [name], parts: () => [], notes: () => [] } : null
  }
  const evaluate = (name: string): Calculated | null => {
    const before = done.get(name)
    if (before !== undefined) return before
    const row = byName.get(name)!
    const calculated = formulas[row.formula]!(row.of.map(read), { name: row.metric, unit: row.unit })
    const usable =
      calculated && calculated.column.period.length > 0
        ? { ...calculated, column: { ...calculated.column, series: row.metric } }
        : null
    done.set(name, usable)
    return usable
  }
  return evaluate
}

/** The series a metric may rest on, through the metrics it is made of. */
export function seriesOf(metric: string): string[] {
  const row = byName.get(metric)
  return row ? [...new Set(row.of.flatMap(seriesOf))] : [metric]
}
