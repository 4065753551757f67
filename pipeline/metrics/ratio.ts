import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** The first divided by the second, on the periods both have; no value where the second is zero or below. */
export const ratio: Formula = ([first, second], metric) => {
  if (!first || !second) return null
  const other = (period: number) => indexOf(second.column, period)
  const history = historyOf(
    metric.name,
    metric.unit,
    first.column,
    (i) => {
      const j = other(first.column.period[i]!)
      return j < 0 || second.column.value[j]! <= 0 ? null : first.column.value[i]! / second.column.value[j]!
    },
    (i) => [[second.column, other(first.column.period[i]!)]],
  )
  const ends = (period: number) => [[first, indexOf(first.column, period)] as const, [second, other(period)] as const]
  return {
    column: history,
    words: `${first.column.series} / ${second.column.series}, same period`,
    rests: [...first.rests, ...second.rests],
    parts: (i) => ends(history.period[i]!).map(([{ column }, j]) => partAt(column, j)),
    notes: (i) => ends(history.period[i]!).flatMap(([of, j]) => of.notes(j)),
  }
}
