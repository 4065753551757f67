import type { KnownBasis } from '../column.ts'

/** What was said about a metric on a day, as one row of the table `reading`. Times RFC 3339 UTC; null where there was no figure. */
export interface ReadingRow {
  readonly metric: string
  readonly as_of: string
  readonly period: string
  readonly value: number
  readonly unit: string
  readonly known_at: string
  readonly known_basis: KnownBasis
  readonly freshness: string
  readonly change_unit: string | null
  readonly change_7d: number | null
  readonly change_30d: number | null
  readonly change_90d: number | null
  readonly strength_7d: number | null
  readonly strength_30d: number | null
  readonly strength_90d: number | null
  readonly momentum: string | null
  readonly signal: string | null
  readonly confidence: number | null
  readonly percentile_90d: number | null
  readonly quality: string
  readonly disagreement: string | null
  readonly method: string
}

/** Columns of the table `reading` that come with a row; `computed_at` and `version` are set when it is put. */
export const readingColumns: readonly (readonly [name: keyof ReadingRow, type: string, comment: string])[] = [
  ['metric', 'VARCHAR NOT NULL', 'The metric.'],
  ['as_of', 'DATE NOT NULL', 'Day the reading is of, as known at its end (UTC).'],
  ['period', 'DATE NOT NULL', 'What the value is about: a day, or the last day of its week or month.'],
  ['value', 'DOUBLE NOT NULL', 'The value in the unit beside it.'],
  ['unit', 'VARCHAR NOT NULL', 'Unit of the value.'],
  ['known_at', 'TIMESTAMP NOT NULL', 'When the value became known (UTC).'],
  ['known_basis', 'VARCHAR NOT NULL', 'filed, reported or deadline.'],
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
  ['confidence', 'DOUBLE', 'Calibrated score, 0 to 100; null where none is given.'],
  ['percentile_90d', 'DOUBLE', 'Percentile among the other values of 90 days, 0 to 100.'],
  ['quality', 'VARCHAR NOT NULL', 'good, partial or poor.'],
  ['disagreement', 'VARCHAR', 'What another source says where it differs beyond tolerance.'],
  ['method', 'VARCHAR NOT NULL', 'Version of the formulas and of the metric.'],
]
