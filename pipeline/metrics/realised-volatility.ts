import { isoDay } from '../calendar/day.ts'
import type { Column } from '../column.ts'
import { clean, type Formula, historyOf, indexOf, lastKnown } from './formula.ts'

/** Changes a value is made of. */
const sessions = 30

/** Simple changes of the window that ends at index `i`, from one value on record to the next; those that start at zero or below are left out. */
function changesUpTo({ value }: Column, i: number): number[] {
  const changes: number[] = []
  for (let k = i - sessions + 1; k <= i; k++) if (value[k - 1]! > 0) changes.push(value[k]! / value[k - 1]! - 1)
  return changes
}

/** Sample standard deviation, annualised, in percent. */
function volatilityOf(changes: readonly number[], sessionsPerYear: number): number {
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0)
  return 100 * Math.sqrt((sessionsPerYear * squares) / (changes.length - 1))
}

/**
 * Realised volatility: the sample standard deviation of the last 30 daily changes, annualised by the root of the sessions of a
 * year, in percent. Changes are simple ones, not logarithms: WTI was at -36.98 dollars on 2020-04-20. The change to such a day counts; the change from it, which has no
 * percentage, is left out, and both are stated.
 */
const volatilityBy =
  (sessionsPerYear: number): Formula =>
  ([of], metric) => {
    if (!of) return null
    const { column } = of
    const history = historyOf(
      metric.name,
      metric.unit,
      column,
      (i) => (i < sessions ? null : volatilityOf(changesUpTo(column, i), sessionsPerYear)),
      (i) => [[column, lastKnown(column, i, sessions + 1)]],
    )
    const end = (i: number) => indexOf(column, history.period[i]!)
    return {
      column: history,
      words: `standard deviation of the last ${sessions} simple daily changes of ${column.series}, annualised by the root of ${sessionsPerYear}`,
      rests: of.rests,
      parts: (i) => {
        const at = end(i)
        const from = column.period[at - sessions]!
        return [
          {
            series: `volatility of ${column.series}, ${sessions} daily changes ${isoDay(from)} to ${isoDay(column.period[at]!)}`,
            period: column.period[at]!,
            value: clean(history.value[i]!),
            unit: history.unit,
            known: history.known[i]!,
            window: { series: column.series, from },
          },
        ]
      },
      notes: (i) => {
        const at = end(i)
        const below: string[] = []
        for (let k = at - sessions; k <= at; k++)
          if (column.value[k]! <= 0) below.push(`${isoDay(column.period[k]!)} (${column.value[k]})`)
        if (below.length === 0) return of.notes(at)
        return [
          `The ${sessions} changes of ${metric.name} include a price of zero or below: ${below.join(', ')}. The change to it counts; the change from it has no percentage and is left out.`,
          ...of.notes(at),
        ]
      },
    }
  }

export const realisedVolatility: Formula = volatilityBy(252)
/** Of what is traded on every day of the year. */
export const realisedVolatility365: Formula = volatilityBy(365)
