import { readingTable } from './reading.ts'
import { defineTable, type RowOf } from './table.ts'

/** Tables of the figures in published documents; like `reading`, they keep every version. */

const computedAt = ['computed_at', 'TIMESTAMP NOT NULL', 'Logical time of the run that computed it (UTC).'] as const
const version = [
  'version',
  'INTEGER NOT NULL',
  '1 for the first version; increases whenever the same day was recomputed with a different result.',
] as const
const asOf = ['as_of', 'DATE NOT NULL', 'The day, as known at its end (UTC).'] as const

export const regimeTable = defineTable({
  name: 'regime',
  comment: 'The regime of each day published or backfilled, in every version. Use v_regime for the latest version.',
  key: ['as_of', 'version'],
  columns: [
    asOf,
    ['regime', 'VARCHAR NOT NULL', 'expansion, contraction or transition.'],
    ['score', 'DOUBLE NOT NULL', 'Weighted mean of the scores of the inputs on that day; positive speaks for expansion.'],
    ['mean', 'DOUBLE NOT NULL', 'Mean of the scores of 21 days, which determines the regime.'],
    ['expansion', 'DOUBLE NOT NULL', 'Probability of expansion horizon_days later, 0 to 1.'],
    ['contraction', 'DOUBLE NOT NULL', 'Probability of contraction horizon_days later, 0 to 1.'],
    ['transition', 'DOUBLE NOT NULL', 'Probability of transition horizon_days later, 0 to 1.'],
    ['horizon_days', 'INTEGER NOT NULL', 'Days ahead that the probabilities refer to.'],
    ['most_likely', 'VARCHAR NOT NULL', 'The regime with the highest probability.'],
    computedAt,
    version,
  ],
})

export const correlationTable = defineTable({
  name: 'correlation',
  comment:
    'Correlations of pairs of metrics for each day published or backfilled, in every version. Use v_correlations for the latest version.',
  key: ['a', 'b', 'as_of', 'version'],
  columns: [
    ['a', 'VARCHAR NOT NULL', 'The first metric.'],
    ['b', 'VARCHAR NOT NULL', 'The second metric.'],
    asOf,
    ['value', 'DOUBLE NOT NULL', 'Pearson correlation of the changes between common days, -1 to 1.'],
    ['low', 'DOUBLE NOT NULL', 'Lower bound of its 95% interval.'],
    ['high', 'DOUBLE NOT NULL', 'Upper bound of its 95% interval.'],
    ['n', 'INTEGER NOT NULL', 'Number of changes.'],
    ['independent', 'DOUBLE NOT NULL', 'Number of independent changes equivalent to them.'],
    ['word', 'VARCHAR NOT NULL', 'The correlation in words.'],
    ['from_day', 'DATE NOT NULL', 'First common day.'],
    ['to_day', 'DATE NOT NULL', 'Last common day.'],
    computedAt,
    version,
  ],
})

export const calibrationTable = defineTable({
  name: 'calibration',
  comment:
    'How the past confidence scores of each metric compare with outcomes, for each day published or backfilled, in every version. Use v_calibration for the newest day.',
  key: ['metric', 'as_of', 'version'],
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'The metric.'],
    asOf,
    ['horizon_days', 'INTEGER NOT NULL', 'Days ahead that the scores refer to.'],
    ['n', 'INTEGER NOT NULL', 'Number of past windows that do not overlap.'],
    ['hit_rate', 'DOUBLE NOT NULL', 'Share of past signals that came true, 0 to 1.'],
    ['base_rate', 'DOUBLE NOT NULL', 'Mean base rate at the time of these signals, 0 to 1.'],
    ['brier', 'DOUBLE NOT NULL', 'Brier score: mean squared error of the probabilities; lower is better.'],
    ['skill', 'DOUBLE NOT NULL', 'Brier skill against the metric’s own base rate; positive is better than the base rate.'],
    ['skill_low', 'DOUBLE', 'Lower bound of its 95% interval; null if there are too few blocks of time.'],
    ['skill_high', 'DOUBLE', 'Upper bound of its 95% interval.'],
    ['from_day', 'DATE NOT NULL', 'Day of the first score counted.'],
    ['to_day', 'DATE NOT NULL', 'Last day of the last window counted.'],
    computedAt,
    version,
  ],
})

export const treasuryTable = defineTable({
  name: 'treasury',
  comment:
    'The treasury document of each company for each day, in every version. Use v_treasuries, v_holdings, v_financing, v_mnav and v_adjudications.',
  key: ['ticker', 'as_of', 'version'],
  columns: [
    ['ticker', 'VARCHAR NOT NULL', 'The company.'],
    asOf,
    ['said', 'VARCHAR NOT NULL', 'The document (treasury_document.id).'],
    computedAt,
    version,
  ],
})

/** Each text is kept once: on most days that of a company equals the one of the day before. */
export const treasuryDocumentTable = defineTable({
  name: 'treasury_document',
  comment: 'Every distinct treasury document ever computed. The table treasury says for which days.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'sha-256 of the document.'],
    ['document', 'JSON NOT NULL', 'The document as served, without its day and timestamps.'],
  ],
})

/** Those with a version are kept by key and day, the others once. */
export const published = [
  readingTable,
  regimeTable,
  correlationTable,
  calibrationTable,
  treasuryTable,
  treasuryDocumentTable,
] as const

/** What documents of some days say, in rows by table. */
export type PublishedRows = {
  readonly [T in (typeof published)[number] as T['name']]: readonly Omit<RowOf<T>, 'version'>[]
}

export type RegimeRow = PublishedRows['regime'][number]
export type CorrelationRow = PublishedRows['correlation'][number]
export type CalibrationRow = PublishedRows['calibration'][number]
