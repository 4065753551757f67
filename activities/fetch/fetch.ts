import { BriefingError } from '../../pipeline/errors.ts'
import type { FeedRequest, Transport } from '../../pipeline/http/request.ts'
import { type Recording, sha256Hex } from '../../pipeline/recordings/recording.ts'
import { bodyKey } from '../../pipeline/recordings/store.ts'
import type { ActivityContext } from '../activity.ts'
import type { Deps, DepsWithoutWarehouse, FeedRequestPage } from '../deps.ts'
import type { StoredRecording } from '../load/parse-recording.ts'
import { isStoreAway } from '../store-outage.ts'
import { type EarlierRecording, getEarlierRecordings, getWork, putWork } from '../work.ts'
import type { FeedsMode, RefreshFailure } from './feeds.ts'

export interface FetchInput {
  readonly run: string
  /** Key of a page of requests, and the place of the request in it, counted from 0. */
  readonly page: string
  readonly at: number
  /** Upstream of the page, by which a server of several workers shares out their time and keeps to its limit. */
  readonly upstream: string
  readonly feeds: FeedsMode
  readonly now: number
}

export interface FetchResult {
  /** Key of a batch of one recording, or null when none came. */
  readonly batch: string | null
  /** The request, where it can never succeed, such as a document that is not there. */
  readonly failed: RefreshFailure[]
  /** Milliseconds this attempt took. */
  readonly ms: number
}

/**
 * Fetches one request of a page into a recording. A failure that may pass is thrown, and the host tries again; one that never will is reported
 * and passed over; what is not released yet is passed over and no failure. What has not changed since the newest recording of its address is
 * that body, recorded again.
 */
export async function fetchRequest(
  deps: DepsWithoutWarehouse,
  input: FetchInput,
  context: ActivityContext,
): Promise<FetchResult> {
  const began = deps.clock()
  const ms = () => Math.max(0, deps.clock() - began)
  const { requests } = await getWork<FeedRequestPage>(deps.blobs, input.page)
  const request = requests[input.at]!
  const transport = await deps.transport(input.feeds, input.now)
  const earlier = await getEarlierRecordings(deps.blobs, input.page)
  try {
    const { id, at } = await recordingOf(deps, transport, request, earlier[request.url], context.signal)
    const recordings: StoredRecording[] = [{ id, at, feed: request.feed }]
    return { batch: await putWork(deps.blobs, input.run, { recordings }), failed: [], ms: ms() }
  } catch (error) {
    if (!(error instanceof BriefingError) || error.retryable || isStoreAway(error)) throw error
    if (error.code !== 'UPSTREAM_NOT_YET')
      return { batch: null, failed: [{ feed: request.feed, code: error.code, message: error.message }], ms: ms() }
    context.log.info('not released yet', { feed: request.feed, message: error.message })
    return { batch: null, failed: [], ms: ms() }
  }
}

/** One request as a recording. */
async function recordingOf(
  deps: Pick<Deps, 'blobs' | 'recordings'>,
  transport: Transport,
  request: FeedRequest,
  earlier: EarlierRecording | undefined,
  signal: AbortSignal,
): Promise<Recording> {
  const isSample = transport.name === 'sample'
  const known = earlier && (await orNull(deps.recordings.get(earlier.id, earlier.at)))
  const { etag, 'last-modified': modified } = known?.headers ?? {}
  if (!known || (etag === undefined && modified === undefined))
    return await deps.recordings.put(await transport.fetch(request, signal), isSample)
  const validators = { ...(etag !== undefined && { etag }), ...(modified !== undefined && { modified }) }
  const response = await transport.fetch({ ...request, validators }, signal)
  if (response.status !== 304) return await deps.recordings.put(response, isSample)
  const body = await orNull(deps.recordings.body(known))
  if (body !== null) {
    const headers = { ...known.headers, ...response.headers }
    return await deps.recordings.put({ ...response, status: known.status, headers, body }, isSample)
  }
  const whole = await transport.fetch(request, signal)
  // otherwise the damaged body would be kept instead of this whole one
  if (sha256Hex(whole.body) === known.sha256) await deps.blobs.remove(bodyKey(known.sha256))
  return await deps.recordings.put(whole, isSample)
}

/** Null for a recording that is damaged: what it was is then asked for whole. */
function orNull<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof BriefingError && error.code === 'RECORDING_DAMAGED') return null
    throw error
  })
}
