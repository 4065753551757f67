import { columnType, defineTable, newestStands } from './table.ts'

export const recordingTable = defineTable({
  name: 'recording',
  comment:
    'Raw responses that have been loaded. A row here means that all rows of the recording are in the warehouse; loading it again changes nothing.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Id of the recording: sha-256 of URL, time and body.'],
    ['no', 'INTEGER NOT NULL UNIQUE', 'Short number of the recording, valid only within this file.'],
    ['feed', 'VARCHAR NOT NULL', 'Feed that parsed it.'],
    ['url', 'VARCHAR NOT NULL', 'URL it was read from, without credentials.'],
    ['made_at', 'TIMESTAMP NOT NULL', 'Time of the recording (UTC); 23:59:59 if only the day is known.'],
    ['sha256', 'VARCHAR NOT NULL', 'Hash of the body: its key in the store of recordings.'],
    ['bytes', 'BIGINT NOT NULL', 'Size of the body in bytes.'],
    ['sample', 'BOOLEAN NOT NULL', 'True if produced by the sample feeds: SAMPLE DATA.'],
    [
      'same_as',
      'VARCHAR',
      'The earlier recording of this URL with the same body (recording.id): its rows are those of both. Null if the rows are those of this recording.',
    ],
    ['leads', 'JSON', 'Requests that the body leads to, by its feed; null if there are none or same_as has them.'],
    [
      'stands_until',
      'TIMESTAMP',
      'When the same bytes say something else (UTC), as when a day in them is over: a later recording of them is loaded. Null if time changes nothing.',
    ],
    [
      'status',
      'VARCHAR NOT NULL',
      'loaded; absent if the upstream has nothing at that address; held if the whole body was rejected, with the reason in quarantine.',
    ],
  ],
})

/** A feed gives what it refuses as `rejected`; values in another unit are found among the sightings. */
export const quarantineTable = defineTable({
  name: 'quarantine',
  comment: 'Bodies and rows that were rejected, with the rule and the reason. Nothing is lost: the recording keeps the bytes.',
  key: ['id'],
  recording: 'recording',
  recordedAt: 'made_at',
  onConflict: 'append',
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Hash of recording, series, rule and row.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording that contains it.'],
    ['feed', 'VARCHAR NOT NULL', 'Feed that rejected it.'],
    ['series', 'VARCHAR', 'The series concerned, if known.'],
    ['rule', 'VARCHAR NOT NULL', 'The rule violated, such as range, number, unit-change or body.'],
    ['reason', 'VARCHAR NOT NULL', 'Description of the problem.'],
    ['excerpt', 'VARCHAR NOT NULL', 'The row as received, at most 500 characters.'],
    ['made_at', 'TIMESTAMP NOT NULL', 'Time of the recording (UTC).'],
  ],
})

export const decisionTable = defineTable({
  name: 'decision',
  comment: 'Operator decisions on rejected or held data, from the files in the inbox.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Name of its file in the inbox.'],
    [
      'kind',
      columnType<'quarantine' | 'recording' | 'review'>('VARCHAR NOT NULL'),
      'quarantine: a row of that table; recording: a whole recording; review: a figure from a filing.',
    ],
    ['target', 'VARCHAR NOT NULL', 'quarantine.id, recording.id, or filing/figure/day/value.'],
    ['verdict', columnType<'dismiss' | 'replay' | 'accept' | 'reject'>('VARCHAR NOT NULL'), 'dismiss, replay, accept or reject.'],
    ['who', 'VARCHAR NOT NULL', 'Who decided.'],
    ['decided_at', 'TIMESTAMP NOT NULL', 'When it was decided (UTC).'],
    ['why', 'VARCHAR NOT NULL', 'The reason given; empty if none.'],
    ['applied_at', 'TIMESTAMP NOT NULL', 'When it was first applied (UTC).'],
  ],
})

/** One row a shape, however many bodies have it: what differs from body to body, and since when, follows (`feeds/contract-drift.ts`). */
export const bodyShapeTable = defineTable({
  name: 'body_shape',
  comment:
    'Shapes of the bodies of each feed that were read, one row per feed, kind of request and distinct shape. Use v_body_field for single fields.',
  key: ['feed', 'request', 'shape'],
  ...newestStands,
  recordedAt: 'last_seen',
  least: ['first_seen'],
  columns: [
    ['feed', 'VARCHAR NOT NULL', 'The feed.'],
    [
      'request',
      'VARCHAR NOT NULL',
      'Kind of request: host, path and query, with * for what changes from one request to the next.',
    ],
    ['shape', 'VARCHAR NOT NULL', 'Hash of the fields.'],
    [
      'fields',
      columnType<Readonly<Record<string, readonly string[]>>>('JSON NOT NULL'),
      'Types by path: [] for the items of an array, * for keys that are data, absent for a field left out of some items.',
    ],
    ['first_seen', 'TIMESTAMP NOT NULL', 'Time of the earliest recording with this shape (UTC).'],
    ['last_seen', 'TIMESTAMP NOT NULL', 'Time of the latest (UTC).'],
    ['recording', 'VARCHAR NOT NULL', 'The latest.'],
  ],
})
