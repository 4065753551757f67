import { createHash } from 'node:crypto'
import type { Rejected } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { type Store, select, sqlTime } from './store.ts'

/** What loading recordings came to. */
export interface LoadResult {
  /** Recordings that were new; the others had been loaded before and changed nothing. */
  readonly loaded: number
  /** Of these: bodies, and rows, that were refused and that no operator has dismissed. */
  readonly refused: number
  readonly rejected: number
}

/** Several loads as one. */
export function totalOf(results: readonly LoadResult[]): LoadResult {
  const sum = (of: keyof LoadResult) => results.reduce((total, result) => total + result[of], 0)
  return { loaded: sum('loaded'), refused: sum('refused'), rejected: sum('rejected') }
}

/** Why a whole body was refused. */
export interface Refusal {
  readonly refused: string
  readonly reason: string
}

/** A recording that was not here yet, with what became of its body. */
export interface Arrival {
  readonly recording: Recording
  readonly feed: string
  readonly refusal: Refusal | null
}

/** Marks recordings as being in, `held` where the whole body was refused. Their numbers follow the highest there is, in this order. */
export async function mark(store: Store, arrivals: readonly Arrival[]): Promise<number[]> {
  if (arrivals.length === 0) return []
  const [highest] = await select<{ no: number }>(store, 'SELECT coalesce(max(no), 0)::INTEGER AS no FROM recording')
  const rows = arrivals.map(({ recording, feed, refusal }, place) => ({
    id: recording.id,
    no: highest!.no + place + 1,
    feed,
    url: recording.url,
    made_at: sqlTime(recording.at),
    sha256: recording.sha256,
    bytes: recording.bytes,
    sample: recording.sample,
    status: refusal ? 'held' : 'loaded',
  }))
  await store.connection.run(
    `INSERT INTO recording SELECT id, no, feed, url, made_at::TIMESTAMP, sha256, bytes, sample, status
     FROM (SELECT unnest(from_json($1, '[{"id":"VARCHAR","no":"INTEGER","feed":"VARCHAR","url":"VARCHAR","made_at":"VARCHAR","sha256":"VARCHAR","bytes":"BIGINT","sample":"BOOLEAN","status":"VARCHAR"}]'), recursive := true))`,
    [JSON.stringify(rows)],
  )
  for (const { recording, feed, refusal } of arrivals)
    if (refusal)
      await quarantine(store, recording, feed, [{ series: null, rule: refusal.refused, reason: refusal.reason, row: '' }])
  return rows.map(({ no }) => no)
}

/** Bodies and rows of the recordings with these numbers that were refused and that no operator has dismissed. */
export async function undismissed(store: Store, numbers: readonly number[]): Promise<{ refused: number; rejected: number }> {
  const [open] = await select<{ refused: number; rejected: number }>(
    store,
    `SELECT count(*) FILTER (WHERE r.status = 'held')::INTEGER AS refused, count(*) FILTER (WHERE r.status = 'loaded')::INTEGER AS rejected
     FROM v_quarantine q JOIN recording r ON r.id = q.recording
     WHERE r.no IN (SELECT unnest($1::INTEGER[])) AND NOT q.dismissed AND q.rule <> 'unit-change'`,
    [`[${numbers.join(',')}]`],
  )
  return open!
}

/** Keeps rows of a recording that were refused, each with the rule and the reason. */
export async function quarantine(store: Store, recording: Recording, feed: string, rejected: readonly Rejected[]): Promise<void> {
  if (rejected.length === 0) return
  const rows = rejected.map((row) => ({
    id: createHash('sha256')
      .update([recording.id, row.series ?? '', row.rule, row.reason, row.row].join('\n'))
      .digest('hex'),
    series: row.series,
    rule: row.rule,
    reason: row.reason,
    excerpt: row.row,
  }))
  await store.connection.run(
    `INSERT INTO quarantine SELECT id, $2, $3, series, rule, reason, excerpt, $4::TIMESTAMP
     FROM (SELECT unnest(from_json($1, '[{"id":"VARCHAR","series":"VARCHAR","rule":"VARCHAR","reason":"VARCHAR","excerpt":"VARCHAR"}]'), recursive := true))
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows), recording.id, feed, sqlTime(recording.at)],
  )
}
