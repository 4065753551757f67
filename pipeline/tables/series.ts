import { defineTable } from './table.ts'

/** Registered series: rows of `data/`, numbered. */
export const series = defineTable({
  name: 'series',
  comment: 'Registered series: one row a sequence of values of one upstream.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Name of the series everywhere, such as WALCL or btc.PriceUSD.'],
    ['no', 'INTEGER NOT NULL UNIQUE', 'Short number of the series inside this file; says nothing outside it.'],
    ['upstream', 'VARCHAR NOT NULL', 'Organisation the series comes from.'],
    ['title', 'VARCHAR NOT NULL', 'What the series measures.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of every value of the series.'],
    ['frequency', 'VARCHAR NOT NULL', 'daily, business, weekly, monthly, quarterly, on change or as filed.'],
    ['release_rule', 'VARCHAR NOT NULL', 'Rule that says when the value of a period is published.'],
    ['revised', 'VARCHAR NOT NULL', 'How often published values change: never, seldom, annually or every release.'],
    ['url', 'VARCHAR', 'Page of the series for a reader.'],
  ],
})

/**
 * One value of one series as one recording shows it. `value` is in the unit of the series' row in `data/series.ts`.
 *
 * Exactly one of these holds for the moment it speaks of:
 * - `publishedAt` is set: the source itself says when this value was published (a vintage date);
 * - `publishedAt` is null: the source says only that this was the value at `seenAt` (normally the recording's own time; for the first
 *   row of a range of vintages the day the range begins).
 * All times are milliseconds since 1970 UTC. `period` is a day number (days since 1970-01-01), the last day of what the value is about.
 */
export interface SightingRow {
  readonly series: string
  readonly period: number
  readonly value: number
  readonly seenAt: number
  readonly publishedAt: number | null
}

/** Its rows are given as `SightingRow`: the loader knows the number of the series and when the value was due. */
export const sighting = defineTable({
  name: 'sighting',
  comment:
    'Every value as every recording showed it, append only. The table observation is derived from it, so the order of loading does not matter.',
  recording: 'recording_no',
  onConflict: 'append',
  columns: [
    ['series_no', 'INTEGER NOT NULL', 'The series (series.no).'],
    ['period', 'DATE NOT NULL', 'What the value is about: a day, or the last day of its week, month or quarter.'],
    ['value', 'DOUBLE NOT NULL', 'The value in the unit of its series.'],
    ['stated_at', 'TIMESTAMP NOT NULL', 'When the value was published, or else when it was seen (UTC).'],
    ['published', 'BOOLEAN NOT NULL', 'True when the source itself states the time of publication.'],
    ['due_at', 'TIMESTAMP NOT NULL', 'When the value of this period was due by the release rule (UTC).'],
    ['recording_no', 'INTEGER NOT NULL', 'The recording that shows it (recording.no).'],
  ],
})

/** Derived from the sightings, and the totals of companies from the extractions. */
export const observation = defineTable({
  name: 'observation',
  comment:
    'Values of series with the moment each became known: one row a sighting that changed the value. Use as_known(day) to see a past day, as_known_strict(day) without later vintages.',
  columns: [
    ['series', 'VARCHAR NOT NULL', 'The series (series.id).'],
    ['period', 'DATE NOT NULL', 'What the value is about: a day, or the last day of its week, month or quarter.'],
    ['value', 'DOUBLE NOT NULL', 'The value in the unit beside it.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the value.'],
    ['known_at', 'TIMESTAMP NOT NULL', 'When the value became known (UTC).'],
    [
      'known_basis',
      'VARCHAR NOT NULL',
      'filed: the source states the time; reported: we saw it then; deadline: assumed by the release rule.',
    ],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from (recording.id).'],
    ['version', 'INTEGER NOT NULL', '1 for the first value of a period, then one more for each revision.'],
    [
      'vintage',
      'TIMESTAMP',
      'Set where the series is revised and this value was first seen long after it was due: when that was (UTC). What was published at known_at may have been another value.',
    ],
  ],
})
