import { defineTable, holding } from './table.ts'

/** One row a shape, however many bodies have it: what differs from body to body, and since when, follows (`feeds/contract-drift.ts`). */
export const bodyShape = defineTable({
  name: 'body_shape',
  comment:
    'Shapes of the bodies of each feed that were read, one row per feed, kind of request and distinct shape. Use v_body_field for single fields.',
  key: ['feed', 'request', 'shape'],
  recording: 'recording',
  recordedAt: 'last_seen',
  onConflict: 'newest',
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
      holding<Readonly<Record<string, readonly string[]>>>('JSON NOT NULL'),
      'Types by path: [] for the items of an array, * for keys that are data, absent for a field left out of some items.',
    ],
    ['first_seen', 'TIMESTAMP NOT NULL', 'Time of the earliest recording with this shape (UTC).'],
    ['last_seen', 'TIMESTAMP NOT NULL', 'Time of the latest (UTC).'],
    ['recording', 'VARCHAR NOT NULL', 'The latest.'],
  ],
})
