import { type Blobs, trySwap } from '../../pipeline/store/blobs.ts'
import { type Epochs, fencedEpochs, type Writer } from '../../pipeline/store/fence.ts'
import type { RunFeedRow, RunKind, RunRow, RunStatus } from '../../pipeline/tables/run.ts'

/** A run with what it did with its feeds: one file of the home, and the rows of `run` and `run_feed`. */
export interface RunRecord extends RunRow {
  readonly by_feed: readonly Omit<RunFeedRow, 'run'>[]
}

/** The last error of a feed: when, by the logical time of its run (RFC 3339 UTC), and what. */
export interface FeedError {
  readonly at: string
  readonly code: string
  readonly text: string
}

interface FeedState {
  /** Null once the feed was read without an error. */
  readonly last_error: FeedError | null
  /** Since when all its requests failed or all its bodies were refused; null once one was read well. */
  readonly down_since: string | null
  /** The newest run that read it: its end, and what it read; left out by earlier versions. */
  readonly last_run?: FeedRun
}

interface FeedRun {
  /** By the clock of the machine, RFC 3339 UTC. */
  readonly at: string
  readonly recordings: number
  readonly rows: number
  /** Requests that failed, and bodies that were refused. */
  readonly failures: number
}

/** Runs of one kind that one schedule or command starts. */
interface TriggerState {
  readonly kind: RunKind
  readonly trigger: string
  /** End of the newest run that was ok or partial (RFC 3339 UTC). */
  readonly last_success_at: string | null
  readonly failing: { readonly since: string; readonly code: string; readonly text: string } | null
}

/** How the runs and feeds of a home stand after its newest runs: the file `runs.json`. */
export interface RunsState {
  /** Runs by kind and status since the home was made. */
  readonly counts: Readonly<Partial<Record<RunKind, Readonly<Partial<Record<RunStatus, number>>>>>>
  readonly triggers: Readonly<Record<string, TriggerState>>
  readonly feeds: Readonly<Record<string, FeedState>>
  /** Upstreams that refuse us, by id: since when all that was asked of one of their feeds was refused, until they answer again. */
  readonly refusing: Readonly<Record<string, FeedError>>
  /** Fields of bodies that are not what they always were, after the newest run that read feeds; by feed and field. */
  readonly drift: Readonly<Record<string, { readonly since: string; readonly text: string }>>
  /** What each channel of alerts was notified of as failing, by subject, with the time since when. */
  readonly notified: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Ids of the newest runs that are counted: a step that is retried counts nothing twice. */
  readonly counted: readonly string[]
  /** Of a store that several machines share: the epoch of the newest writer of each market. */
  readonly epochs?: Epochs
}

const key = 'runs.json'
const noRuns: RunsState = { counts: {}, triggers: {}, feeds: {}, refusing: {}, drift: {}, notified: {}, counted: [] }
/** More than can end between two attempts of one step. */
const countedKept = 200
const wellFeed: FeedState = { last_error: null, down_since: null }

/** The state after a run has ended. A cancelled run only counts: it proves nothing about feeds. */
export function runsStateAfter(state: RunsState, record: RunRecord): RunsState {
  if (state.counted.includes(record.id)) return state
  const { kind, trigger, status } = record
  const counts = { ...state.counts[kind], [status]: (state.counts[kind]?.[status] ?? 0) + 1 }
  const counted = {
    ...state,
    counts: { ...state.counts, [kind]: counts },
    counted: [...state.counted, record.id].slice(-countedKept),
  }
  if (status === 'cancelled') return counted
  const name = `${kind} ${trigger}`
  const feeds = record.by_feed.map(({ feed, ...did }) => {
    const { recordings, rows, failures, refused } = did
    const last_run = { at: record.ended_at ?? record.began_at, recordings, rows, failures: failures + refused }
    return [feed, { ...feedAfter(state.feeds[feed], did, record.logical_at), last_run }] as const
  })
  return {
    ...counted,
    triggers: { ...state.triggers, [name]: triggerAfter(state.triggers[name], record) },
    feeds: { ...state.feeds, ...Object.fromEntries(feeds) },
    refusing: refusingAfter(state.refusing, record),
  }
}

/** Codes of a failure of the upstream, not of the feed: it refuses our requests, or they are suspended because it did. */
export const refusalCodes: ReadonlySet<string> = new Set(['UPSTREAM_REFUSED', 'UPSTREAM_RESTING'])

