import { defineTable, type RowOf } from './table.ts'

/** Derived from the observations by the formulas, like its own series. */
export const metricValueTable = defineTable({
  name: 'metric_value',
  comment:
    'Values of metrics with the time each became known, one row for every change: what the formula gives over what was known then. Use metric_as_known(day) for a past day.',
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'The metric (metric.metric).'],
    ['period', 'DATE NOT NULL', 'The period the value describes: a day, or the last day of its week, month or quarter.'],
    ['value', 'DOUBLE', 'The value, in the unit of the metric; null if the formula no longer gives one from known_at on.'],
    ['known_at', 'TIMESTAMP NOT NULL', 'When the value became known (UTC): when the last of its inputs did.'],
    [
      'known_basis',
      'VARCHAR NOT NULL',
      'How the time of that input is known: filed, reported or deadline (assumed from its release rule).',
    ],
    ['version', 'INTEGER NOT NULL', '1 for the first value of a period; increases with each change.'],
  ],
})

export const metricWalkTable = defineTable({
  name: 'metric_walk',
  comment: 'How far the rows of metric_value have been computed; the next run continues from there.',
  key: ['metric'],
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'The metric.'],
    ['through', 'DATE NOT NULL', 'Last day computed.'],
    ['inputs', 'VARCHAR NOT NULL', 'Hash of everything its series said by the end of that day, and of the method.'],
  ],
})
export type MetricWalkRow = RowOf<typeof metricWalkTable>
