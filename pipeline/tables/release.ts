import { calendar, columnType, defineTable, recordingColumn } from './table.ts'

/** Status of the day: `tentative` until the source has `confirmed` it, `to be announced` without a day; `cancelled` entries are kept. */
export type ReleaseStatus = 'confirmed' | 'tentative' | 'to be announced' | 'cancelled'

/** An entry of a release calendar. Each reading of a source replaces its whole calendar; an entry that moved keeps its `occurrence`. */
export const scheduledReleaseTable = defineTable({
  name: 'scheduled_release',
  comment:
    'Releases and meetings as their own calendars list them, in every version recorded. Use v_scheduled_release for what stood when.',
  key: ['source', 'occurrence', 'recording'],
  ...calendar,
  columns: [
    [
      'source',
      columnType<'bls' | 'bea' | 'fomc'>('VARCHAR NOT NULL'),
      'Calendar: bls (Bureau of Labor Statistics), bea (Bureau of Economic Analysis) or fomc (Federal Open Market Committee).',
    ],
    ['release', 'VARCHAR NOT NULL', 'Name of the release as its source writes it, without the period.'],
    ['occurrence', 'VARCHAR NOT NULL', 'What tells this one from the others of the source, whatever day it is on.'],
    ['about', 'VARCHAR', 'The period it is about as its source writes it, such as July 2026; null if not stated.'],
    ['day', 'DATE', 'Day of the release (New York); null while it is to be announced.'],
    ['clock', 'VARCHAR', 'Local time, HH:MM; null if not stated.'],
    ['zone', 'VARCHAR NOT NULL', 'Time zone of the day and the local time.'],
    ['status', columnType<ReleaseStatus>('VARCHAR NOT NULL'), 'confirmed, tentative, to be announced or cancelled.'],
    [
      'due_at',
      'TIMESTAMP NOT NULL',
      'When it is out (UTC): at the local time, at the end of the day if there is none, of the year if there is no day.',
    ],
    recordingColumn,
  ],
})
