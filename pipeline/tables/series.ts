import { defineTable, type RowOf, recordingColumn } from './table.ts'

/** Registered series: rows of `data/`, numbered. */
export const seriesTable = defineTable({
  name: 'series',
  comment:
    'Registered series, one row each: a sequence of values from one upstream. The key is id, which other tables call series: SELECT id FROM series, as SELECT series FROM series gives whole rows. The period of a value is a day, or the last day of its week, month or quarter.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Name of the series, such as WALCL or btc.PriceUSD: the column series of other tables.'],
    ['no', 'INTEGER NOT NULL UNIQUE', 'Short number of the series, valid only within this file.'],
    [
      'upstream',
      'VARCHAR NOT NULL',
      'Organisation that publishes the series; providers for closes, of which v_close names the feed.',
    ],
    ['title', 'VARCHAR NOT NULL', 'What the series measures.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of every value of the series.'],
    ['frequency', 'VARCHAR NOT NULL', 'daily, business, weekly, monthly, quarterly, on change or as filed.'],
    ['release_rule', 'VARCHAR NOT NULL', 'Rule for when the value of a period is published.'],
    ['revised', 'VARCHAR NOT NULL', 'How often published values change: never, seldom, annually or every release.'],
    ['url', 'VARCHAR', 'Web page of the series.'],
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
export const sightingTable = defineTable({
  name: 'sighting',
  comment:
    'Every value in every recording, append-only. The table observation is derived from it, so the loading order does not matter.',
  recording: 'recording_no',
  onConflict: 'append',
  columns: [
    ['series_no', 'INTEGER NOT NULL', 'The series (series.no).'],
    ['period', 'DATE NOT NULL', 'The period the value describes: a day, or the last day of its week, month or quarter.'],
    ['value', 'DOUBLE NOT NULL', 'The value, in the unit of its series.'],
    ['stated_at', 'TIMESTAMP NOT NULL', 'Time the value was published, or else the time it was seen (UTC).'],
    ['published', 'BOOLEAN NOT NULL', 'True if the source itself states the time of publication.'],
    ['due_at', 'TIMESTAMP NOT NULL', 'When the value of this period was due according to the release rule (UTC).'],
    ['recording_no', 'INTEGER NOT NULL', 'The recording that contains it (recording.no).'],
  ],
})

/** Derived from the sightings, and the totals of companies from the extractions. */
export const observationTable = defineTable({
  name: 'observation',
  comment:
    'Values of series with the time each became known, one row for every sighting that changed the value. Use as_known(day) for a past day, as_known_strict(day) to exclude later vintages.',
  columns: [
    ['series', 'VARCHAR NOT NULL', 'The series (series.id).'],
    ['period', 'DATE NOT NULL', 'The period the value describes: a day, or the last day of its week, month or quarter.'],
    ['value', 'DOUBLE NOT NULL', 'The value, in the unit given.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the value.'],
    ['known_at', 'TIMESTAMP NOT NULL', 'When the value became known (UTC).'],
    [
      'known_basis',
      'VARCHAR NOT NULL',
      'filed: time stated by the source; reported: time we first saw it; deadline: assumed from the release rule.',
    ],
    recordingColumn,
    ['version', 'INTEGER NOT NULL', '1 for the first value of a period; increases with each revision.'],
    [
      'vintage',
      'TIMESTAMP',
      'For a revised series whose value was first seen long after it was due: when it was first seen (UTC). The value published at known_at may have been different.',
    ],
  ],
})

/** Worked out of the release rules, one row a series that has a value; replaced with each refresh. */
export const nextReleaseTable = defineTable({
  name: 'next_release',
  comment:
    'For each series, its newest period and when the next value is due, late and stale. v_sources judges its freshness by it.',
  key: ['series'],
  columns: [
    ['series', 'VARCHAR NOT NULL', 'The series (series.id).'],
    ['period', 'DATE NOT NULL', 'Its newest period.'],
    ['due_at', 'TIMESTAMP', 'When the next value is due (UTC); null if it has no schedule.'],
    ['late_at', 'TIMESTAMP NOT NULL', 'When its absence makes the series late (UTC).'],
    ['stale_at', 'TIMESTAMP NOT NULL', 'When its absence makes the series stale (UTC).'],
  ],
})
export type NextReleaseRow = RowOf<typeof nextReleaseTable>