function refusingAfter(before: RunsState['refusing'], { by_feed, logical_at: at }: RunRecord): RunsState['refusing'] {
  const after = { ...before }
  const isRefused = (did: FeedDid): boolean => did.recordings === did.refused && refusalCodes.has(did.error_code ?? '')
  for (const upstream of new Set(by_feed.map((did) => did.upstream))) {
    const own = by_feed.filter((did) => did.upstream === upstream)
    const refused = own.filter(isRefused)
    const { error_code, error } = refused.find((did) => did.error_code === 'UPSTREAM_REFUSED') ?? refused[0] ?? {}
    if (error_code) after[upstream] ??= { at, code: error_code, text: error ?? 'a request was refused' }
    else if (own.some(({ recordings, refused: bodies }) => recordings > bodies)) delete after[upstream]
  }
  return after
}

function triggerAfter(before: TriggerState | undefined, record: RunRecord): TriggerState {
  const { kind, trigger, status, began_at, ended_at } = record
  if (status !== 'failed') return { kind, trigger, last_success_at: ended_at, failing: null }
  const failing = { since: ended_at ?? began_at, code: record.error_code ?? 'UNKNOWN', text: record.error ?? 'the run failed' }
  return { kind, trigger, last_success_at: before?.last_success_at ?? null, failing: before?.failing ?? failing }
}

/** What a run did with one feed, as far as it tells how the feed is. */
type FeedDid = Pick<RunFeedRow, 'recordings' | 'refused' | 'failures' | 'error_code' | 'error'>

/** A feed after a run at the logical time `at`. */
function feedAfter(before: FeedState = wellFeed, did: FeedDid, at: string): FeedState {
  const good = did.recordings - did.refused
  const bad = did.failures + did.refused
  if (good + bad === 0) return before
  return {
    last_error: bad > 0 ? { at, code: did.error_code ?? 'UNKNOWN', text: did.error ?? 'a request failed' } : null,
    down_since: good > 0 ? null : (before.down_since ?? at),
  }
}

/** The last error of each feed that has one, after a run under way did this with its feeds by the logical time `at`. */
export function feedErrors(
  state: Pick<RunsState, 'feeds'>,
  did: readonly (FeedDid & { readonly feed: string })[],
  at: string,
): ReadonlyMap<string, FeedError> {
  const feeds = new Map(Object.entries(state.feeds))
  for (const { feed, ...each } of did) feeds.set(feed, feedAfter(feeds.get(feed), each, at))
  return new Map([...feeds].flatMap(([feed, { last_error }]) => (last_error === null ? [] : [[feed, last_error] as const])))
}

/** The state of a home; empty if no run has ended there, or its file is damaged: that must not keep a run from publishing. */
export async function readRunsState(blobs: Pick<Blobs, 'get'>): Promise<RunsState> {
  return stateOf(await blobs.get(key))
}

/** How far a home is on the way to its first edition. Lists all recordings: for homes that have few. */
export async function readFirstRun(blobs: Pick<Blobs, 'get' | 'list'>) {
  const newest = (await blobs.list('runs/')).at(-1)
  const bytes = newest === undefined ? null : await blobs.get(newest)
  const run = bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as RunRecord)
  const recordings = (await blobs.list('recordings/index/')).length
  const failed = run?.status === 'failed' ? { code: run.error_code ?? 'UNKNOWN', text: run.error ?? 'the run failed' } : null
  return { began_at: run?.status === 'running' ? run.began_at : null, recordings, failed }
}

function stateOf(bytes: Uint8Array | null): RunsState {
  if (bytes === null) return noRuns
  try {
    return { ...noRuns, ...(JSON.parse(Buffer.from(bytes).toString('utf8')) as RunsState) }
  } catch {
    return noRuns
  }
}

/**
 * Changes the state, after other changes of the same moment. Where the store did not answer whether a change was written, the change is
 * repeated, so repeating it must have no further effect.
 * @throws UnavailableError WRITER_FENCED where a later writer of the market has changed the state
 */
export async function changeRunsState(
  blobs: Blobs,
  change: (state: RunsState) => RunsState,
  writer?: Writer,
): Promise<RunsState> {
  for (;;) {
    const bytes = await blobs.get(key)
    const before = stateOf(bytes)
    const changed = change(before)
    if (changed === before) return changed
    const after = writer === undefined ? changed : { ...changed, epochs: fencedEpochs(before.epochs, writer) }
    if (await compareAndSwapJson(blobs, key, bytes, after)) return after
  }
}

/** Whether a file of JSON was replaced; false where that is not known. */
export function compareAndSwapJson(blobs: Blobs, key: string, expected: Uint8Array | null, value: object): Promise<boolean> {
  return trySwap(blobs, key, expected, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
}

const longestWords = 300

/** A message without absolute paths and without the query of a URL, on one line, of at most 300 characters. */
export function redactMessage(message: string): string {
  const words = message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(https?:\/\/[^\s?]*)\?[^\s)"',]*/g, '$1')
    .replaceAll(/(^|[\s"'(=:])(?:\/[\w.@+~-]+){2,}/g, '$1(path)')
  return words.length <= longestWords ? words : `${words.slice(0, longestWords - 1)}…`
}
