import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** What it reads added up with weights, in their common unit, on the periods that all of them have. */
const weighted =
  (weightOf: (at: number) => number, words: (names: readonly string[]) => string): Formula =>
  (of, metric) => {
    const parts = of.filter((part) => part !== null)
    const first = parts[0]
    if (!first || parts.length < of.length) return null
    const indices = (period: number) => parts.map(({ column }) => [column, indexOf(column, period)] as const)
    const history = historyOf(
      metric.name,
      metric.unit,
      first.column,
      (i) => {
        const terms = indices(first.column.period[i]!)
        if (terms.some(([, j]) => j < 0)) return null
        return terms.reduce((total, [column, j], at) => total + weightOf(at) * column.value[j]!, 0)
      },
      (i) => indices(first.column.period[i]!),
    )
    return {
      column: history,
      words: words(parts.map(({ column }) => column.series)),
      rests: parts.flatMap(({ rests }) => rests),
      parts: (i) => indices(history.period[i]!).map(([column, j]) => partAt(column, j)),
      notes: (i) => parts.flatMap(({ notes, column }) => notes(indexOf(column, history.period[i]!))),
    }
  }

export const sum = weighted(
  () => 1,
  (names) => `${names.join(' + ')}, same day`,
)

/** How far the middle of a curve is above its two wings: twice the first less the second and the third. */
export const butterfly = weighted(
  (at) => (at === 0 ? 2 : -1),
  ([belly, short, long]) => `2 x ${belly} - ${short} - ${long}, same day`,
)
