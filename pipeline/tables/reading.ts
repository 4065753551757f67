import { columnType, defineTable, type RowOf } from './table.ts'

/** Kept apart from what recordings give: the readings, day by day. */
export const readingTable = defineTable({
  name: 'reading',
  comment: 'The reading of each metric for each day, in every version. Use v_readings for the latest version.',
  key: ['metric', 'as_of', 'version'],
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'The metric.'],
    ['as_of', 'DATE NOT NULL', 'Day of the reading, as known at the end of that day (UTC).'],
    ['period', 'DATE NOT NULL', 'Period the value describes: a day, or the last day of its week or month.'],
    ['value', 'DOUBLE NOT NULL', 'The value, in the unit given.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the value.'],
    ['known_at', 'TIMESTAMP NOT NULL', 'When the value became known (UTC).'],
    ['known_basis', columnType<'filed' | 'reported' | 'deadline'>('VARCHAR NOT NULL'), 'filed, reported or deadline.'],
    ['freshness', 'VARCHAR NOT NULL', 'fresh, late or stale on that day.'],
    ['change_unit', 'VARCHAR', 'Unit of the changes: percent, basis_points or unit.'],
    ['change_7d', 'DOUBLE', 'Change over 7 days.'],
    ['change_30d', 'DOUBLE', 'Change over 30 days.'],
    ['change_90d', 'DOUBLE', 'Change over 90 days.'],
    ['strength_7d', 'DOUBLE', 'Robust z of the change over 7 days.'],
    ['strength_30d', 'DOUBLE', 'Robust z of the change over 30 days.'],
    ['strength_90d', 'DOUBLE', 'Robust z of the change over 90 days.'],
    ['momentum', 'VARCHAR', 'accelerating, steady, decelerating or reversing.'],
    ['signal', 'VARCHAR', 'bullish, bearish or neutral.'],
    ['confidence', 'DOUBLE', 'Calibrated score, 0 to 100; null if there is none.'],
    ['percentile_90d', 'DOUBLE', 'Percentile among the other values of the last 90 days, 0 to 100.'],
    ['quality', 'VARCHAR NOT NULL', 'good, partial or poor.'],
    ['disagreement', 'VARCHAR', 'The value of another source, if it differs by more than the tolerance.'],
    ['method', 'VARCHAR NOT NULL', 'Version of the formulas and of the metric.'],
    ['computed_at', 'TIMESTAMP NOT NULL', 'Logical time of the run that computed it (UTC).'],
    [
      'version',
      'INTEGER NOT NULL',
      '1 for the first version; increases whenever the same day was recomputed with a different result.',
    ],
  ],
})

/** A reading with the logical time of the run that computed it; null where there was no figure. */
export type ReadingRow = Omit<RowOf<typeof readingTable>, 'version'>
