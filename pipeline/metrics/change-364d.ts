import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

const weeks = 52 * 7

/** Percent against the value 52 weeks before, so that as many of each weekday stand on either side. */
export const change364d: Formula = ([read], metric) => {
  if (!read) return null
  const { column } = read
  const before = (i: number) => indexOf(column, column.period[i]! - weeks)
  const history = historyOf(
    metric.name,
    metric.unit,
    column,
    (i) => {
      const j = before(i)
      return j < 0 || column.value[j]! <= 0 ? null : 100 * (column.value[i]! / column.value[j]! - 1)
    },
    (i) => [[column, before(i)]],
  )
  return {
    column: history,
    words: `100 x (${column.series} / ${column.series} 364 days earlier - 1)`,
    rests: read.rests,
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      return [partAt(column, at), partAt(column, before(at))]
    },
    notes: (i) => read.notes(indexOf(column, history.period[i]!)),
  }
}
