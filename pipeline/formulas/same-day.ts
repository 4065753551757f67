import {
  buildColumn,
  type Calculated,
  type Calculation,
  type Formula,
  inputPartAt,
  periodIndexOf,
  readsSamePeriodOnly,
} from './formula.ts'

/**
 * A formula of values of one period: `value` has those of all it reads, in its order, on each period for which all are known, and gives null
 * where they say nothing. `dayOf`: the day on which it reads the input at index `k` for a period, where that is an earlier one, `lookback` entries
 * before at most.
 */
export function samePeriodFormula(
  value: (values: readonly number[], period: number) => number | null,
  dayOf: (k: number, period: number) => number = (_, period) => period,
  lookback = 0,
): Calculation {
  const calculate: Formula = (of, metric) => {
    const read = of.filter((each): each is Calculated => each !== null)
    const [lead] = read
    if (!lead || read.length < of.length) return null
    const entries = (period: number) =>
      read.map((each, k) => [each.column, periodIndexOf(each.column, dayOf(k, period))] as const)
    const column = buildColumn(
      metric,
      lead.column,
      (i) => {
        const period = lead.column.period[i]!
        const values = entries(period)
        if (values.some(([, j]) => j < 0)) return null
        const numbers = values.map(([from, j]) => from.value[j]!)
        return value(numbers, period)
      },
      (i) => entries(lead.column.period[i]!),
    )
    return {
      column,
      dependsOn: [...new Set(read.flatMap(({ dependsOn }) => dependsOn))],
      parts: (i) => entries(column.period[i]!).map(([from, j]) => inputPartAt(from, j)),
      notes: (i) => [...new Set(entries(column.period[i]!).flatMap(([, j], k) => read[k]!.notes(j)))],
    }
  }
  return { calculate, lookback, steady: true, needs: readsSamePeriodOnly }
}

/** A series in a smaller unit, stated in one `by` times as large. */
export function scaleDownFormula(by: number): Calculation {
  return samePeriodFormula(([value]) => value! / by)
}
