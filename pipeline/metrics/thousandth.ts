import { type Formula, historyOf, partAt } from './formula.ts'

/** A series in a smaller unit, stated in one `divisor` times as large. */
const divided =
  (divisor: number): Formula =>
  ([of], metric) =>
    of
      ? {
          column: historyOf(
            metric.name,
            metric.unit,
            of.column,
            (i) => of.column.value[i]! / divisor,
            () => [],
          ),
          words: `${of.column.series} / ${divisor.toLocaleString('en-US')}`,
          rests: of.rests,
          parts: (i) => [partAt(of.column, i)],
          notes: (i) => of.notes(i),
        }
      : null

/** Millions, stated in billions. */
export const thousandth = divided(1_000)

/** Bytes, stated in megabytes. */
export const millionth = divided(1_000_000)

/** Dollars, stated in billions. */
export const billionth = divided(1e9)

/** Hashes a second, stated in exahashes. */
export const quintillionth = divided(1e18)
