import { defineTable } from './table.ts'

/** Rows of `data/`, brought up to date when a version with others opens the warehouse. */
export const upstreamTable = defineTable({
  name: 'upstream',
  comment: 'Organisations whose data is read, with the terms of their data.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Short name, as in series.upstream.'],
    ['name', 'VARCHAR NOT NULL', 'Name of the organisation.'],
    ['url', 'VARCHAR NOT NULL', 'Its web page.'],
    [
      'licence',
      'VARCHAR NOT NULL',
      'Resale of documents based on its data: free; attribution (with its notice); licence (requires a licence).',
    ],
    ['notice', 'VARCHAR', 'Notice printed with everything derived from its data; null if it requires none.'],
  ],
})

export const metricTable = defineTable({
  name: 'metric',
  comment: 'Metrics, one row each: what each one is, how it is calculated, and what a rise means.',
  key: ['metric'],
  columns: [
    ['metric', 'VARCHAR NOT NULL', 'Name of the metric, such as net-liquidity.'],
    ['title', 'VARCHAR NOT NULL', 'Title.'],
    ['description', 'VARCHAR NOT NULL', 'What it measures.'],
    ['why', 'VARCHAR NOT NULL', 'Why it matters.'],
    ['category', 'VARCHAR NOT NULL', 'bitcoin, macro, commodities or treasuries.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of its values.'],
    ['cadence', 'VARCHAR NOT NULL', 'How often it has a value, such as daily, business daily or weekly.'],
    ['formula', 'VARCHAR NOT NULL', 'The formula in words, over its inputs.'],
    ['inputs', 'VARCHAR[] NOT NULL', 'Series and metrics the formula reads, in its order.'],
    ['series', 'VARCHAR[] NOT NULL', 'Series it depends on, also through other metrics (series.id).'],
    ['sources', 'VARCHAR NOT NULL', 'Organisations that publish these series, separated by semicolons.'],
    ['clock', 'VARCHAR NOT NULL', 'Series whose releases update it.'],
    ['polarity', 'VARCHAR NOT NULL', 'higher_is_bullish, lower_is_bullish or none.'],
    ['polarity_for', 'VARCHAR', 'For whom a rise is bullish or bearish; null if that is disputed.'],
    ['horizon', 'VARCHAR NOT NULL', 'Window that its confidence refers to: 7d, 30d or 90d.'],
    ['version', 'INTEGER NOT NULL', 'Version of its definition; reading.method has that of the formulas too.'],
    ['pro_only', 'BOOLEAN NOT NULL', 'True if only the pro plan reads it in full.'],
  ],
})

export const schemaMarkTable = defineTable({
  name: 'schema_mark',
  comment: 'What the warehouse was last brought up to date with: opening it with the same changes nothing.',
  key: ['made_of'],
  columns: [
    [
      'made_of',
      'VARCHAR NOT NULL',
      'SHA-256 of the statements of the schema and of the registered upstreams, series and metrics.',
    ],
  ],
})
