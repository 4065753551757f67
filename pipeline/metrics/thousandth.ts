import { type Formula, historyOf, partAt } from './formula.ts'

/** A series in millions, stated in billions. */
export const thousandth: Formula = ([of], metric) =>
  of
    ? {
        column: historyOf(
          metric.name,
          metric.unit,
          of.column,
          (i) => of.column.value[i]! / 1_000,
          () => [],
        ),
        words: `${of.column.series} / 1,000`,
        rests: of.rests,
        parts: (i) => [partAt(of.column, i)],
        notes: (i) => of.notes(i),
      }
    : null
