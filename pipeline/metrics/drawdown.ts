import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** Percent below the highest value up to and with the day, which is its part: 0 on a day of a record, else negative. */
export const drawdown: Formula = ([read], metric) => {
  if (!read) return null
  const { column } = read
  const highest = new Int32Array(column.period.length)
  // a revision of any earlier value may have made or unmade the highest
  const latest = new Int32Array(column.period.length)
  for (let i = 1; i < highest.length; i++) {
    highest[i] = column.value[i]! > column.value[highest[i - 1]!]! ? i : highest[i - 1]!
    latest[i] = column.known[i]! > column.known[latest[i - 1]!]! ? i : latest[i - 1]!
  }
  const history = historyOf(
    metric.name,
    metric.unit,
    column,
    (i) => {
      const top = column.value[highest[i]!]!
      return top > 0 ? 100 * (column.value[i]! / top - 1) : null
    },
    (i) => [[column, latest[i]!]],
  )
  return {
    column: history,
    words: `100 x (${column.series} / highest ${column.series} so far - 1)`,
    rests: read.rests,
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      return [partAt(column, at), ...(highest[at] === at ? [] : [partAt(column, highest[at]!)])]
    },
    notes: (i) => read.notes(indexOf(column, history.period[i]!)),
  }
}
