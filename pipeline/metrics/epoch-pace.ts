import { type Formula, historyOf, partAt } from './formula.ts'

/** Seconds between two blocks on schedule. */
const schedule = 600

/** How much faster, in percent, blocks come than one in ten minutes, from the mean time between them in seconds. */
export const epochPace: Formula = ([of], metric) =>
  of
    ? {
        column: historyOf(
          metric.name,
          metric.unit,
          of.column,
          (i) => 100 * (schedule / of.column.value[i]! - 1),
          () => [],
        ),
        words: `100 x (600 / ${of.column.series} - 1)`,
        rests: of.rests,
        parts: (i) => [partAt(of.column, i)],
        notes: (i) => of.notes(i),
      }
    : null
