import { codeAndMessage } from '../../pipeline/errors.ts'
import { driftText } from '../../pipeline/feeds/contract-drift.ts'
import { feeds as registered } from '../../pipeline/feeds/index.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import type { RunKind, RunStatus } from '../../pipeline/tables/run.ts'
import { dayMs, dayOf, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { contractDrift } from '../../pipeline/warehouse/load/body-shapes.ts'
import { removeStaged } from '../../pipeline/warehouse/load/bulk.ts'
import { endedRuns, putRuns } from '../../pipeline/warehouse/runs.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { removeUnswapped } from '../../pipeline/warehouse/swap-in.ts'
import type { ActivityContext, Log } from '../activity.ts'
import type { Deps } from '../deps.ts'
import type { FeedsMode, FeedTally, RunError } from '../fetch/feeds.ts'
import { clearWork, newRunId, runsWithWork } from '../work.ts'
import { notifyAlertChannels } from './alerts.ts'
import {
  changeRunsState,
  compareAndSwapJson,
  type RunRecord,
  type RunsState,
  redactMessage,
  runsStateAfter,
} from './runs-state.ts'

/**
 * Each run is a file below `runs/`, by the day it began (UTC), from its begin on; the warehouse has the same as rows. Files tell of a run
 * while another process owns the warehouse, and of one that failed because it did. They are kept for 30 days, the rows for good.
 */
const folder = 'runs/'
const daysKept = 30
/** A run on Temporal outlives the process of a worker: it counts as killed only when it has not ended after a day. */
const longestRunMs = dayMs
/** Runs of this process that have not ended. */
const underWay = new Set<string>()

export interface BeginInput {
  readonly kind: RunKind
  /** The id of a schedule, or a command. */
  readonly trigger: string
  /** Null for a run that reads no feed. */
  readonly feeds: FeedsMode['kind'] | null
  /** Logical time of the run, milliseconds. */
  readonly now: number
}

export interface EndInput {
  readonly run: string
  readonly status: Exclude<RunStatus, 'running'>
  readonly edition: string | null
  readonly feeds: readonly FeedTally[]
  /** What ended the run; else its first failure. */
  readonly error: RunError | null
  /** Failures that belong to no feed, such as rows of a recorded folder. */
  readonly otherFailures: number
}

/** What keeping runs needs of a process. */
export type RunDeps = Pick<Deps, 'home' | 'blobs' | 'clock' | 'host' | 'alerts'> & Partial<Pick<Deps, 'writer'>>

/** Writes that a run has begun, and marks runs whose process was killed. Gives the id of the run. */
export async function beginRun(deps: RunDeps & Pick<Deps, 'store'>, input: BeginInput, { log }: Pick<ActivityContext, 'log'>) {
  await removeAbandonedRuns(deps)
  const { run } = await openRun(deps, input)
  await ownRows(deps, run, log)
  return { run }
}

/**
 * Removes what killed runs left half-done. Before anything is written: on a full disk that may be the only room. Whoever cannot have the
 * warehouse cannot tell a killed run from one under way, and removes nothing.
 */
export async function removeAbandonedRuns({ home, blobs, clock, store }: RunDeps & Pick<Deps, 'store'>): Promise<void> {
  const owned = await store().catch(() => null)
  if (owned === null) return
  for (const run of await runsWithWork(blobs)) {
    const record = await readRun(blobs, run).catch(() => null)
    const isUnderWay = underWay.has(run) || (record?.status === 'running' && !isOver(record, clock()))
    if (!isUnderWay) await clearWork(blobs, run)
  }
  for (const folder of [home.folder, home.exports]) await removeUnswapped(folder)
  await removeStaged(owned)
}

/** Writes the file of a run that begins. */
export async function openRun(deps: RunDeps, { kind, trigger, feeds, now }: BeginInput): Promise<{ run: string }> {
  const run = newRunId(deps.clock())
  underWay.add(run)
  await putRecord(deps.blobs, {
    id: run,
    kind,
    trigger,
    host: deps.host,
    feeds,
    logical_at: isoTime(now),
    began_at: new Date(deps.clock()).toISOString(),
    ended_at: null,
    seconds: null,
    status: 'running',
    edition: null,
    ...counted(() => null),
    error_code: null,
    error: null,
    by_feed: [],
  })
  return { run }
}

/** Removes the work of a run, writes its end and its rows, and sends alerts. If the warehouse is unavailable, a later run writes the rows. */
export async function endRun(deps: RunDeps & Pick<Deps, 'store'>, input: EndInput, { log }: Pick<ActivityContext, 'log'>) {
  await clearWork(deps.blobs, input.run).catch((error: unknown) => {
    log.warn('the work of this run is left to the next one', { run: input.run, ...codeAndMessage(error) })
  })
  const record = await closeRun(deps, input)
  if (record === null) return
  await ownRows(deps, input.run, log, record.feeds === null ? null : Date.parse(record.logical_at))
  await notifyAlertChannels(deps, input.run, log)
  await removeOld(deps)
}

/** Writes the file of a run that has ended, and what follows from it for the state of the home. Null for a run that has no file. */
export async function closeRun(deps: RunDeps, input: EndInput): Promise<RunRecord | null> {
  underWay.delete(input.run)
  const writer = await deps.writer?.()
  const begun = await readRun(deps.blobs, input.run)
  if (begun === null) return null
  const record = begun.status === 'running' ? endOf(begun, input, deps.clock()) : begun
  await putRecord(deps.blobs, record)
  await changeRunsState(deps.blobs, (state) => runsStateAfter(state, record), writer)
  return record
}

const counts = ['recordings', 'bytes', 'rows', 'refused', 'rejected', 'failures'] as const
type Count = (typeof counts)[number]

const counted = (value: (count: Count) => number | null) =>
  Object.fromEntries(counts.map((count) => [count, value(count)])) as Record<Count, number | null>

function endOf(begun: RunRecord, { status, edition, feeds, error, otherFailures }: EndInput, endedMs: number): RunRecord {
  const upstreams = new Map<string, string>(registered.map(({ id, upstream }) => [id, upstream]))
  const sum = (count: Count) =>
    begun.feeds === null ? null : feeds.reduce((total, feed) => total + feed[count], count === 'failures' ? otherFailures : 0)
  return {
    ...begun,
    ended_at: new Date(endedMs).toISOString(),
    seconds: Math.max(0, endedMs - Date.parse(begun.began_at)) / 1_000,
    status,
    edition,
    ...counted(sum),
    error_code: error?.code ?? null,
    error: error && redactMessage(error.message),
    by_feed: feeds.map((tally) => ({ ...feedRow(tally), upstream: upstreams.get(tally.feed) ?? tally.feed })),
  }
}

/** What a run did with a feed, as its row has it. */
export function feedRow({ error, ms, ...counts }: FeedTally) {
  return {
    ...counts,
    seconds: ms / 1_000,
    error_code: error?.code ?? null,
    error: error && redactMessage(error.message),
  }
}

/** @param readAt logical time (milliseconds) of a run that has read feeds, after which their contracts are looked at; else null. */
async function ownRows(
  deps: RunDeps & Pick<Deps, 'store'>,
  own: string,
  log: Pick<Log, 'warn'>,
  readAt: number | null = null,
): Promise<void> {
  try {
    const store = await deps.store()
    await writeRunRows(deps, store)
    if (readAt === null) return
    const changes = (await contractDrift(store, readAt)).map(
      (notice) => [`${notice.feed} ${notice.field}`, { since: isoTime(notice.since), text: driftText(notice) }] as const,
    )
    const changed = (state: RunsState): RunsState =>
      changes.length === 0 && Object.keys(state.drift).length === 0 ? state : { ...state, drift: Object.fromEntries(changes) }
    await changeRunsState(deps.blobs, changed, await deps.writer?.())
  } catch (error) {
    // a run that needs the warehouse reports itself why it is not to be had
    log.warn('the rows of this run are left to the next one', { run: own, ...codeAndMessage(error) })
  }
}

/**
 * Updates the tables from the files of runs. The caller owns the warehouse, so an unfinished run of another process was killed: it is
 * marked as failed, without an end.
 */
export async function writeRunRows(deps: RunDeps, store: Store): Promise<void> {
  const ended = await endedRuns(store)
  const records: RunRecord[] = []
  for (const id of await runIds(deps.blobs)) {
    if (ended.has(id)) continue
    const record = await readRun(deps.blobs, id)
    if (record === null) continue
    const dead = record.status === 'running' && !underWay.has(id) && isOver(record, deps.clock())
    records.push(dead ? await markKilled(deps, record) : record)
  }
  if (records.length === 0) return
  await putRuns(
    store,
    records.map(({ by_feed: _, ...row }) => row),
    records.flatMap(({ id, by_feed }) => by_feed.map((row) => ({ run: id, ...row }))),
  )
}

function isOver({ host, began_at }: RunRecord, clock: number): boolean {
  return host === 'in-process' || clock - Date.parse(began_at) > longestRunMs
}

async function markKilled(deps: RunDeps, record: RunRecord): Promise<RunRecord> {
  const killed = {
    ...record,
    status: 'failed' as const,
    error_code: 'RUN_KILLED',
    error: 'the process ended without writing how the run went; what it had loaded is kept',
  }
  const writer = await deps.writer?.()
  await putRecord(deps.blobs, killed)
  await changeRunsState(deps.blobs, (state) => runsStateAfter(state, killed), writer)
  return killed
}

/** Ids of the runs that have a file, oldest first. */
export async function runIds(blobs: Pick<Blobs, 'list'>): Promise<string[]> {
  return (await blobs.list(folder)).flatMap((key) => /\/([^/]+)\.json$/.exec(key)?.[1] ?? [])
}

/** A run by its id; null if it has no file (any more). */
export async function readRun(blobs: Pick<Blobs, 'get'>, id: string): Promise<RunRecord | null> {
  const bytes = await blobs.get(keyOf(id))
  return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as RunRecord)
}

async function putRecord(blobs: Blobs, record: RunRecord): Promise<void> {
  const key = keyOf(record.id)
  // a swap: how a run ended that found the disk full is written all the same
  while (!(await compareAndSwapJson(blobs, key, await blobs.get(key), record)));
}

function keyOf(id: string): string {
  return `${folder}${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}/${id}.json`
}

/** Removes the files of days that lie far back; their rows stay. */
async function removeOld({ blobs, clock }: RunDeps): Promise<void> {
  const first = isoDay(dayOf(clock()) - daysKept)
  const days = new Set((await blobs.list(folder)).map((key) => key.slice(folder.length).split('/')[0]!))
  for (const day of days) if (day < first) await blobs.clear(`${folder}${day}/`)
}
