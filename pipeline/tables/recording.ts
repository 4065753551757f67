import { defineTable } from './table.ts'

export const recording = defineTable({
  name: 'recording',
  comment:
    'Raw responses that have been loaded. A row here is the mark that all rows of the recording are in; loading it again changes nothing.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'sha-256 of address, time and body: the recording.'],
    ['no', 'INTEGER NOT NULL UNIQUE', 'Short number of the recording inside this file; says nothing outside it.'],
    ['feed', 'VARCHAR NOT NULL', 'Feed that parsed it.'],
    ['url', 'VARCHAR NOT NULL', 'Address it came from, without credentials.'],
    ['made_at', 'TIMESTAMP NOT NULL', 'When it was made (UTC); 23:59:59 where only the day is known.'],
    ['sha256', 'VARCHAR NOT NULL', 'Hash of the body: its key in the store of recordings.'],
    ['bytes', 'BIGINT NOT NULL', 'Size of the body in bytes.'],
    ['sample', 'BOOLEAN NOT NULL', 'True when it was made by the sample feeds: SAMPLE DATA.'],
    ['status', 'VARCHAR NOT NULL', 'loaded, or held when the whole body was refused; the reason stands in quarantine.'],
  ],
})

/** A feed gives what it refuses as `rejected`; values in another unit are found among the sightings. */
export const quarantine = defineTable({
  name: 'quarantine',
  comment: 'Bodies and rows that were refused, with the rule and the reason. Nothing is lost: the recording holds the bytes.',
  key: ['id'],
  recording: 'recording',
  recordedAt: 'made_at',
  onConflict: 'append',
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Hash of recording, series, rule and row.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it stands in.'],
    ['feed', 'VARCHAR NOT NULL', 'Feed that refused it.'],
    ['series', 'VARCHAR', 'The series concerned, where one is known.'],
    ['rule', 'VARCHAR NOT NULL', 'Rule it breaks, such as range, number, unit-change, body.'],
    ['reason', 'VARCHAR NOT NULL', 'What is wrong, in words.'],
    ['excerpt', 'VARCHAR NOT NULL', 'The row as sent, at most 500 characters.'],
    ['made_at', 'TIMESTAMP NOT NULL', 'When the recording was made (UTC).'],
  ],
})

export const decision = defineTable({
  name: 'decision',
  comment: 'Decisions of operators about what was refused or held, as the files of the inbox say them.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Name of its file in the inbox.'],
    ['kind', 'VARCHAR NOT NULL', 'quarantine: a row of that table; recording: all of it; review: a figure of a filing.'],
    ['target', 'VARCHAR NOT NULL', 'quarantine.id, recording.id, or filing/figure/day/value.'],
    ['verdict', 'VARCHAR NOT NULL', 'dismiss, replay, accept or reject.'],
    ['who', 'VARCHAR NOT NULL', 'Who decided.'],
    ['decided_at', 'TIMESTAMP NOT NULL', 'When it was decided (UTC).'],
    ['why', 'VARCHAR NOT NULL', 'The reason given; empty where none was.'],
    ['applied_at', 'TIMESTAMP NOT NULL', 'When it was first applied (UTC).'],
  ],
})
