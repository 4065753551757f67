import { metricByName } from '../../../data/metrics.ts'
import type { Column } from '../../column.ts'
import type { Calculated } from './formula.ts'
import { MetricHistory } from './history.ts'

/** Metrics worked out at the last moment asked for, by name: passed along when many days are computed. It changes no figure. */
export type MetricMemory = Map<string, MetricHistory>

/** Made here, not beside its use: there it would keep everything of its moment in memory. */
const none = (): never[] => []

/**
 * All metrics as they were known at one moment. `known(series)` gives a series as known then, or null. Each metric is worked out when first
 * asked for and remembered; null where nothing it needs is known.
 *
 * @param columnsOnly whether only values are asked for, not what they rest on; of one memory always the same
 */
export function evaluator(
  known: (series: string) => Column | null,
  memory: MetricMemory = new Map(),
  columnsOnly = false,
): (metric: string) => Calculated | null {
  const done = new Map<string, Calculated | null>()
  const read = (name: string): Calculated | null => {
    if (metricByName.has(name)) return evaluate(name)
    const column = known(name)
    return column && column.period.length > 0 ? { column, words: null, rests: [name], parts: none, notes: none } : null
  }
  const evaluate = (name: string): Calculated | null => {
    const before = done.get(name)
    if (before !== undefined) return before
    const row = metricByName.get(name)!
    let history = memory.get(name)
    if (!history) {
      history = new MetricHistory({ ...row, name }, columnsOnly)
      memory.set(name, history)
    }
    const calculated = history.of(row.of.map(read))
    done.set(name, calculated)
    return calculated
  }
  return evaluate
}

/** The series a metric may rest on, through the metrics it is made of. */
export function seriesOf(metric: string): string[] {
  const row = metricByName.get(metric)
  return row ? [...new Set(row.of.flatMap(seriesOf))] : [metric]
}
