import { columnType, defineTable, type RowOf } from './table.ts'

const inputs = ['inputs', 'VARCHAR NOT NULL', 'Hash of every row it is computed from, and of the method.'] as const

/** What is worked out of the other tables and kept so that the next run continues from it. A row counts as long as its inputs are the same. */
export const briefingStateTable = defineTable({
  name: 'briefing_state',
  comment:
    'The state of each briefing on each day evaluated, as known at the end of that day. Recomputed when a late row changes it.',
  key: ['briefing', 'as_of'],
  columns: [
    ['briefing', 'VARCHAR NOT NULL', 'The briefing.'],
    ['as_of', 'DATE NOT NULL', 'The day, as known at its end (UTC).'],
    ['label', 'VARCHAR NOT NULL', 'Its state; unknown if it could not be determined.'],
    inputs,
  ],
})

export const dayEndReadingTable = defineTable({
  name: 'day_end_reading',
  comment:
    'Value, signal and momentum of each metric at the end of recent days, as known then: the baseline for reported changes. Recomputed when a late row changes it.',
  key: ['metric', 'as_of'],
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'The metric.'],
    ['as_of', 'DATE NOT NULL', 'The day, as known at its end (UTC).'],
    ['period', 'DATE', 'Period the value describes; null if nothing was known.'],
    ['value', 'DOUBLE', 'The value in the unit of the metric.'],
    ['signal', 'VARCHAR', 'bullish, bearish or neutral.'],
    ['momentum', 'VARCHAR', 'accelerating, steady, decelerating or reversing.'],
    inputs,
  ],
})

export const metricPastTable = defineTable({
  name: 'metric_past',
  comment: 'How far the history of each metric has been processed, with the results; the next run continues from there.',
  key: ['metric'],
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'The metric.'],
    ['entries', 'INTEGER NOT NULL', 'Values walked, oldest first.'],
    ['inputs', 'VARCHAR NOT NULL', 'Hash of these values, and of the method.'],
    [
      'state',
      'VARCHAR NOT NULL',
      'JSON: signals whose outcome is still open, hit rates by kind of day, sums of scores and outcomes by block of 180 days.',
    ],
  ],
})

/** A document as it was composed: the name of its kind, its place, and the hash of what it says. */
export interface KeptContent {
  readonly kind: string
  readonly place: string
  readonly content: string
}

export const composedTable = defineTable({
  name: 'composed',
  comment:
    'What the documents of the newest day were composed from, and until when they stand: those whose inputs are still the same are not composed again.',
  key: ['unit'],
  columns: [
    ['unit', 'VARCHAR NOT NULL', 'A metric, a briefing, or the treasuries: what is composed together.'],
    ['as_of', 'DATE NOT NULL', 'The day of its documents (UTC).'],
    ['reads', 'VARCHAR NOT NULL', 'Ids of the series and names of the tables that were read, separated by spaces.'],
    inputs,
    ['stands_from', 'TIMESTAMP NOT NULL', 'The moment it was composed for (UTC).'],
    ['stands_until', 'TIMESTAMP NOT NULL', 'When time alone changes a document (UTC).'],
    [
      'contents',
      columnType<readonly KeptContent[]>('JSON NOT NULL'),
      'Kind, place and content hash of each document; empty if there is none.',
    ],
    ['summary', 'JSON', 'What the front page and the calibration take from it.'],
    ['sums', 'JSON', 'Sums of scores and outcomes of a metric by block of 180 days, for the calibration.'],
  ],
})

export type ComposedRow = RowOf<typeof composedTable>
export type BriefingStateRow = RowOf<typeof briefingStateTable>
export type DayEndReadingRow = RowOf<typeof dayEndReadingTable>
export type PastRow = RowOf<typeof metricPastTable>
