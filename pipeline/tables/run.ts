import { columnType, companyColumn, defineTable, type RowOf } from './table.ts'

export type RunKind = 'refresh' | 'market' | 'backfill' | 'rebuild'
export type RunStatus = 'running' | 'ok' | 'partial' | 'failed' | 'cancelled'
export type RunHost = 'in-process' | 'temporal'

const errors = [
  ['error_code', 'VARCHAR', 'Code of the first error; null if there was none.'],
  ['error', 'VARCHAR', 'The first error in words, without paths or the query of a URL.'],
] as const

/** Not derived from recordings: what happened, when, and how it ended. `briefing rebuild` takes the rows over. */
export const runTable = defineTable({
  name: 'run',
  comment:
    'Runs of the pipeline, one row per run. The row is written when a run begins and again when it ends; the counts are null until then, and for runs that read no feed.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Id of the run; it begins with the time it began (UTC).'],
    ['kind', columnType<RunKind>('VARCHAR NOT NULL'), 'refresh, market (the analysts’ copy), backfill or rebuild.'],
    ['trigger', 'VARCHAR NOT NULL', 'What started it: the id of a schedule, or a command such as "briefing refresh".'],
    ['host', columnType<RunHost>('VARCHAR NOT NULL'), 'in-process or temporal.'],
    [
      'feeds',
      columnType<'sample' | 'live' | 'recorded' | null>('VARCHAR'),
      'sample, live or recorded; null if it reads no feed.',
    ],
    ['logical_at', 'TIMESTAMP NOT NULL', 'Logical time of the run (UTC): what counts as now in its documents.'],
    ['began_at', 'TIMESTAMP NOT NULL', 'When it began, by the clock of the machine (UTC).'],
    ['ended_at', 'TIMESTAMP', 'When it ended (UTC); null while it is running, and if its process was killed.'],
    ['seconds', 'DOUBLE', 'Seconds from begin to end.'],
    [
      'status',
      columnType<RunStatus>('VARCHAR NOT NULL'),
      'running, ok, partial (requests failed, or bodies or rows were refused), failed or cancelled.',
    ],
    ['edition', 'VARCHAR', 'The edition that was current after it; null if it published none.'],
    ['recordings', 'INTEGER', 'Raw responses it read.'],
    ['bytes', 'BIGINT', 'Size in bytes of those that were new.'],
    ['rows', 'BIGINT', 'Rows read from those that were new.'],
    ['refused', 'INTEGER', 'New bodies that were refused.'],
    ['rejected', 'INTEGER', 'New rows that went to quarantine.'],
    ['failures', 'INTEGER', 'Requests, and pages of requests, that failed for good.'],
    ...errors,
  ],
})

export const runFeedTable = defineTable({
  name: 'run_feed',
  comment: 'What each run did with each feed it read, one row per run and feed.',
  key: ['run', 'feed'],
  columns: [
    ['run', 'VARCHAR NOT NULL', 'The run: run.id.'],
    ['feed', 'VARCHAR NOT NULL', 'The feed.'],
    ['upstream', 'VARCHAR NOT NULL', 'Its upstream.'],
    ['requests', 'INTEGER NOT NULL', 'Requests planned; 0 if recordings of a folder were replayed.'],
    ['recordings', 'INTEGER NOT NULL', 'Raw responses read.'],
    ['bytes', 'BIGINT NOT NULL', 'Size in bytes of those that were new.'],
    ['rows', 'BIGINT NOT NULL', 'Rows read from those that were new.'],
    ['refused', 'INTEGER NOT NULL', 'New bodies that were refused.'],
    ['rejected', 'INTEGER NOT NULL', 'New rows that went to quarantine.'],
    ['failures', 'INTEGER NOT NULL', 'Requests, and pages of requests, that failed for good.'],
    [
      'seconds',
      'DOUBLE NOT NULL',
      'Seconds spent reading its pages of requests, waits for the limits of the upstream included; pages read at the same time add up, pages that failed for good count nothing.',
    ],
    ...errors,
  ],
})

export type RunRow = RowOf<typeof runTable>
export type RunFeedRow = RowOf<typeof runFeedTable>

/** Not derived from recordings: a request without an answer leaves none. Rows of companies that have been read since are removed. */
export const companyRequestTable = defineTable({
  name: 'company_request',
  comment:
    'Companies that runs asked their market about and that have not been read since: one row per company and run. A run that read others of the market and not this one has failed for it.',
  key: ['company', 'run'],
  columns: [
    companyColumn,
    ['run', 'VARCHAR NOT NULL', 'The run: run.id.'],
    ['asked_on', 'DATE NOT NULL', 'Day of the run, by its logical time (UTC).'],
  ],
})
