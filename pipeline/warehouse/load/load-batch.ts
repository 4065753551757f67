import type { FollowUpRequest, Rejected } from '../../feeds/feed.ts'
import { type Recording, sha256Hex } from '../../recordings/recording.ts'
import type { BulkTableName, Rows } from '../../tables/index.ts'
import { quarantineTable, recordingTable } from '../../tables/recording.ts'
import { textListSql } from '../sql.ts'
import { type Store, select, selectColumn } from '../store.ts'
import { deleteRecordingRows, insertRows } from './rows.ts'

/** What loading recordings came to. */
export interface LoadResult {
  /** Recordings that were new; the others had been loaded before and changed nothing. */
  readonly loaded: number
  /** Of these: bodies, and rows, that were refused and that no operator has dismissed. */
  readonly refused: number
  readonly rejected: number
  /** Other tables than `recording` say something they did not say before; a value that was seen once more does not count. */
  readonly changed: boolean
}

/** Several loads as one. */
export function totalLoadResult(results: readonly LoadResult[]): LoadResult {
  const sum = (count: Exclude<keyof LoadResult, 'changed'>) => results.reduce((total, result) => total + result[count], 0)
  const changed = results.some((result) => result.changed)
  return { loaded: sum('loaded'), refused: sum('refused'), rejected: sum('rejected'), changed }
}

/** Why a whole body was refused. */
export interface BodyRefusal {
  readonly refused: string
  readonly reason: string
}

/** A recording to load, with what of it was refused: the whole body, or rows. */
export interface LoadBatch {
  readonly recording: Recording
  readonly feed: string
  readonly refusal: BodyRefusal | null
  /** The upstream has nothing at the address. */
  readonly absent?: true
  /** The recording with the same body whose rows are in. */
  readonly same?: string
  /** What the body leads to. */
  readonly next?: readonly FollowUpRequest[]
  /** Milliseconds UTC from when the same bytes say something else. */
  readonly until?: number | undefined
  readonly rejected: readonly Rejected[]
}

/** What the loader leaves to a room: how bodies of a bulk table become rows, and what follows from rows. */
export interface LoadDomain {
  /** By table, the rows of files as a query: one that gives none of a file that is not what its address names. */
  readonly bulk: Readonly<Record<BulkTableName, (files: readonly StagedFile[]) => string>>
  /** Within the transaction: first sees the recordings whose rows are about to go, then what came. */
  derive(store: Store, leaving: readonly string[]): Promise<(loaded: readonly LoadedRecording[]) => Promise<void>>
}

/** A recording whose rows are in. */
export interface LoadedRecording {
  readonly recording: Recording
  readonly rows: Rows
  /** The recording with the same body, whose rows were in already. */
  readonly same?: string
}

/** A body as a file, by the number of its recording. */
export interface StagedFile {
  readonly no: number
  readonly recording: { readonly url: string }
  readonly file: string
  readonly bytes: number
}

/**
 * Marks the recordings that are not in yet, each once, and puts what of them was refused into quarantine; with `again` what they gave
 * before is taken out first. Their numbers follow the highest there is, in this order.
 */
export async function enterRecordings<A extends LoadBatch>(
  store: Store,
  arrivals: readonly A[],
  again: boolean,
): Promise<(A & { readonly no: number })[]> {
  const ids = arrivals.map(({ recording }) => recording.id)
  if (again) await deleteRecordingRows(store, ids)
  const marked = await selectColumn(store, `SELECT id FROM recording WHERE id IN ${textListSql('$1')}`, [JSON.stringify(ids)])
  const known = new Set(marked)
  const [highest] = await selectColumn<number>(store, 'SELECT coalesce(max(no), 0)::INTEGER AS no FROM recording')
  const fresh = arrivals
    .filter(({ recording: { id } }) => !known.has(id) && known.add(id))
    .map((arrival, place) => ({ ...arrival, no: highest! + place + 1 }))
  await insertRows(
    store,
    recordingTable,
    fresh.map(({ recording: { at, ...recording }, no, feed, refusal, absent, same = null, next = [], until }) => ({
      ...recording,
      no,
      feed,
      made_at: at,
      same_as: same,
      leads: next.length > 0 ? next : null,
      stands_until: until === undefined ? null : new Date(until).toISOString(),
      status: refusal ? 'held' : absent ? 'absent' : 'loaded',
    })),
  )
  await insertRows(
    store,
    quarantineTable,
    fresh.flatMap(({ recording, feed, refusal, rejected }) =>
      (refusal ? [{ series: null, rule: refusal.refused, reason: refusal.reason, row: '' }] : rejected).map(
        ({ series, rule, reason, row }) => ({
          id: sha256Hex([recording.id, series ?? '', rule, reason, row].join('\n')),
          recording: recording.id,
          feed,
          series,
          rule,
          reason,
          excerpt: row,
          made_at: recording.at,
        }),
      ),
    ),
  )
  return fresh
}

/** What loading them came to: bodies and rows that were refused, now or in the same body before, count where no operator has dismissed them. */
export async function resultOf(
  store: Store,
  changed: boolean,
  fresh: readonly (Pick<LoadBatch, 'refusal' | 'rejected' | 'same'> & { readonly no: number })[],
): Promise<LoadResult> {
  const loaded = fresh.length
  if (fresh.every(({ refusal, rejected, same }) => refusal === null && rejected.length === 0 && same === undefined))
    return { loaded, refused: 0, rejected: 0, changed }
  const [open] = await select<{ refused: number; rejected: number }>(
    store,
    `SELECT count(*) FILTER (WHERE r.status = 'held')::INTEGER AS refused, count(*) FILTER (WHERE r.status = 'loaded')::INTEGER AS rejected
     FROM v_quarantine q JOIN recording r ON coalesce(r.same_as, r.id) = q.recording
     WHERE r.no IN (SELECT unnest($1::INTEGER[])) AND NOT q.dismissed AND q.rule <> 'unit-change'`,
    [`[${fresh.map(({ no }) => no).join(',')}]`],
  )
  return { loaded, ...open!, changed }
}
