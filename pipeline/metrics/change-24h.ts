import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** Percent change of a daily series against the day before; no value where the day before is missing. */
export const change24h: Formula = ([of], metric) => {
  if (!of) return null
  const { column } = of
  const consecutive = (i: number) => i > 0 && column.period[i - 1] === column.period[i]! - 1 && column.value[i - 1]! > 0
  const history = historyOf(
    metric.name,
    metric.unit,
    column,
    (i) => (consecutive(i) ? 100 * (column.value[i]! / column.value[i - 1]! - 1) : null),
    (i) => [[column, i - 1]],
  )
  return {
    column: history,
    words: `100 x (${column.series} / ${column.series} of the previous day - 1)`,
    rests: of.rests,
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      return [partAt(of.column, at), partAt(of.column, at - 1)]
    },
    notes: () => [],
  }
}
